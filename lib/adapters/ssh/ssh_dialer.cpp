#include "adapters/ssh/ssh_dialer.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "adapters/ssh/link.h"
#include "adapters/ssh/requests.h"
#include "base/waiting.h"

namespace ff::adapters::ssh {

/// Shared with the link thread, so that a thread that hangs in a library can be left behind.
class SshDialer::Core {
 public:
  explicit Core(Settings settings) : settings_(std::move(settings)) {}

  static void start(const std::shared_ptr<Core>& core) {
    const std::lock_guard lock(core->mutex_);
    if (core->started_) return;
    core->started_ = true;
    core->thread_ = std::thread([core] { core->work(); });
  }

  void end() {
    stop_.request_stop();
    requests.wake();
    std::unique_lock lock(mutex_);
    if (!started_) return;
    const bool over = finished_.wait_for(lock, std::chrono::milliseconds(1800), [this] { return over_; });
    lock.unlock();
    if (over) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }

  /// A deadline that passed while there was no session means that the machine could not be asked.
  Error explained(Error error) {
    const std::string phase = requests.phase();
    if (error.code == ErrorCode::timeout && !phase.empty()) {
      error.code = ErrorCode::unreachable;
      error.what = "no SSH session in time: " + phase;
    }
    return error;
  }

  /// Puts the request and waits for the link thread's answer.
  static Result<UniqueFd> ask(const std::shared_ptr<Core>& core, const std::shared_ptr<Request>& request,
                              const Limit& limit) {
    start(core);
    core->requests.put(request);
    Waiting waiting(limit);
    for (;;) {
      const auto ready = waiting.poll(request->answered(), POLLIN, "a channel");
      if (auto answer = request->take()) {
        if (*answer) return std::move(*answer);
        return fail(at(std::move(*answer).error(), core->settings_.machine));
      }
      if (!ready) return fail(at(core->explained(ready.error()), core->settings_.machine));
    }
  }

  Requests requests;

 private:
  void work() {
    {
      Link(settings_, requests, stop_.get_token()).run();
    }
    for (auto& request : requests.take()) request->answer(fail(ErrorCode::cancelled, "the link was closed"));
    const std::lock_guard lock(mutex_);
    over_ = true;
    finished_.notify_all();
  }

  const Settings settings_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable finished_;
  std::thread thread_;
  bool started_ = false;
  bool over_ = false;
};

SshDialer::SshDialer(Settings settings) : core_(std::make_shared<Core>(std::move(settings))) {}

SshDialer::~SshDialer() {
  core_->end();
}

/// The number of its session is settled by whichever call is answered first.
class SshDialer::Pinned final : public ports::Dialer {
 public:
  explicit Pinned(std::shared_ptr<Core> core) : core_(std::move(core)) {}

  Result<UniqueFd> open(const ports::Target& target, Limit limit) override {
    const std::uint64_t pinned_to = session_;
    const auto request = std::make_shared<Request>(
        target, pinned_to == 0 ? std::nullopt : std::optional<std::uint64_t>(pinned_to));
    auto answer = Core::ask(core_, request, limit);
    std::uint64_t none = 0;
    if (answer) session_.compare_exchange_strong(none, request->served_by());
    return answer;
  }
  [[nodiscard]] std::vector<std::string> last_words() override { return core_->requests.last_words(); }

 private:
  std::shared_ptr<Core> core_;
  std::atomic<std::uint64_t> session_ = 0;
};

std::unique_ptr<ports::Dialer> SshDialer::pinned() {
  return std::make_unique<Pinned>(core_);
}

Status SshDialer::connect(Limit limit) {
  FF_TRY(answer, Core::ask(core_, std::make_shared<Request>(std::nullopt), limit));
  return Done{};
}

Result<UniqueFd> SshDialer::open(const ports::Target& target, Limit limit) {
  return Core::ask(core_, std::make_shared<Request>(target), limit);
}

std::vector<std::string> SshDialer::last_words() {
  return core_->requests.last_words();
}

}  // namespace ff::adapters::ssh
