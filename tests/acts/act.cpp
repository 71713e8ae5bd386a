#include "act.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "base/text.h"
#include "base/waiting.h"

namespace ff::acts {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Where this program is to send itself a signal.
struct Mark {
  int signal = 0;    ///< 0: nowhere
  std::string side;  ///< "before" or "after"
  int number = 0;    ///< 0: at `text`
  std::string text;
};

Mark mark_from_environment() {
  std::istringstream words(environment("FF_ACTS_AT"));
  Mark mark;
  std::string signal;
  if (!(words >> signal >> mark.side)) return mark;
  mark.signal = signal == "STOP" ? SIGSTOP : SIGKILL;
  std::getline(words >> std::ws, mark.text);
  const bool digits = mark.text.find_first_not_of("0123456789") == std::string::npos;
  if (digits) mark.number = std::atoi(mark.text.c_str());
  return mark;
}

/// One write, so that lines of several threads and programs stay whole.
void log(const std::string& line) {
  static const std::string path = environment("FF_ACTS_LOG");
  if (path.empty()) return;
  const auto now = std::chrono::floor<Milliseconds>(boot_now().time_since_epoch()).count();
  const std::string whole = fmt::format("{} {}\n", now, line);
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || ::write(file, whole.data(), whole.size()) < 0) std::abort();
  ::close(file);
}

void signal_at(const char* side, int number, const std::string& words) {
  static const Mark mark = mark_from_environment();
  static std::atomic<bool> done = false;
  if (mark.signal == 0 || mark.side != side) return;
  const bool here = mark.number > 0 ? number == mark.number : words.find(mark.text) != std::string::npos;
  if (!here || done.exchange(true)) return;
  log(fmt::format("signal {} {}", number, words));
  ::raise(mark.signal);
}

}  // namespace

Act::Act(const MachineName& machine, const std::string& what) {
  static std::atomic<int> count = 0;
  number_ = ++count;
  words_ = machine.text() + " " + printable(what.substr(0, what.find('\n')));
  signal_at("before", number_, words_);
  log(fmt::format("begin {} {}", number_, words_));
}

void Act::ended(const Error* error) const {
  log(fmt::format("end {} {} -> {}", number_, words_, error == nullptr ? "ok" : word(error->code)));
  signal_at("after", number_, words_);
}

}  // namespace ff::acts
