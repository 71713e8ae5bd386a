#pragma once

#include "app/switch.h"
#include "cli/arguments.h"

/// What every verb that acts has in common.
namespace ff::cli {

/// Who asks for what and why; the target is left to the verb.
[[nodiscard]] app::SwitchRequest request_of(const Arguments& arguments);

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

}  // namespace ff::cli
