#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standin/test/child.h"

namespace ff::standin::test {

/// What one box has: its settings file, its memory's keeper if asked for, and the engines on it.
class Box {
 public:
  /// `settings` is the text of the settings file.
  explicit Box(const std::string& settings);

  /// Replaces the settings; engines follow within 100 ms.
  void set(const std::string& settings);
  /// Starts the keeper of this box's memory and waits until its figures are there.
  void keep_memory();
  void stop_keeper() { keeper_.reset(); }
  /// MemAvailable in kB, as the meminfo file has it now.
  [[nodiscard]] long available_kb() const;
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
  [[nodiscard]] std::map<std::string, std::string> environment() const;

 private:
  TemporaryFolder folder_;
  std::unique_ptr<Child> keeper_;
};

/// An answer; there is none when the connection is refused, broken off, or nothing comes in time.
struct Answer {
  int status = 0;
  std::string body;
};

/// One `ff-standin serve` on a port of its own.
class EngineUnderTest {
 public:
  /// Starts it with --host, --port, a model name "big" and `more_flags`.
  EngineUnderTest(const Box& box, const std::vector<std::string>& more_flags,
                  const std::map<std::string, std::string>& more_environment = {});

  [[nodiscard]] Child& process() { return process_; }
  [[nodiscard]] int port() const { return port_; }
  /// Waits until it says that it is up.
  [[nodiscard]] bool ready();
  /// GET of a path.
  [[nodiscard]] std::optional<Answer> get(const std::string& path, const std::string& key = "") const;
  /// The status of GET `path`; -1 when the connection is refused, 0 when there is no answer for another
  /// reason.
  [[nodiscard]] int status_of(const std::string& path) const;
  /// POST of a chat request with the body's members besides the messages, e.g. R"("max_tokens":2)".
  [[nodiscard]] std::optional<Answer> chat(const std::string& members, int answer_within_s = 15,
                                           const std::string& request_id = "") const;
  /// The value of the first sample of /metrics that begins with `series`; -1 if there is none.
  [[nodiscard]] double metric(const std::string& series) const;

 private:
  const int port_;
  Child process_;
};

}  // namespace ff::standin::test
