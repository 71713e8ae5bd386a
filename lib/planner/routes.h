#pragma once

#include <string>
#include <vector>

#include "domain/profile.h"
#include "domain/route.h"

/// What the proxy can be told to do.
namespace ff::planner {

/// To serve these instances, at least one, under the name of a profile.
[[nodiscard]] domain::Route serving_route(const ProfileName& state,
                                          const std::vector<domain::Instance>& instances);
/// To tell clients that nothing serves, and whether something soon will.
[[nodiscard]] domain::Route nothing_serves_route(bool coming);
/// To tell clients what an operator has to say, until `notice.until` if it says so.
[[nodiscard]] domain::Route operator_route(const std::string& message, const domain::Notice& notice,
                                           WallTime now);

}  // namespace ff::planner
