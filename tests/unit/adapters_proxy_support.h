#pragma once

#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "adapters/http/curl_http.h"
#include "adapters/proxy/proxy.h"
#include "tests/eventually.hpp"
#include "tests/unit/adapters_http_support.h"

namespace ff::tests {

/// What a command wrote (standard output and error together) and how it ended.
struct Ran {
  int code = -1;
  std::string output;
};

/// Runs a command to its end. A daemon that it leaves behind may keep the output open, so it goes to a file.
inline Ran run_command(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const UniqueFd out(::memfd_create("output", MFD_CLOEXEC));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, out.get(), 2);
  pid_t pid = 0;
  const int fault = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) return {127, std::strerror(fault)};
  int status = 0;
  ::waitpid(pid, &status, 0);
  Ran ran = {WIFEXITED(status) ? WEXITSTATUS(status) : 128, {}};
  char piece[4096];
  ::lseek(out.get(), 0, SEEK_SET);
  for (ssize_t got = 0; (got = ::read(out.get(), piece, sizeof piece)) > 0;)
    ran.output.append(piece, static_cast<std::size_t>(got));
  return ran;
}

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Requests as they are, with a say in every answer before its asker gets it.
class OverheardHttp : public ports::Http {
 public:
  using Say = std::function<void(const ports::Request&, ports::Response&)>;

  explicit OverheardHttp(ports::Http& inner) : inner_(inner) {}
  Say say = [](const ports::Request&, ports::Response&) {};

  Result<ports::Response> send(const ports::Request& request, Limit limit) override {
    return told(request, inner_.send(request, std::move(limit)));
  }
  Result<ports::Response> stream(const ports::Request& request, const ports::BodySink& sink,
                                 Limit limit) override {
    return told(request, inner_.stream(request, sink, std::move(limit)));
  }

 private:
  Result<ports::Response> told(const ports::Request& request, Result<ports::Response> response) {
    if (response) say(request, *response);
    return response;
  }
  ports::Http& inner_;
};

