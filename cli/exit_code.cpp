#include "cli/exit_code.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace ff::cli {
namespace {

using enum ExitCode;

// clang-format off
constexpr std::array meanings = {
  ExitMeaning{done, "done, or already there",
      "What was asked for is so."},
  ExitMeaning{nothing_changed, "failed, nothing changed",
      "It could not be done, or was declined; the cluster is as it was."},
  ExitMeaning{pending, "changes pending (plan --detailed-exitcode)",
      "The plan has steps to carry out. Only plan --detailed-exitcode gives it."},
  ExitMeaning{rolled_back, "rolled back to what served before",
      "The target could not be had; the previous profile serves again, and the first failure has been printed."},
  ExitMeaning{not_as_declared, "serving, not as declared",
      "A model serves, but less of it than declared, something has drifted, or somebody goes around the proxy. "
      "What it is has been printed."},
  ExitMeaning{down, "nothing serves",
      "No instance serves. It goes before 124 and 130."},
  ExitMeaning{refused, "refused, nothing touched",
      "Hazards stop it; each is listed with its remedy."},
  ExitMeaning{unknown, "a machine did not answer",
      "A verb that only looks could not ask a machine; what could be seen has been printed."},
  ExitMeaning{usage, "usage",
      "The command line is wrong; the message names what was meant."},
  ExitMeaning{locked, "locked by another run",
      "Another run holds a machine; the message tells whose and since when."},
  ExitMeaning{configuration, "configuration",
      "The cluster file or a profile is wrong, told with file, line and column."},
  ExitMeaning{deadline, "deadline",
      "A named deadline passed."},
  ExitMeaning{interrupted, "interrupted, run again to go on",
      "Stopped by a signal at a point from which the same command goes on."},
};
// clang-format on

}  // namespace

std::span<const ExitMeaning> exit_meanings() {
  return meanings;
}

const ExitMeaning& meaning_of(ExitCode code) {
  const auto* found = std::ranges::find(meanings, code, &ExitMeaning::code);
  assert(found != meanings.end());
  return *found;
}

ExitCode exit_code(const domain::Outcome& outcome) {
  using Kind = domain::Outcome::Kind;
  switch (outcome.kind) {
    case Kind::reached:
    case Kind::already:
      return outcome.absent.empty() ? ExitCode::done : ExitCode::not_as_declared;
    case Kind::degraded:
      return ExitCode::not_as_declared;
    case Kind::down:
      return ExitCode::down;
    case Kind::nothing_changed:
      return ExitCode::nothing_changed;
    case Kind::refused:
      return ExitCode::refused;
    case Kind::locked:
      return ExitCode::locked;
    case Kind::interrupted:
      return ExitCode::interrupted;
    case Kind::rolled_back:
      return ExitCode::rolled_back;
  }
  return ExitCode::nothing_changed;
}

ExitCode exit_code(const planner::Judgement& judgement) {
  if (!judgement.known) return ExitCode::unknown;
  if (judgement.serving.empty() && judgement.declared > 0) return ExitCode::down;
  if (judgement.profile.empty()) return ExitCode::down;
  return judgement.as_declared() ? ExitCode::done : ExitCode::not_as_declared;
}

ExitCode exit_code(const app::DoctorReport& report) {
  if (!report.known) return ExitCode::unknown;
  return report.well() ? ExitCode::done : ExitCode::not_as_declared;
}

ExitCode exit_code(const app::ClientsReport& report) {
  if (!report.unseen.empty()) return ExitCode::unknown;
  // Monitors may ask copies for what they want, and the counters do not tell whose a request was.
  const bool adds_up = !report.tally || report.tally->adds_up() || report.calls.by_monitors > 0;
  return report.calls.bypassing.empty() && adds_up ? ExitCode::done : ExitCode::not_as_declared;
}

ExitCode exit_code(const Error& error) {
  switch (error.code) {
    case ErrorCode::bad_input:
      return ExitCode::usage;
    case ErrorCode::unreachable:
    case ErrorCode::not_trusted:
    case ErrorCode::link_lost:
      return ExitCode::unknown;
    case ErrorCode::not_permitted:
    case ErrorCode::refused:
      return ExitCode::refused;
    case ErrorCode::locked:
      return ExitCode::locked;
    case ErrorCode::timeout:
      return ExitCode::deadline;
    case ErrorCode::cancelled:
      return ExitCode::interrupted;
    case ErrorCode::not_found:
    case ErrorCode::failed:
    case ErrorCode::lease_lost:
      return ExitCode::nothing_changed;
  }
  return ExitCode::nothing_changed;
}

}  // namespace ff::cli
