#include "load/sample.h"

#include <charconv>
#include <ctime>
#include <utility>

namespace ff::load {
namespace {

constexpr std::array<std::pair<Ending, const char*>, 6> ending_words{{{Ending::cut, "cut"},
                                                                      {Ending::refused, "refused"},
                                                                      {Ending::unreachable, "unreachable"},
                                                                      {Ending::reset, "reset"},
                                                                      {Ending::hung, "hung"},
                                                                      {Ending::unfinished, "unfinished"}}};

double read_clock(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

}  // namespace

Moment now() {
  return {read_clock(CLOCK_REALTIME), read_clock(CLOCK_MONOTONIC)};
}

Moment later(const Moment& moment, double ms) {
  return {moment.wall_ms + ms, moment.mono_ms + ms};
}

Moment Sample::known_at() const {
  const bool told_by_answer = ending == Ending::answered || ending == Ending::cut;
  return later(started, told_by_answer && first_byte_ms >= 0 ? first_byte_ms : duration_ms);
}

const char* word(Kind kind) {
  switch (kind) {
    case Kind::fresh:
      return "fresh";
    case Kind::pooled:
      return "pooled";
    case Kind::stream:
      return "stream";
  }
  return "fresh";
}

std::optional<Kind> kind_of(std::string_view text) {
  for (const Kind kind : all_kinds) {
    if (text == word(kind)) return kind;
  }
  return std::nullopt;
}

std::string result_word(const Sample& sample) {
  for (const auto& [ending, text] : ending_words) {
    if (sample.ending == ending) return text;
  }
  return std::to_string(sample.status);
}

bool set_result(Sample& sample, std::string_view text) {
  for (const auto& [ending, name] : ending_words) {
    if (text != name) continue;
    sample.ending = ending;
    return true;
  }
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), sample.status);
  sample.ending = Ending::answered;
  return problem == std::errc{} && end == text.data() + text.size();
}

}  // namespace ff::load
