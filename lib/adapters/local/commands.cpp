#include "adapters/local/commands.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/text.h"
#include "base/waiting.h"

namespace ff::adapters::local {
namespace {

constexpr std::size_t errors_max = 4096;
constexpr auto patience = std::chrono::seconds(1);

std::unexpected<Error> cannot(const std::string& what) {
  return fail(ErrorCode::refused, "cannot run a command here: " + what + ": " + strerror(errno));
}

int end_of(pid_t pid) {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

}  // namespace

LocalDialer::Commands::Commands() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

LocalDialer::Commands::~Commands() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (Running& each : running_) enter(each, Phase::asked);
  }
  eventfd_write(wake_.get(), 1);
  if (thread_.joinable()) thread_.join();
}

Result<UniqueFd> LocalDialer::Commands::start(const std::string& line) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return cannot("socketpair");
  UniqueFd caller(pair[0]);
  UniqueFd socket(pair[1]);
  ::fcntl(caller.get(), F_SETFL, O_NONBLOCK);
  int errors[2];
  if (::pipe2(errors, O_CLOEXEC) != 0) return cannot("pipe");
  UniqueFd read_errors(errors[0]);
  const UniqueFd write_errors(errors[1]);
  ::fcntl(read_errors.get(), F_SETFL, O_NONBLOCK);
  FF_TRY(child, Child::start({"/bin/bash", "-c", line}, socket.get(), socket.get(), write_errors.get()));
  UniqueFd end(end_of(child.pid()));
  if (!end) return cannot("pidfd_open");
  const std::lock_guard lock(mutex_);
  running_.push_back({line,
                      std::move(child),
                      std::move(end),
                      std::move(socket),
                      std::move(read_errors),
                      {},
                      Phase::running,
                      MonoTime::max()});
  if (!thread_.joinable()) thread_ = std::thread([this] { watch(); });
  eventfd_write(wake_.get(), 1);
  return caller;
}

std::vector<std::string> LocalDialer::Commands::last_words() {
  const std::lock_guard lock(mutex_);
  return last_words_;
}

void LocalDialer::Commands::watch() {
  while (wait()) {
  }
}

bool LocalDialer::Commands::wait() {
  std::vector<pollfd> all = {{wake_.get(), POLLIN, 0}};
  MonoTime until = MonoTime::max();
  {
    const std::lock_guard lock(mutex_);
    if (ending_ && running_.empty()) return false;
    for (const Running& each : running_) {
      // Once it is abandoned, poll would report the hang-up for ever.
      const int socket = each.phase == Phase::running ? each.socket.get() : -1;
      all.insert(all.end(), {{each.end.get(), POLLIN, 0}, {socket, 0, 0}, {each.errors.get(), POLLIN, 0}});
      until = std::min(until, each.until);
    }
  }
  int timeout_ms = -1;
  if (until != MonoTime::max()) {
    const auto left = std::chrono::ceil<Milliseconds>(until - boot_now()).count();
    timeout_ms = static_cast<int>(std::clamp<std::int64_t>(left, 0, 10'000));
  }
  ::poll(all.data(), all.size(), timeout_ms);
  eventfd_t count = 0;
  eventfd_read(wake_.get(), &count);
  const std::lock_guard lock(mutex_);
  std::size_t i = 1;  // those that came meanwhile stand behind the ones that were polled
  for (Running& each : running_) {
    if (i >= all.size()) break;
    look_after(each, all[i].revents, all[i + 1].revents, all[i + 2].revents);
    i += 3;
  }
  std::erase_if(running_, [](const Running& each) { return !each.end; });
  return true;
}

void LocalDialer::Commands::look_after(Running& running, short end, short socket, short errors) {
  if (errors != 0) take_errors(running);
  if (end != 0) {
    reap(running);
    return;
  }
  const bool overdue = boot_now() >= running.until;
  if (running.phase == Phase::running && (socket & POLLHUP) != 0) {
    enter(running, Phase::abandoned);
  } else if (running.phase == Phase::abandoned && overdue) {
    enter(running, Phase::asked);
  } else if (running.phase == Phase::asked && overdue) {
    enter(running, Phase::forced);
  }
}

void LocalDialer::Commands::enter(Running& running, Phase phase) {
  running.phase = phase;
  running.until = phase == Phase::forced ? MonoTime::max() : boot_now() + patience;
  if (phase == Phase::asked) running.child.signal(SIGTERM);
  if (phase == Phase::forced) running.child.signal(SIGKILL);
}

void LocalDialer::Commands::take_errors(Running& running) {
  std::array<char, 4096> buffer;
  ssize_t n = 0;
  while (running.errors && (n = ::read(running.errors.get(), buffer.data(), buffer.size())) > 0) {
    running.words.append(buffer.data(), static_cast<std::size_t>(n));
    if (running.words.size() > errors_max) running.words.erase(0, running.words.size() - errors_max);
  }
  if (n == 0) running.errors.reset();
}

void LocalDialer::Commands::reap(Running& running) {
  take_errors(running);
  const int status = running.child.reap();
  if (status != 0) {
    const std::string how =
        status > 128 ? "killed by signal " + std::to_string(status - 128) : "exit " + std::to_string(status);
    last_words_ = {"`" + printable(running.line, 120) + "`: " + how};
    for (std::string& line : lines(running.words)) last_words_.push_back(printable(line));
  }
  running.end.reset();
  // Input left unread would turn the caller's end of file into a reset connection.
  std::array<char, 4096> unread;
  while (::recv(running.socket.get(), unread.data(), unread.size(), MSG_DONTWAIT) > 0) {
  }
  running.socket.reset();
}

}  // namespace ff::adapters::local
