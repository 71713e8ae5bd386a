#include "planner/hazard_list.h"

#include <algorithm>

namespace ff::planner {

void HazardList::add(const std::string& kind, domain::Hazard::Class weight, Place place,
                     words::hazard::Text text, Advice advice) {
  std::string id = kind;
  if (!place.machine.empty()) id += ":" + place.machine.text();
  if (!place.unit.empty()) id += ":" + place.unit.text();
  const HazardId fresh(std::move(id));
  if (std::ranges::find(hazards_, fresh, &domain::Hazard::id) != hazards_.end()) return;
  hazards_.push_back(
      {fresh, weight, std::move(place), std::move(text.what), std::move(text.remedy), std::move(advice)});
}

}  // namespace ff::planner
