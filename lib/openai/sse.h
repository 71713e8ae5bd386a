#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ff::openai {

/// Cuts a stream of server-sent events into the data of its events, whatever pieces it comes in.
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
class SseParser {
 public:
  /// Data of the events that this piece completes; lines of one event are joined by '\n'. Comments, other
  /// fields and events without data are left out. An event that the stream never ended is not told.
  [[nodiscard]] std::vector<std::string> feed(std::string_view piece);
  /// An event outgrew 1 MiB: everything from there on is ignored.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

 private:
  void take(char c, std::vector<std::string>& events);
  void end_line(std::vector<std::string>& events);

  std::string line_;
  std::string data_;
  bool has_data_ = false;
  bool after_carriage_return_ = false;
  bool at_start_ = true;
  bool overflowed_ = false;
};

}  // namespace ff::openai
