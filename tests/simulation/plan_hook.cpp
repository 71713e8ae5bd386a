#include "plan_hook.hpp"

#include <utility>

#include "planner/planner.h"

namespace ff::simulation {
namespace {

thread_local const PlanHook::Take* taker = nullptr;

}  // namespace

PlanHook::PlanHook(Take take) : take_(std::move(take)) {
  taker = &take_;
}

PlanHook::~PlanHook() {
  taker = nullptr;
}

/// planner::make_plan itself, by the name that the linker gives it.
domain::Plan real_make_plan(const domain::Declaration& declaration, const ProfileName& target,
                            const domain::Snapshot& snapshot) asm("__real_" FF_MAKE_PLAN);
/// What the product's calls of it come to.
domain::Plan wrapped_make_plan(const domain::Declaration& declaration, const ProfileName& target,
                               const domain::Snapshot& snapshot) asm("__wrap_" FF_MAKE_PLAN);

domain::Plan wrapped_make_plan(const domain::Declaration& declaration, const ProfileName& target,
                               const domain::Snapshot& snapshot) {
  domain::Plan plan = real_make_plan(declaration, target, snapshot);
  if (taker != nullptr) (*taker)(plan);
  return plan;
}

}  // namespace ff::simulation
