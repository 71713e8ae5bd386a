#pragma once

#include "cli/arguments.h"
#include "domain/outcome.h"

namespace ff::cli {

/// How switching an operator's maintenance on or off ended.
void print_maintenance(const domain::Outcome& outcome, const Arguments& arguments);

}  // namespace ff::cli
