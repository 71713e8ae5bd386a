#include "standin/orphan.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "base/unique_fd.h"
#include "standin/log.h"

namespace ff::standin {
namespace {

constexpr int kept_memory_fd = 3;
constexpr int kept_ready_fd = 4;

std::string cgroup_root() {
  if (const char* root = std::getenv("FF_STANDIN_CGROUP_ROOT")) return root;
  constexpr const char* unified = "/sys/fs/cgroup/unified";
  return ::access((std::string(unified) + "/cgroup.procs").c_str(), F_OK) == 0 ? unified : "/sys/fs/cgroup";
}

void leave_cgroup() {
  const std::string cgroup = cgroup_root() + "/left-behind";
  ::mkdir(cgroup.c_str(), 0755);
  std::ofstream members(cgroup + "/cgroup.procs");
  members << getpid() << std::flush;
  if (!members) print_line("ff-standin orphan: cannot leave its cgroup for " + cgroup);
}

/// In the child of a fork: only calls that are safe there.
[[noreturn]] void become_orphan(int memory_fd, int ready_fd) {
  // Both are first lifted out of the way of the numbers that they are to have.
  const int memory = ::fcntl(memory_fd, F_DUPFD, 10);
  const int ready = ::fcntl(ready_fd, F_DUPFD, 10);
  ::dup2(memory, kept_memory_fd);
  ::dup2(ready, kept_ready_fd);
  ::close_range(kept_ready_fd + 1, ~0U, 0);
  ::setsid();
  ::execl("/proc/self/exe", "VLLM::EngineCore", "orphan", nullptr);
  ::_exit(127);
}

}  // namespace

void leave_orphan(int memory_fd) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  const UniqueFd ready(ends[0]);
  UniqueFd signal_end(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) become_orphan(memory_fd >= 0 ? memory_fd : ends[1], ends[1]);
  signal_end.reset();
  char byte = 0;
  (void)!::read(ready.get(), &byte, 1);
}

int run_orphan(const std::vector<std::string>&) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  ::prctl(PR_SET_NAME, "VLLM::EngineCor");
  leave_cgroup();
  const UniqueFd nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere.get(), standard);
  (void)!::write(kept_ready_fd, "r", 1);
  ::close(kept_ready_fd);
  while (true) ::pause();
}

}  // namespace ff::standin
