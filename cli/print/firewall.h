#pragma once

#include "app/firewall.h"
#include "cli/arguments.h"

namespace ff::cli {

/// How every box stands: a table, or one JSON object.
void print_firewall(const app::FirewallReport& report, const domain::Declaration& declaration,
                    const Arguments& arguments);
/// What is about to be done, on stderr, before the question.
void show_firewall_change(const app::FirewallReport& report, const domain::Declaration& declaration, bool on);
/// How `on` or `off` ended, how the boxes stand now, and what to type next.
void print_firewall_end(const app::FirewallEnd& end, bool on, const domain::Declaration& declaration,
                        const Arguments& arguments);

}  // namespace ff::cli
