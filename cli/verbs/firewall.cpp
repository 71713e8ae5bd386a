#include "app/firewall.h"

#include <cstdio>

#include "app/absence.h"
#include "base/text.h"
#include "cli/print/firewall.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

ExitCode show(const VerbContext& context) {
  const app::FirewallReport report = app::look_at_firewall(context.scene, context.stop);
  if (context.stop.stop_requested()) return ExitCode::interrupted;
  print_firewall(report, context.scene.declaration, context.arguments);
  if (!report.known()) return ExitCode::unknown;
  return report.well() ? ExitCode::done : ExitCode::not_as_declared;
}

ExitCode change(const VerbContext& context, bool on) {
  const Arguments& arguments = context.arguments;
  auto absent = app::absent_machines(context.scene.declaration, arguments.without, {});
  if (!absent) return told(absent.error(), arguments);
  if (!turn_came(context, *absent)) return ExitCode::interrupted;
  app::SwitchRequest request = request_of(arguments);
  request.absent = *std::move(absent);
  bool declined = false;
  const auto confirm = [&](const app::FirewallReport& report) {
    if (!arguments.json) show_firewall_change(report, context.scene.declaration, on);
    declined = !arguments.yes && !asked_yes(on ? "put up the firewall?" : "take the firewall away?");
    return !declined;
  };
  const auto end = app::set_firewall(context.scene, context.gate, on, request, confirm, context.stop);
  if (!end) return told(end.error(), arguments);
  if (declined) {
    std::fputs("ff: nothing changed\n", stderr);
    return ExitCode::nothing_changed;
  }
  if (tries_again(context, end->outcome)) return ExitCode::locked;
  print_firewall_end(*end, on, context.scene.declaration, arguments);
  return exit_code(end->outcome);
}

}  // namespace

ExitCode run_firewall(const VerbContext& context) {
  const std::string& word = context.arguments.subject;
  if (word.empty()) return show(context);
  if (word == "on" || word == "off") return change(context, word == "on");
  return told({ErrorCode::bad_input, "say on, off or nothing, not '" + printable(word) + "'", {}, {}, {}},
              context.arguments);
}

}  // namespace ff::cli
