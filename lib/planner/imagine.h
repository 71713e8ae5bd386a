#pragma once

#include "domain/step.h"

namespace ff::planner {

/// Changes the view into what it will be once the step holds, so that what comes after it can be judged.
/// Afterwards `holds(step, view)` is true, but for steps that are about time that passes.
void imagine(const domain::Step& step, domain::Snapshot& view);

}  // namespace ff::planner
