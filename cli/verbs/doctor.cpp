#include "app/doctor.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/verbs/verbs.h"
#include "codec/checkup.h"

namespace ff::cli {
namespace {

void print_check(const domain::Check& check) {
  fmt::print("{:<6}  {:<6}  {}{}\n", domain::word(check.verdict),
             check.machine.empty() ? "-" : check.machine.text(), check.what,
             check.remedy.empty() ? "" : "  (" + check.remedy + ")");
}

}  // namespace

ExitCode run_doctor(const VerbContext& context) {
  const app::DoctorReport report = app::doctor(context.scene, FF_VERSION, context.stop);
  if (context.stop.stop_requested()) return ExitCode::interrupted;
  if (context.arguments.json) {
    fmt::print("{}\n", codec::checkup_json(report.checks, report.well(), report.known));
  } else {
    for (const domain::Check& check : report.checks) print_check(check);
  }
  return exit_code(report);
}

}  // namespace ff::cli
