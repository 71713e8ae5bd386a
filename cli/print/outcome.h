#pragma once

#include "cli/arguments.h"
#include "domain/outcome.h"

namespace ff::cli {

/// What stood in the way, on stderr: hazards and the error, with evidence.
void print_trouble(const domain::Outcome& outcome, const Arguments& arguments);
/// How a run ended: the headline on stdout, why and what to type next; or one JSON line.
void print_outcome(const domain::Outcome& outcome, const Arguments& arguments);

}  // namespace ff::cli
