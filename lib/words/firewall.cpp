#include "words/firewall.h"

#include <fmt/format.h>

namespace ff::words {

using domain::FirewallView;

std::string firewall_step(bool on) {
  return on ? "firewall on: only the proxy, monitors and the box itself reach its copies"
            : "firewall off: the rules are taken away";
}

std::string firewall_rules(const FirewallView& view) {
  if (view.fault) return "unseen";
  if (view.is_on()) return "on, also after a reboot";
  if (view.is_off()) return "off";
  switch (view.rules) {
    case FirewallView::Rules::in_force:
      return "on, but not after a reboot";
    case FirewallView::Rules::other:
      return "on, not as the cluster file has it";
    case FirewallView::Rules::absent:
      return view.kept ? "flushed by somebody; back after a reboot" : "off, with files left over";
  }
  return "off";
}

std::string firewall_door(const FirewallView& view) {
  switch (view.door) {
    case FirewallView::Door::untried:
      return view.tried_from.empty() ? "not tried: no machine of the cluster is a stranger to it"
                                     : "not tried: no copy answers";
    case FirewallView::Door::open:
      return view.tried_from.text() + " gets in";
    case FirewallView::Door::shut:
      return view.tried_from.text() + " is turned away";
  }
  return {};
}

Error no_nft(const MachineName& box) {
  return {ErrorCode::refused,
          "there is no nft, which the firewall is made with",
          {box, {}},
          {},
          {Advice::Kind::shell, "apt install nftables"}};
}

Error firewall_in_the_way(int before, int after) {
  return {
      ErrorCode::failed,
      fmt::format("with the rules {} copies give a token through the proxy, {} did before", after, before),
      {},
      {},
      {Advice::Kind::status, {}}};
}

Error firewall_not_so(const MachineName& box, bool on) {
  return {
      ErrorCode::failed,
      on ? "the rules are not in force, or would not come back after a reboot" : "the rules are still there",
      {box, {}},
      {},
      {Advice::Kind::shell, "nft list ruleset"}};
}

Error let_in(const MachineName& box, const MachineName& stranger) {
  return {ErrorCode::failed,
          "a connection from " + stranger.text() + " got in past the rules",
          {box, {}},
          {"what is forwarded to a container passes other rules: the copies have to use the host's network"},
          {Advice::Kind::shell, "nft list ruleset"}};
}

std::string firewall_undone(const Status& undone) {
  return undone ? "the rules were taken away again"
                : "the rules could not all be taken away again: " + undone.error().what;
}

}  // namespace ff::words
