#pragma once

#include <vector>

#include "app/rehearse.h"
#include "cli/arguments.h"

namespace ff::cli {

/// One rehearsed run from its beginning to its end, and what to type then; as JSON the events and the
/// outcome, like those of a switch.
void print_course(const app::Rehearsal& rehearsal, const app::Rehearsed& run, const Arguments& arguments);
/// Runs with one fault each as a table; those that end alike at several stages are one line.
void print_faults(const app::Rehearsal& rehearsal, const std::vector<app::Rehearsed>& runs,
                  const Arguments& arguments);
/// Runs with two faults each: how many end how, and those that end down. `of` is how many pairs there are.
void print_pairs(const app::Rehearsal& rehearsal, const std::vector<app::Rehearsed>& runs, std::size_t of,
                 const Arguments& arguments);

}  // namespace ff::cli
