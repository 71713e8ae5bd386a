#pragma once

#include <string>

#include "base/error.h"
#include "cli/arguments.h"
#include "domain/outcome.h"

namespace ff::cli {

/// The command to type next, or an empty string. The only place where advice becomes words.
[[nodiscard]] std::string command_for(const Advice& advice, const Arguments& arguments);
/// What to type after a run that ended so.
[[nodiscard]] std::string command_after(const domain::Outcome& outcome, const Arguments& arguments);
/// The same, or what its error advises, unless nothing serves.
[[nodiscard]] std::string command_next(const domain::Outcome& outcome, const Arguments& arguments);

/// `ff firewall on` or `off` about the same cluster.
[[nodiscard]] std::string firewall_command(bool on, const Arguments& arguments);
/// `ff abort` about the same cluster.
[[nodiscard]] std::string abort_command(const Arguments& arguments);
/// `ff VERB RUN` about the same cluster, for a verb that takes a run.
[[nodiscard]] std::string run_command(const char* verb, const RunId& run, const Arguments& arguments);
/// What tells more of the outcome's run: of one that failed its first error, else its course.
[[nodiscard]] std::string why_command(const domain::Outcome& outcome, const Arguments& arguments);
/// `ff takeover RUN` about the same cluster, its reason left to the operator.
[[nodiscard]] std::string takeover_command(const std::string& run, const Arguments& arguments);

}  // namespace ff::cli
