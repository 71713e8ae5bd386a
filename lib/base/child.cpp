#include "base/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/waiting.h"

extern char** environ;

namespace ff {
namespace {

constexpr std::size_t output_max = 256 * 1024;

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(ErrorCode::failed, std::string("pipe: ") + strerror(errno));
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// Reads what is there; closes the descriptor at its end.
void take(UniqueFd& from, std::string& into) {
  std::array<char, 16384> buffer;
  const ssize_t n = ::read(from.get(), buffer.data(), buffer.size());
  if (n > 0) into.append(buffer.data(), static_cast<std::size_t>(n));
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) from.reset();
}

}  // namespace

Result<Child> Child::start(const std::vector<std::string>& command, int in, int out, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, error, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int failed = posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) {
    const ErrorCode code = failed == ENOENT ? ErrorCode::not_found : ErrorCode::failed;
    return fail(code, "cannot start " + command[0] + ": " + strerror(failed));
  }
  return Child(pid);
}

Child::Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  return *this;
}

Child::~Child() {
  if (pid_ < 0) return;
  signal(SIGKILL);
  reap();
}

void Child::signal(int number) const {
  ::kill(-pid_, number);
}

int Child::reap() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<Finished> run_child(const std::vector<std::string>& command, Limit limit) {
  const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  FF_TRY(out, make_pipe());
  FF_TRY(error, make_pipe());
  FF_TRY(child, Child::start(command, nothing.get(), out.write.get(), error.write.get()));
  out.write.reset();
  error.write.reset();
  Waiting waiting(limit);
  Finished finished;
  while (out.read || error.read) {
    std::array<pollfd, 2> both = {pollfd{out.read.get(), POLLIN, 0}, pollfd{error.read.get(), POLLIN, 0}};
    FF_TRY(ready, waiting.poll(both, ("the end of " + command[0]).c_str()));
    if (both[0].revents != 0) take(out.read, finished.out);
    if (both[1].revents != 0) take(error.read, finished.error);
    if (finished.out.size() + finished.error.size() > output_max) {
      return fail(ErrorCode::failed, command[0] + " wrote more than 256 KiB");
    }
  }
  finished.status = child.reap();
  return finished;
}

}  // namespace ff
