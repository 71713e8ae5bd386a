#pragma once

#include "app/why.h"
#include "cli/arguments.h"

namespace ff::cli {

/// The failed step, the first error with the lines around it, what it means and what to type; or JSON.
void print_why(const app::Why& why, const Arguments& arguments);

}  // namespace ff::cli
