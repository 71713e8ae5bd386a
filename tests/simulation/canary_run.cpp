#include "canary_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "play.hpp"

namespace ff::simulation {

Caught catch_it(const Canary& canary, std::uint64_t first) {
  for (std::size_t i = 0; i < canary.seeds_max; ++i) {
    const Scenario scenario = draw(first + i);
    const Report report = play(scenario, canary.plant);
    if (report.broken.empty() || !play(scenario).broken.empty()) continue;
    return {canary.name, i + 1, report.broken.front()};
  }
  return {canary.name, std::nullopt, {}};
}

std::vector<std::string> canary_table(std::uint64_t first, bool& all_caught) {
  std::vector<std::string> table;
  std::size_t count = 0;
  const std::vector<Canary> all = canaries();
  for (const Canary& canary : all) {
    const Caught caught = catch_it(canary, first);
    count += caught.after ? 1U : 0U;
    const std::string when = caught.after
                                 ? fmt::format("after {:3} of {:4} seeds", *caught.after, canary.seeds_max)
                                 : fmt::format("NOT within {:4} seeds", canary.seeds_max);
    table.push_back(
        fmt::format("{:15} {:52} {}  {}", canary.name, canary.what, when, caught.rule.substr(0, 60)));
  }
  all_caught = count == all.size();
  table.push_back(fmt::format("{} of {} canaries caught", count, all.size()));
  return table;
}

std::optional<Canary> canary_named(const std::string& name) {
  for (Canary& canary : canaries()) {
    if (canary.name == name) return std::move(canary);
  }
  return std::nullopt;
}

}  // namespace ff::simulation
