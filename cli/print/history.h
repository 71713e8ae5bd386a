#pragma once

#include "cli/arguments.h"
#include "domain/record.h"
#include "ports/records.h"

namespace ff::cli {

/// Runs, the newest first: when, who, from and to, outcome; or JSON.
void print_history(const ports::RunReader::Listing& listing, const Arguments& arguments);
/// One run line by line; or JSON.
void print_run(const domain::Run& run, const Arguments& arguments);

}  // namespace ff::cli
