#pragma once

#include <functional>
#include <map>

#include "app/switch.h"
#include "domain/firewall.h"

/// The firewall that keeps everybody but the proxy, monitors and ff's checks from the copies: opt-in, one
/// table of ff's own on each box. No switch, release or reboot ends it, only set_firewall().
namespace ff::app {

/// How the boxes on which copies serve stand, by their names; without those that are done without.
struct FirewallReport {
  std::map<MachineName, domain::FirewallView> boxes;

  [[nodiscard]] bool known() const;  ///< every one answered
  [[nodiscard]] bool all_on() const;
  [[nodiscard]] bool all_off() const;
  /// It is all on or all off, and where it is on no stranger gets in.
  [[nodiscard]] bool well() const;
};

/// Looks at rules and files, and tries the doors: from the route host, and from a machine of the cluster that
/// has no business with the copies, where there is one. Writes nothing.
[[nodiscard]] FirewallReport look_at_firewall(const Scene& scene, const std::stop_token& stop);

/// How `ff firewall` ended, and how the boxes stand now.
struct FirewallEnd {
  domain::Outcome outcome;
  FirewallReport report;
};

/// Shown how the boxes stand before any lock is taken; false leaves everything as it is.
using ConfirmFirewall = std::function<bool(const FirewallReport&)>;

/// Puts the rules onto every box, or takes them away: look, ask, lock all machines, look again, act, and see
/// that it has the effect. On, the copies must give as many tokens through the proxy as before and no
/// stranger may get in; where that fails the rules are taken away again and nothing has changed. Of the
/// request only run, operator, version, absent and reason count. The error is `cancelled` before anything was
/// changed.
[[nodiscard]] Result<FirewallEnd> set_firewall(const Scene& scene, ports::Gate& gate, bool on,
                                               const SwitchRequest& request, const ConfirmFirewall& confirm,
                                               const std::stop_token& stop);

}  // namespace ff::app
