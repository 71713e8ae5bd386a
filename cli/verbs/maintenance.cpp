#include "app/maintenance.h"

#include "base/text.h"
#include "cli/print/maintenance.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr const char* usual_message = "The model is in maintenance. Please try again later.";

}  // namespace

ExitCode run_maintenance(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  const bool on = arguments.subject == "on";
  if (!on && arguments.subject != "off") {
    return told(
        {ErrorCode::bad_input, "say on or off, not '" + printable(arguments.subject) + "'", {}, {}, {}},
        arguments);
  }
  const auto until = until_of(context);
  if (!until) return told(until.error(), arguments);
  const app::SwitchRequest request = request_of(arguments);
  const app::Announcement announcement = {arguments.message.empty() ? usual_message : arguments.message,
                                          *until};
  return carried_out(
      context, {},
      [&](const app::Confirm& confirm) {
        return on ? app::begin_maintenance(context.scene, context.gate, announcement, request, confirm,
                                           context.stop)
                  : app::end_maintenance(context.scene, context.gate, request, confirm, context.stop);
      },
      "", print_maintenance);
}

}  // namespace ff::cli
