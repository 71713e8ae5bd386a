#include "domain/firewall.h"

namespace ff::domain {

const char* word(FirewallView::Rules rules) {
  switch (rules) {
    case FirewallView::Rules::absent:
      return "absent";
    case FirewallView::Rules::other:
      return "other";
    case FirewallView::Rules::in_force:
      return "in force";
  }
  return "absent";
}

const char* word(FirewallView::Door door) {
  switch (door) {
    case FirewallView::Door::untried:
      return "untried";
    case FirewallView::Door::open:
      return "open";
    case FirewallView::Door::shut:
      return "shut";
  }
  return "untried";
}

}  // namespace ff::domain
