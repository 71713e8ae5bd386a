#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ff::adapters::host {

/// Takes in what a script's shell printed, in pieces of any size, and finds the script's own part in it.
class Transcript {
 public:
  /// At most `body_max` bytes of the body are kept, the rest is dropped and told by cut().
  Transcript(const std::string& mark, std::size_t body_max);

  void feed(std::string_view bytes);

  [[nodiscard]] bool begun() const { return part_ != Part::noise; }
  /// The script has ended and everything that it said is here.
  [[nodiscard]] bool complete() const { return part_ == Part::after; }
  [[nodiscard]] bool cut() const { return cut_; }
  [[nodiscard]] const std::string& body() const { return body_; }
  /// The exit status that the script told; -1 when it is no number.
  [[nodiscard]] int code() const;
  /// The lines that it told as errors.
  [[nodiscard]] std::vector<std::string> errors() const;

 private:
  enum class Part { noise, body, ending, after };

  bool advance();
  void keep(std::string_view bytes);

  Part part_ = Part::noise;
  std::string begin_;
  std::string end_;
  std::string done_;
  std::size_t body_max_;
  std::string window_;  ///< bytes that are not told apart yet
  std::string body_;
  std::string ending_;
  bool cut_ = false;
};

}  // namespace ff::adapters::host
