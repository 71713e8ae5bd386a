#include "tally.hpp"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::simulation {
namespace {

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string counts(const std::map<std::string, std::size_t>& of) {
  std::vector<std::string> all;
  for (const auto& [name, count] : of) all.push_back(fmt::format("{} {}", name, count));
  return joined(all, "  ");
}

}  // namespace

void Tally::add(std::uint64_t seed, const Report& report) {
  ++seeds;
  mutated += report.mutated ? 1U : 0U;
  hit += report.hit ? 1U : 0U;
  both += report.mutated && report.hit ? 1U : 0U;
  for (std::size_t i = 0; i < at_stake.size(); ++i) at_stake[i] += report.at_stake[i];
  ++endings[report.ending];
  std::set<std::string> kinds;
  for (const std::string& rule : report.broken) kinds.insert(rule.substr(0, 2));
  for (const std::string& kind : kinds) ++broken[kind];
  if (!report.broken.empty()) failed.insert(seed);
}

void Tally::add(const Tally& other) {
  seeds += other.seeds;
  mutated += other.mutated;
  hit += other.hit;
  both += other.both;
  for (std::size_t i = 0; i < at_stake.size(); ++i) at_stake[i] += other.at_stake[i];
  for (const auto& [ending, count] : other.endings) endings[ending] += count;
  for (const auto& [kind, count] : other.broken) broken[kind] += count;
  failed.insert(other.failed.begin(), other.failed.end());
}

std::vector<std::string> Tally::lines(double seconds) const {
  std::vector<std::string> all;
  std::map<std::string, std::size_t> stakes;
  for (std::size_t i = 1; i < at_stake.size(); ++i) stakes[fmt::format("I{}", i)] = at_stake[i];
  all.push_back("at stake  " + counts(stakes));
  all.push_back("endings   " + counts(endings));
  if (!broken.empty()) all.push_back("broken    " + counts(broken) + "  (seeds)");
  all.push_back(fmt::format("acted     {:.1f} % of seeds; a trouble hit {:.1f} %; both {:.1f} %",
                            percent(mutated, seeds), percent(hit, seeds), percent(both, seeds)));
  all.push_back(fmt::format("{} seeds in {:.1f} s, {:.2f} ms each: {} failed", seeds, seconds,
                            seeds == 0 ? 0.0 : 1000.0 * seconds / static_cast<double>(seeds), failed.size()));
  return all;
}

}  // namespace ff::simulation
