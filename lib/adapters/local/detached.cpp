#include "adapters/local/detached.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/text.h"

extern char** environ;

namespace ff::adapters::local {
namespace {

constexpr std::size_t last_lines = 12;
/// What of the environment ff or ssh reads; a unit starts with none of it.
constexpr std::array kept = {
    "HOME", "PATH", "FF_CLUSTER", "XDG_STATE_HOME", "SSH_AUTH_SOCK", "XDG_CONFIG_HOME", "LANG", "TZ"};

bool has_systemd() {
  struct stat folder = {};
  return ::geteuid() == 0 && ::stat("/run/systemd/system", &folder) == 0;
}

std::vector<std::string> by_systemd(const std::string& name, const std::vector<std::string>& command) {
  std::vector<std::string> words = {
      "systemd-run",          "--quiet",
      "--unit=" + name,       "--description=Factory Floor: " + name,
      "--property=Type=exec", "--working-directory=" + std::filesystem::current_path().string()};
  for (const char* variable : kept) {
    // Set before any thread is started and never changed by ff.
    const char* value = std::getenv(variable);
    if (value != nullptr) words.push_back("--setenv=" + std::string(variable) + "=" + value);
  }
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

/// In a session of its own, with nothing of this one's but its environment.
Result<pid_t> in_own_session(const std::vector<std::string>& command, const std::string& log) {
  std::error_code fault;
  std::filesystem::create_directories(std::filesystem::path(log).parent_path(), fault);
  const UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const UniqueFd said(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!said) return fail(ErrorCode::failed, log + " cannot be written: " + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, nothing.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, said.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, said.get(), 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int failed = ::posix_spawn(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0)
    return fail(ErrorCode::failed, "cannot start " + command[0] + ": " + std::strerror(failed));
  return pid;
}

std::vector<std::string> tail(const std::string& text) {
  std::vector<std::string> all = lines(text);
  if (all.size() > last_lines) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(last_lines));
  return all;
}

}  // namespace

Result<Detached> Detached::start(const std::string& name, const std::vector<std::string>& command,
                                 const std::string& log, const Limit& limit) {
  Detached detached;
  if (has_systemd()) {
    FF_TRY(started, run_child(by_systemd(name, command), limit));
    if (started.status != 0) {
      return fail({ErrorCode::failed, "systemd-run would not start it", {}, tail(started.error), {}});
    }
    detached.unit_ = name + ".service";
    detached.look_ = "journalctl -u " + detached.unit_;
    return detached;
  }
  FF_TRY(pid, in_own_session(command, log));
  detached.pid_ = pid;
  detached.log_ = log;
  detached.look_ = "tail -f " + shell_quoted(log);
  return detached;
}

std::optional<int> Detached::ended(const Limit& limit) {
  if (unit_.empty()) {
    int status = 0;
    if (pid_ < 0 || ::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  const auto shown =
      run_child({"systemctl", "show", "-p", "ActiveState,ExecMainStatus,LoadState", unit_}, limit);
  if (!shown || shown->status != 0) return std::nullopt;
  // A unit that ended well is gone at once; one that failed stays until it is reset.
  const std::string state = value_in(shown->out, "ActiveState");
  if (state != "inactive" && state != "failed") return std::nullopt;
  const std::string text = value_in(shown->out, "ExecMainStatus");
  int status = 0;
  std::from_chars(text.data(), text.data() + text.size(), status);
  return status;
}

std::vector<std::string> Detached::last_words(const Limit& limit) const {
  if (!unit_.empty()) {
    const auto said =
        run_child({"journalctl", "--no-pager", "--quiet", "--output=cat", "--lines=12", "-u", unit_}, limit);
    return said ? tail(said->out) : std::vector<std::string>{};
  }
  std::ifstream file(log_);
  std::ostringstream text;
  text << file.rdbuf();
  return tail(text.str());
}

}  // namespace ff::adapters::local
