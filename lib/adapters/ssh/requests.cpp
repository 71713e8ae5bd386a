#include "adapters/ssh/requests.h"

#include <sys/eventfd.h>

#include <cstdint>
#include <utility>

namespace ff::adapters::ssh {
namespace {

void signal(const UniqueFd& event) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(event.get(), &one, sizeof one);
}

}  // namespace

Request::Request(std::optional<ports::Target> target, std::optional<std::uint64_t> session)
    : target_(std::move(target)), session_(session), answered_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Request::answer(Result<UniqueFd> result) {
  {
    const std::lock_guard lock(mutex_);
    result_.emplace(std::move(result));
  }
  signal(answered_);
}

std::optional<Result<UniqueFd>> Request::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(result_, std::nullopt);
}

Requests::Requests() : arrived_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Requests::put(std::shared_ptr<Request> request) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(request));
  }
  wake();
}

std::deque<std::shared_ptr<Request>> Requests::take() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto got = ::read(arrived_.get(), &count, sizeof count);
  const std::lock_guard lock(mutex_);
  return std::exchange(queue_, {});
}

void Requests::wake() {
  signal(arrived_);
}

void Requests::set_phase(std::string phase) {
  const std::lock_guard lock(mutex_);
  phase_ = std::move(phase);
}

std::string Requests::phase() {
  const std::lock_guard lock(mutex_);
  return phase_;
}

void Requests::keep_last_words(std::vector<std::string> words) {
  const std::lock_guard lock(mutex_);
  last_words_ = std::move(words);
}

std::vector<std::string> Requests::last_words() {
  const std::lock_guard lock(mutex_);
  return last_words_;
}

}  // namespace ff::adapters::ssh
