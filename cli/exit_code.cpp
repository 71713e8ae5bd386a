#include "cli/exit_code.h"

namespace ff::cli {

ExitCode exit_code(const domain::Outcome& outcome) {
  using Kind = domain::Outcome::Kind;
  switch (outcome.kind) {
    case Kind::reached:
    case Kind::already:
      return ExitCode::done;
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
  }
  return ExitCode::nothing_changed;
}

ExitCode exit_code(const planner::Judgement& judgement) {
  if (!judgement.known) return ExitCode::unknown;
  if (judgement.serving.empty() && judgement.declared > 0) return ExitCode::down;
  if (judgement.profile.empty()) return ExitCode::down;
  return judgement.as_declared() ? ExitCode::done : ExitCode::not_as_declared;
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
