#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ff::load {

/// How a client talks: a connection for each request, a kept one, or a streamed answer.
enum class Kind { fresh, pooled, stream };
inline constexpr std::array<Kind, 3> all_kinds{Kind::fresh, Kind::pooled, Kind::stream};

/// How a request ended.
enum class Ending {
  answered,     ///< whole, with the status beside it
  cut,          ///< a stream that began with 200 and ended without [DONE]
  refused,      ///< the connection was refused
  unreachable,  ///< no connection for another reason
  reset,        ///< connected, but broken off before the whole answer
  hung,         ///< nothing came for the limit
  unfinished,   ///< still under way when the load ended
};

/// A moment on both clocks, in milliseconds: Unix time, and CLOCK_MONOTONIC for durations.
struct Moment {
  double wall_ms = 0;
  double mono_ms = 0;
};
[[nodiscard]] Moment now();
/// `moment` and some milliseconds.
[[nodiscard]] Moment later(const Moment& moment, double ms);

/// One request.
struct Sample {
  Kind kind = Kind::fresh;
  Moment started;
  Ending ending = Ending::unfinished;
  int status = 0;             ///< of `answered`
  double duration_ms = 0;     ///< to its end
  double first_byte_ms = -1;  ///< to the first byte of the answer; -1: none came
  int retry_after_s = -1;     ///< -1: no such header
  std::string request_id;

  [[nodiscard]] bool ok() const { return ending == Ending::answered && status == 200; }
  /// Neither 200, nor a stream cut in the middle, nor still under way.
  [[nodiscard]] bool failed() const { return !ok() && ending != Ending::cut && ending != Ending::unfinished; }
  /// When the client knew: at the first byte of an answer, else at the end.
  [[nodiscard]] Moment known_at() const;
};

[[nodiscard]] const char* word(Kind kind);
[[nodiscard]] std::optional<Kind> kind_of(std::string_view word);
/// "200", "503", ... or the ending.
[[nodiscard]] std::string result_word(const Sample& sample);
/// The reverse of result_word; false for a word that is none.
[[nodiscard]] bool set_result(Sample& sample, std::string_view word);

}  // namespace ff::load
