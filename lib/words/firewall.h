#pragma once

#include <string>

#include "base/error.h"
#include "base/result.h"
#include "domain/firewall.h"

/// What is said of the firewall before the copies.
namespace ff::words {

/// One box's turn in the history.
[[nodiscard]] std::string firewall_step(bool on);
/// How the rules of one box stand, and whether they outlive a reboot.
[[nodiscard]] std::string firewall_rules(const domain::FirewallView& view);
/// What a stranger's connection to the box's copies met.
[[nodiscard]] std::string firewall_door(const domain::FirewallView& view);

/// The box has no nft.
[[nodiscard]] Error no_nft(const MachineName& box);
/// Fewer copies give a token through the proxy than before.
[[nodiscard]] Error firewall_in_the_way(int before, int after);
/// The box does not stand as it was set.
[[nodiscard]] Error firewall_not_so(const MachineName& box, bool on);
/// A stranger was let in all the same.
[[nodiscard]] Error let_in(const MachineName& box, const MachineName& stranger);
/// What became of rules that did not do: evidence of the error.
[[nodiscard]] std::string firewall_undone(const Status& undone);

}  // namespace ff::words
