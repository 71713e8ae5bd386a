#include "domain/plan.h"

#include <algorithm>

namespace ff::domain {

std::optional<Milliseconds> Prediction::longest() const {
  if (!start) return std::nullopt;
  const OutageTimes others = rest.value_or(OutageTimes{});
  return *start + drain.value_or(Milliseconds{0}) + others.stop + others.memory + others.masks + others.flip;
}

std::vector<Hazard> refusing(const Plan& plan, const std::vector<HazardId>& accepted) {
  std::vector<Hazard> left;
  for (const Hazard& hazard : plan.hazards) {
    const bool agreed =
        hazard.weight == Hazard::Class::accept && std::ranges::find(accepted, hazard.id) != accepted.end();
    if (hazard.weight != Hazard::Class::note && !agreed) left.push_back(hazard);
  }
  return left;
}

}  // namespace ff::domain
