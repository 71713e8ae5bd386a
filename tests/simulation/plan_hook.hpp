#pragma once

#include <functional>

#include "domain/plan.h"

namespace ff::simulation {

/// Gets each plan that the planner makes on this thread, before anybody else does, and may change it. The
/// linker leads calls of planner::make_plan here (--wrap in CMakeLists.txt), so nothing of it is in lib/.
class PlanHook {
 public:
  using Take = std::function<void(domain::Plan&)>;
  explicit PlanHook(Take take);
  ~PlanHook();
  PlanHook(const PlanHook&) = delete;
  PlanHook& operator=(const PlanHook&) = delete;

 private:
  Take take_;
};

}  // namespace ff::simulation
