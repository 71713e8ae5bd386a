#include "app/stale_managers.h"

#include <algorithm>
#include <utility>

namespace ff::app {

bool may_have_stale_managers(const domain::Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.machines, [](const auto& entry) {
    const auto& intent = entry.second.intent;
    return intent && intent->phase == domain::Intent::Phase::switching;
  });
}

bool may_be_stale(const std::vector<domain::Hazard>& hazards) {
  return std::ranges::all_of(hazards, [](const domain::Hazard& hazard) {
    return hazard.id.text().starts_with("foreign-mask:") || hazard.id.text().starts_with("unit-not-found:");
  });
}

Status reload_managers(ports::World& world, const Limit& limit) {
  std::vector<ports::Lane> lanes;
  for (auto& [name, actors] : world.actors) {
    lanes.push_back({name, [&limit, units = actors.units](std::stop_token) { return units->reload(limit); }});
  }
  for (Status& status : world.readers.lanes->run(std::move(lanes), {})) {
    if (!status) return std::unexpected(in_context(std::move(status.error()), "reading unit files again"));
  }
  return Done{};
}

}  // namespace ff::app
