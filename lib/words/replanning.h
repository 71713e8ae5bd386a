#pragma once

#include <string>

#include "base/error.h"
#include "domain/plan.h"

namespace ff::words {

/// Why a run goes on after a failure, and with what.
[[nodiscard]] std::string going_on(const domain::Plan& next, const Error& failure);
/// Why a run goes back from `attempt`, and how long that takes.
[[nodiscard]] std::string going_back(const ProfileName& attempt, const domain::Plan& back);
/// Why a run that would go back does not.
[[nodiscard]] std::string cannot_go_back(const ProfileName& where, const std::string& why);
/// Why a run stands still after the route host was lost, and that it stayed so.
[[nodiscard]] std::string waiting_for_route_host(const MachineName& host, Milliseconds at_most);
[[nodiscard]] std::string route_host_stayed_away(const MachineName& host, Milliseconds waited);
/// Why a run that lost its lock for a while does not go on.
[[nodiscard]] std::string another_run_since(const RunId& run);
/// Why the route is not put back as it was.
[[nodiscard]] std::string nothing_to_route_back_to(const ProfileName& profile);
/// Why units that are not healthy are enabled: the reason of those steps.
[[nodiscard]] std::string for_next_boot();
/// That the profile could not even be left for a power cycle to try.
[[nodiscard]] std::string not_left_for_next_boot(const ProfileName& profile, const std::string& why);

}  // namespace ff::words
