#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ff::simulation {

/// A stream of choices that a seed fixes, the same on every machine (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  /// Both ends belong to it.
  int between(int low, int high) {
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  /// One of them; there must be one.
  template <class T>
  const T& of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(between(0, static_cast<int>(all.size()) - 1))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace ff::simulation
