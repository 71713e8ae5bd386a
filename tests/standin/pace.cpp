#include "standin/pace.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ff::standin {
namespace {

struct Point {
  double running;
  double tokens_per_second;
};
// Measured on one copy of a GB10 box. One long prompt alone was not measured; decoding it is like a short
// one.
constexpr std::array<Point, 4> short_prompts{{{1, 36}, {4, 82}, {8, 109}, {16, 150}}};
constexpr std::array<Point, 4> long_prompts{{{1, 36}, {4, 81}, {8, 113}, {16, 87}}};
// The split gave 180 tokens/s where one copy gives 150.
constexpr double split_factor = 180.0 / 150.0;

double on_curve(const std::array<Point, 4>& curve, double running) {
  if (running <= curve.front().running) return curve.front().tokens_per_second;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (running > curve[i].running) continue;
    const double part = (running - curve[i - 1].running) / (curve[i].running - curve[i - 1].running);
    return curve[i - 1].tokens_per_second +
           part * (curve[i].tokens_per_second - curve[i - 1].tokens_per_second);
  }
  return curve.back().tokens_per_second;
}

}  // namespace

double tokens_per_second(int running, double long_share, Topology topology) {
  const double share = std::clamp(long_share, 0.0, 1.0);
  const double one_copy =
      (1 - share) * on_curve(short_prompts, running) + share * on_curve(long_prompts, running);
  return topology == Topology::split ? one_copy * split_factor : one_copy;
}

}  // namespace ff::standin
