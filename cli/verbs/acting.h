#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/switch.h"
#include "cli/arguments.h"
#include "cli/verbs/verbs.h"

/// What every verb that acts has in common.
namespace ff::cli {

/// Who asks for what and why; the target is left to the verb.
[[nodiscard]] app::SwitchRequest request_of(const Arguments& arguments);

/// Asks a question that is answered with yes or no. Off a terminal there is nobody to ask, and it says so.
[[nodiscard]] bool asked_yes(const std::string& question);

/// Shows the plan on stderr and asks; true at once with --yes. Off a terminal there is nobody to ask, and it
/// says so.
class Asking {
 public:
  explicit Asking(const Arguments& arguments) : arguments_(arguments) {}

  [[nodiscard]] app::Confirm confirm();
  [[nodiscard]] bool declined() const { return declined_; }

 private:
  const Arguments& arguments_;
  bool declined_ = false;
};

/// With --wait, waits until no run holds a lock any more or its time is over; at once without. False when a
/// stop came meanwhile. `absent` machines are not asked.
[[nodiscard]] bool turn_came(const VerbContext& context, const std::set<MachineName>& absent = {});
/// Whether an outcome of a verb that found the lock taken is to be tried again, and then asks for that.
[[nodiscard]] bool tries_again(const VerbContext& context, const domain::Outcome& outcome);

/// Waits for its turn, lets `call` act, which gets what asks, and tells how it ended. No outcome means that
/// there was nothing to act on; `nothing` says what. `print` is for a verb with words of its own for an
/// outcome.
using Acting = std::function<Result<std::optional<domain::Outcome>>(const app::Confirm&)>;
using PrintOutcome = void (*)(const domain::Outcome& outcome, const Arguments& arguments);
[[nodiscard]] ExitCode carried_out(const VerbContext& context, const std::set<MachineName>& absent,
                                   const Acting& call, const char* nothing = "",
                                   PrintOutcome print = nullptr);

/// Tells an error that kept the verb from an outcome.
[[nodiscard]] ExitCode told(const Error& error, const Arguments& arguments);

/// The point in time that `--for` means, from now; nothing when it was not given, `bad_input` when it is no
/// duration.
[[nodiscard]] Result<std::optional<WallTime>> until_of(const VerbContext& context);

}  // namespace ff::cli
