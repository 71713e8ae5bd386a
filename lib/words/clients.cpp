#include "words/clients.h"

#include <fmt/format.h>

#include "words/join.h"

namespace ff::words {

std::string maintenance_message(bool coming) {
  return coming ? "The model is being moved and answers again in some minutes. Please try again later."
                : "The model is switched off for maintenance.";
}

std::string relayed(const std::string& program) {
  return "through " + program;
}

std::string translated(const MachineName& box) {
  return "sender hidden by address translation on " + box.text();
}

std::string caller(const domain::Caller& caller) {
  std::string who;
  if (caller.by.known()) {
    who = fmt::format("{} ({})", caller.by.command, caller.by.pid);
    if (!caller.by.container.empty())
      who += " in container " + caller.by.container;
    else if (!caller.by.unit.empty())
      who += " in " + caller.by.unit.text();
    who += " on " + caller.machine.text();
  }
  return also(who, caller.through);
}

std::string tally(const domain::Tally& tally) {
  const std::string figures = fmt::format("in {} the copies took in {} requests, the proxy {}",
                                          human(tally.over), tally.by_copies, tally.by_proxy);
  if (tally.adds_up()) return "counters add up: " + figures;
  return fmt::format("counters do not add up: {}; at least {} went around it", figures, tally.around());
}

}  // namespace ff::words
