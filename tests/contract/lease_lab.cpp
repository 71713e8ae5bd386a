#include "lease_lab.hpp"

#include "source_folder.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace ff::tests {

bool on_lab() {
  const char* world = std::getenv("FF_WORLD");
  return world != nullptr && std::string(world) == "lab";
}

std::string lab_file(const std::string& name) {
  const char* folder = std::getenv("FF_LAB");
  return std::string(folder == nullptr ? "/run/ff-lab" : folder) + "/" + name;
}

Said lab(const std::vector<std::string>& words) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  const UniqueFd output(ends[0]);
  UniqueFd input(ends[1]);
  const std::string script = source_folder() + "/scripts/lab";
  std::vector<const char*> arguments = {script.c_str()};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(input.get(), STDOUT_FILENO);
    ::execv(script.c_str(), const_cast<char* const*>(arguments.data()));
    ::_exit(127);
  }
  input.reset();
  Said said;
  char block[4096];
  for (ssize_t n = 0; (n = ::read(output.get(), block, sizeof block)) > 0;) {
    said.text.append(block, static_cast<std::size_t>(n));
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  said.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return said;
}

Said on_box(const std::string& box, const std::string& command) {
  return lab({"exec", box, "bash", "-c", command});
}

WallTime BootTimeClock::wall() {
  return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
}

Status BootTimeClock::sleep_until(Limit limit) {
  Waiting waiting(limit);
  Status woken = waiting.poll({}, "the end of a pause");
  if (!woken && woken.error().code == ErrorCode::timeout) return Done{};
  return woken;
}

Run::Run(const std::string& box, const std::string& host, const std::string& config,
         adapters::lease::Terms terms)
    : machine(box),
      dialer({machine, host, config, std::chrono::seconds(5)}),
      locks({{machine, &dialer}}, {}, clock, std::move(terms)) {}

Result<std::unique_ptr<ports::Lease>> Run::take(const std::string& run, Milliseconds time) {
  return locks.take({RunId(run), "ops@test", clock.wall(), "switch replica"}, within(time));
}

}  // namespace ff::tests
