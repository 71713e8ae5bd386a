#include "adapters/local/notifier.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/child.h"
#include "base/waiting.h"
#include "codec/notice.h"
#include "domain/outcome.h"

namespace ff::adapters::local {
namespace {

/// Endings after which somebody has to look: what serves is not what was declared, or nothing serves.
bool needs_a_hand(const std::string& outcome) {
  using Kind = domain::Outcome::Kind;
  constexpr std::array needy = {Kind::degraded, Kind::down, Kind::interrupted};
  return std::ranges::any_of(needy, [&](Kind kind) { return outcome == domain::word(kind); });
}

/// A file in memory that reads as the text.
UniqueFd readable(const std::string& text) {
  UniqueFd file(::memfd_create("ff-notice", MFD_CLOEXEC));
  if (::write(file.get(), text.data(), text.size()) < 0 || ::lseek(file.get(), 0, SEEK_SET) < 0) file.reset();
  return file;
}

}  // namespace

std::vector<std::string> notices_of(const domain::Event& event) {
  using Kind = domain::Event::Kind;
  if (event.kind == Kind::run_started) return {"started"};
  if (event.kind == Kind::outage_over) return {"outage_over"};
  if (event.kind != Kind::run_ended) return {};
  if (needs_a_hand(event.text)) return {"needs_a_hand", "ended"};
  return {"ended"};
}

Notifier::Notifier(const domain::Cluster& cluster, ports::Events& inner)
    : notify_(cluster.notify), cluster_(cluster.name), inner_(inner) {
  if (!notify_.command.empty()) thread_ = std::thread([this] { work(); });
}

Notifier::~Notifier() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Notifier::emit(const domain::Event& event) noexcept {
  inner_.emit(event);
  if (notify_.command.empty()) return;
  for (std::string& name : notices_of(event)) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(name), event});
    changed_.notify_all();
  }
}

void Notifier::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Notice notice = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    tell(notice);
    lock.lock();
  }
}

void Notifier::tell(const Notice& notice) const {
  const UniqueFd input = readable(codec::notice_line(notice.name, cluster_, notice.event));
  const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  std::vector<std::string> command = {"env", "FF_EVENT=" + notice.name, "FF_CLUSTER_NAME=" + cluster_,
                                      "FF_RUN=" + notice.event.run.text(), "FF_TEXT=" + notice.event.text};
  command.insert(command.end(), notify_.command.begin(), notify_.command.end());
  auto child = Child::start(command, input ? input.get() : nothing.get(), nothing.get(), nothing.get());
  if (!child) return;
  const UniqueFd end(static_cast<int>(::syscall(SYS_pidfd_open, child->pid(), 0)));
  Waiting waiting({boot_now() + notify_.timeout, {}});
  // One that takes longer is killed with its process group when `child` goes.
  (void)waiting.poll(end.get(), POLLIN, "the end of the notify command");
}

}  // namespace ff::adapters::local
