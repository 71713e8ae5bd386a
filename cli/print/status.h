#pragma once

#include <string>

#include "app/status.h"
#include "cli/arguments.h"

namespace ff::cli {

/// "replica, serving 2 of 2".
[[nodiscard]] std::string headline(const app::StatusReport& report);
/// What serves, a line a member, drift and what to type; or JSON.
void print_status(const app::StatusReport& report, const domain::Declaration& declaration,
                  const Arguments& arguments);
/// A line an instance with its rung on the health ladder, and the proxy's answer; or JSON.
void print_health(const app::StatusReport& report, const Arguments& arguments);

}  // namespace ff::cli