/// A route host of its own: the proxy in a mount namespace where /run and /var/log/nginx are empty, so that
/// the shipped paths are used and nothing of this machine is. Needs root; `reason()` says what is missing.
class RouteHost : public ports::HostReader,
                  public ports::HostControl,
                  public ports::UnitReader,
                  public ports::UnitControl {
 public:
  explicit RouteHost(domain::Proxy::Driver driver) : nginx_(driver == domain::Proxy::Driver::nginx) {
    folder_ = std::filesystem::temp_directory_path() / ("ff-proxy-test-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    if (run_command({name(), "-v"}).code != 0) {
      reason_ = name() + " is not installed";
      return;
    }
    enter_namespace();
  }
  ~RouteHost() override {
    if (holder_ > 0) {
      if (const int running = pid(); running != 0) ::kill(running, SIGTERM);
      eventually([&] { return pid() == 0; }, std::chrono::seconds(5));
      ::kill(holder_, SIGKILL);
      ::waitpid(holder_, nullptr, 0);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::string name() const { return nginx_ ? "nginx" : "haproxy"; }
  [[nodiscard]] std::string config() const { return folder_ / (name() + ".conf"); }
  [[nodiscard]] std::string runtime_socket() const { return folder_ / "ff.sock"; }
  [[nodiscard]] std::filesystem::path beside(const std::string& suffix) const { return config() + suffix; }
  [[nodiscard]] std::string log() { return inside({"cat", "/var/log/nginx/error.log"}).output; }
  [[nodiscard]] int pid() {
    const Ran ran = inside({"cat", "/run/" + name() + ".pid"});
    const int pid = ran.code == 0 ? std::atoi(ran.output.c_str()) : 0;
    return pid > 0 && ::kill(pid, 0) == 0 ? pid : 0;
  }
  void put(const std::string& text) { std::ofstream(config(), std::ios::binary) << text; }
  [[nodiscard]] std::string text() const { return slurp(config()); }

  /// Faults and counts that a test sets and reads.
  bool reload_does_nothing = false;
  int writes_until_full = 1000;
  int reloads = 0;
  int starts = 0;

  Result<ports::HostFacts> look(const std::vector<std::string>& files, Limit) override {
    ports::HostFacts facts;
    FF_TRY(read, read_files(files, {}));
    facts.files = std::move(read);
    return facts;
  }
  Result<std::map<std::string, std::string>> read_files(const std::vector<std::string>& paths,
                                                        Limit) override {
    std::map<std::string, std::string> files;
    for (const std::string& path : paths) {
      if (std::filesystem::exists(path)) files[path] = slurp(path);
    }
    return files;
  }
  Result<std::string> output_of(const std::vector<std::string>& command, Limit limit) override {
    return run(command, std::move(limit));
  }
  Result<std::vector<std::string>> list(const std::string&, Limit) override {
    return std::vector<std::string>();
  }

  Status write_file(const ports::File& file, Limit) override {
    if (writes_until_full-- <= 0) return fail(ErrorCode::failed, "No space left on device");
    std::ofstream(file.path + "~", std::ios::binary) << file.content;
    std::filesystem::rename(file.path + "~", file.path);
    return Done{};
  }
  Status append_file(const ports::File&, Limit) override { return fail(ErrorCode::failed, "not here"); }
  Status make_link(const std::string&, const std::string&, Limit) override {
    return fail(ErrorCode::failed, "not here");
  }
  Status remove_file(const std::string& path, Limit) override {
    std::filesystem::remove(path);
    return Done{};
  }
  Result<std::string> run(const std::vector<std::string>& command, Limit) override {
    const Ran ran = inside(command);
    if (ran.code == 0) return ran.output;
    return fail(Error{
        ErrorCode::failed, command[0] + " exited with " + std::to_string(ran.code), {}, {ran.output}, {}});
  }

  Result<std::map<UnitName, domain::UnitState>> states(const std::vector<UnitName>& units, Limit) override {
    domain::UnitState state;
    state.load = domain::LoadState::loaded;
    if (pid() != 0) state.active = domain::ActiveState::active;
    return std::map<UnitName, domain::UnitState>{{units.front(), state}};
  }
  Result<std::vector<domain::UnitDefinition>> definitions(Limit) override {
    return std::vector<domain::UnitDefinition>();
  }
  Status manager(Limit) override { return Done{}; }
  Result<std::unique_ptr<ports::UnitWatch>> watch(const std::vector<UnitName>&, Limit) override {
    return fail(ErrorCode::failed, "not here");
  }

  // As the distribution's unit does each of them.
  Status start(const UnitName&, Limit) override {
    ++starts;
    if (nginx_) return done(inside({"nginx", "-c", config(), "-g", "daemon on; master_process on;"}));
    return done(inside({"haproxy", "-W", "-D", "-f", config(), "-p", "/run/haproxy.pid"}));
  }
  Status stop(const UnitName&, Limit) override {
    if (const int running = pid(); running != 0) ::kill(running, nginx_ ? SIGQUIT : SIGUSR1);
    eventually([&] { return pid() == 0; });
    return Done{};
  }
  Status enable(const std::vector<UnitName>&, Limit) override { return Done{}; }
  Status disable(const std::vector<UnitName>&, Limit) override { return Done{}; }
  Status reset_failed(const UnitName&, Limit) override { return Done{}; }
  Status reload(Limit) override { return Done{}; }
  Status reload_unit(const UnitName&, Limit) override {
    ++reloads;
    if (reload_does_nothing) return Done{};
    if (nginx_)
      return done(inside({"nginx", "-c", config(), "-g", "daemon on; master_process on;", "-s", "reload"}));
    const Status valid = done(inside({"haproxy", "-c", "-q", "-f", config()}));
    if (valid) ::kill(pid(), SIGUSR2);
    return valid;
  }

 private:
  static Status done(const Ran& ran) {
    if (ran.code == 0) return Done{};
    return fail(Error{ErrorCode::failed, "the unit failed", {}, {ran.output}, {}});
  }
  Ran inside(std::vector<std::string> command) {
    std::vector<std::string> words = {"nsenter", "-t", std::to_string(holder_), "-m"};
    words.insert(words.end(), command.begin(), command.end());
    return run_command(words);
  }
  void enter_namespace() {
    const std::string ready = folder_ / "ready";
    const std::string script = "mount -t tmpfs none /run && mount -t tmpfs none /var/log/nginx && touch '" +
                               ready + "' && exec sleep 600";
    std::vector<std::string> words = {"unshare", "-m", "sh", "-c", script};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (::posix_spawnp(&holder_, argv[0], nullptr, nullptr, argv.data(), environ) != 0) holder_ = 0;
    const auto gone = [&] { return holder_ <= 0 || ::waitpid(holder_, nullptr, WNOHANG) != 0; };
    bool ended = false;
    eventually([&] { return std::filesystem::exists(ready) || (ended = gone()); });
    if (!ended && std::filesystem::exists(ready)) return;
    holder_ = 0;
    reason_ = "no mount namespace can be made here (root is needed)";
  }

  bool nginx_;
  std::filesystem::path folder_;
  std::string reason_;
  pid_t holder_ = 0;
};

}  // namespace ff::tests
