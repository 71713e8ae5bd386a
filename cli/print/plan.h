#pragma once

#include <cstdio>

#include "cli/arguments.h"
#include "domain/plan.h"

namespace ff::cli {

/// The plan as a table, its hazards, the predicted outage and the command that carries it out; or as JSON.
void print_plan(const domain::Plan& plan, const Arguments& arguments, std::FILE* out = stdout);
/// Hazards with what to do about each.
void print_hazards(const std::vector<domain::Hazard>& hazards, const Arguments& arguments, std::FILE* out);

}  // namespace ff::cli
