#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/ids.h"

namespace ff::domain {

/// What keeps others than the proxy and monitors from the copies of one box.
struct FirewallView {
  /// ff's own table in the box's kernel.
  enum class Rules {
    absent,
    other,     ///< there, but not as the cluster file has it now
    in_force,  ///< as the cluster file has it
  };
  /// What a connection from a machine met that has no business with the copies.
  enum class Door {
    untried,  ///< no copy answers there, or there is no machine to try it from
    open,
    shut,
  };
  std::set<std::uint16_t> ports;  ///< on which copies serve there
  Rules rules = Rules::absent;
  bool kept = false;       ///< the same rules come back after a reboot
  bool has_tool = true;    ///< nft is there
  bool leftovers = false;  ///< a file or unit of ff's firewall is there, whatever the kernel has
  Door door = Door::untried;
  MachineName tried_from = {};
  std::optional<Error> fault = {};  ///< why the box could not be asked; then all else is unknown

  [[nodiscard]] bool is_on() const { return rules == Rules::in_force && kept; }
  [[nodiscard]] bool is_off() const { return rules == Rules::absent && !leftovers; }
};

[[nodiscard]] const char* word(FirewallView::Rules rules);
[[nodiscard]] const char* word(FirewallView::Door door);

}  // namespace ff::domain
