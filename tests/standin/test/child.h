#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ff::standin::test {

/// A program under test: its output is gathered line by line, and it is gone when this is.
class Child {
 public:
  /// Starts `argv` with `environment` added to ours.
  Child(const std::vector<std::string>& argv, const std::map<std::string, std::string>& environment);
  /// Kills it if it still runs.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] int pid() const { return pid_; }
  void signal(int number) const;
  /// Waits for the end; the exit code, 1000 + signal, or nothing if it still runs after that long.
  std::optional<int> wait_exit(std::chrono::milliseconds wait_max = std::chrono::seconds(15));
  [[nodiscard]] bool runs();
  [[nodiscard]] std::string output() const;
  /// Waits until the output contains `text`.
  [[nodiscard]] bool says(const std::string& text) const;

 private:
  void gather(int fd);

  int pid_ = -1;
  std::optional<int> exit_code_;
  mutable std::mutex mutex_;
  std::string output_;
  std::thread reader_;
};

/// A directory that is removed with all it holds.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

/// A TCP port of 127.0.0.1 that nothing listens on now.
[[nodiscard]] int free_port();
/// Writes `text` to a file.
void write_text(const std::string& path, const std::string& text);
/// The file's text; empty if it cannot be read.
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace ff::standin::test
