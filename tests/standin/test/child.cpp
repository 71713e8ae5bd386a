#include "standin/test/child.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/unique_fd.h"
#include "eventually.hpp"

extern char** environ;

namespace ff::standin::test {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& added) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!added.contains(text.substr(0, text.find('=')))) result.push_back(text);
  }
  for (const auto& [name, value] : added) result.push_back(name + "=" + value);
  return result;
}

}  // namespace

Child::Child(const std::vector<std::string>& argv, const std::map<std::string, std::string>& environment) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  std::vector<std::string> arguments = argv;
  std::vector<std::string> variables = environment_with(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  const int problem = ::posix_spawn(&pid_, argv[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                    pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (problem != 0) throw std::runtime_error("cannot start " + argv[0]);
  reader_ = std::thread([this, fd = ends[0]] { gather(fd); });
}

Child::~Child() {
  if (runs()) {
    signal(SIGKILL);
    wait_exit();
  }
  reader_.join();
}

void Child::gather(int fd) {
  const UniqueFd owner(fd);
  char bytes[4096];
  while (true) {
    const ssize_t got = ::read(fd, bytes, sizeof bytes);
    if (got <= 0) return;
    const std::lock_guard lock(mutex_);
    output_.append(bytes, static_cast<std::size_t>(got));
  }
}

void Child::signal(int number) const {
  ::kill(pid_, number);
}

std::optional<int> Child::wait_exit(std::chrono::milliseconds wait_max) {
  (void)tests::eventually([this] { return !runs(); }, wait_max);
  return exit_code_;
}

bool Child::runs() {
  if (exit_code_) return false;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return true;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  return false;
}

std::string Child::output() const {
  const std::lock_guard lock(mutex_);
  return output_;
}

bool Child::says(const std::string& text) const {
  return tests::eventually([&] { return output().find(text) != std::string::npos; });
}

TemporaryFolder::TemporaryFolder() {
  std::string name = std::filesystem::temp_directory_path() / "ff-standin-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

int free_port() {
  const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
    throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace ff::standin::test
