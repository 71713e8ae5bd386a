#include "app/upkeep.h"

#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

app::SwitchRequest upkeep_request(const Arguments& arguments) {
  app::SwitchRequest request = request_of(arguments);
  request.outage = arguments.outage ? app::Outage::allowed : app::Outage::refused;
  return request;
}

}  // namespace

ExitCode run_drain(const VerbContext& context) {
  const auto until = until_of(context);
  if (!until) return told(until.error(), context.arguments);
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::drain(context.scene, context.gate, MachineName(context.arguments.subject), *until,
                      upkeep_request(context.arguments), confirm, context.stop);
  });
}

ExitCode run_undrain(const VerbContext& context) {
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::undrain(context.scene, context.gate, MachineName(context.arguments.subject),
                        upkeep_request(context.arguments), confirm, context.stop);
  });
}

ExitCode run_restart(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  if (arguments.all != arguments.subject.empty()) {
    return told({ErrorCode::bad_input, "name an instance or a box, or say --all", {}, {}, {}}, arguments);
  }
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::restart(context.scene, context.gate, arguments.subject, upkeep_request(arguments), confirm,
                        context.stop);
  });
}

}  // namespace ff::cli
