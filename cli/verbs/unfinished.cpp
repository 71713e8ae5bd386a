#include "app/unfinished.h"

#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr const char* nothing_unfinished = "no run is unfinished; nothing changed";

}  // namespace

ExitCode run_resume(const VerbContext& context) {
  const auto call = [&](const app::Confirm& confirm) {
    return app::resume(context.scene, context.gate, request_of(context.arguments), confirm, context.stop);
  };
  return carried_out(context, {}, call, nothing_unfinished);
}

ExitCode run_abort(const VerbContext& context) {
  const auto call = [&](const app::Confirm& confirm) {
    return app::abort_run(context.scene, context.gate, request_of(context.arguments), confirm, context.stop);
  };
  return carried_out(context, {}, call, nothing_unfinished);
}

}  // namespace ff::cli
