#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace ff {

/// An amount of memory. Binary units, as the kernel and vLLM count.
struct Bytes {
  std::int64_t count = 0;

  auto operator<=>(const Bytes&) const = default;
  friend Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
  friend Bytes operator-(Bytes a, Bytes b) { return {a.count - b.count}; }
};

constexpr Bytes kibibytes(std::int64_t n) {
  return {n * 1024};
}
constexpr Bytes gibibytes(double n) {
  return {static_cast<std::int64_t>(n * 1024.0 * 1024.0 * 1024.0)};
}
/// `share` (0..1) of a whole.
constexpr Bytes share_of(Bytes whole, double share) {
  return {static_cast<std::int64_t>(static_cast<double>(whole.count) * share)};
}
/// "94.9 GiB".
[[nodiscard]] std::string human(Bytes bytes);

}  // namespace ff
