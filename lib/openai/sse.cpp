#include "openai/sse.h"

#include <utility>

namespace ff::openai {

namespace {

constexpr std::size_t event_max = 1 << 20;

}  // namespace

std::vector<std::string> SseParser::feed(std::string_view piece) {
  std::vector<std::string> events;
  for (const char c : piece) take(c, events);
  return events;
}

void SseParser::take(char c, std::vector<std::string>& events) {
  if (overflowed_) return;
  const bool second_of_crlf = after_carriage_return_ && c == '\n';
  after_carriage_return_ = c == '\r';
  if (second_of_crlf) return;
  if (c == '\r' || c == '\n') return end_line(events);
  line_ += c;
  overflowed_ = line_.size() + data_.size() > event_max;
}

void SseParser::end_line(std::vector<std::string>& events) {
  std::string line = std::exchange(line_, {});
  if (std::exchange(at_start_, false) && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
  if (line.empty()) {
    if (std::exchange(has_data_, false)) events.push_back(std::exchange(data_, {}));
    return;
  }
  const std::size_t colon = line.find(':');
  if (line.substr(0, colon) != "data") return;
  std::string_view value = colon == std::string::npos ? "" : std::string_view(line).substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (std::exchange(has_data_, true)) data_ += '\n';
  data_ += value;
}

}  // namespace ff::openai
