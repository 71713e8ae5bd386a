#include "planner/spare.h"

#include "planner/hazard_list.h"
#include "words/hazard.h"

namespace ff::planner {

std::vector<domain::Hazard> outage_hazards(const domain::Plan& plan, bool spares_clients) {
  using Weight = domain::Hazard::Class;
  HazardList list;
  const bool nothing_to_come = plan.target.empty() && plan.declared > 0 && !plan.drained.empty();
  if (spares_clients && plan.prediction.outage && !plan.serving_before.empty()) {
    list.add("outage", Weight::block, {}, words::hazard::last_one_serving(plan),
             {Advice::Kind::allow_outage, {}});
  } else if (!spares_clients && nothing_to_come) {
    list.add("all-drained", Weight::block, {}, words::hazard::all_drained(plan.to, plan.drained),
             {Advice::Kind::undrain, plan.drained.front().box.text()});
  }
  return list.take();
}

}  // namespace ff::planner
