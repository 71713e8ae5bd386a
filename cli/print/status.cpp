#include "cli/print/status.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/turn.h"
#include "base/text.h"
#include "cli/advice.h"
#include "codec/status.h"
#include "words/outcome.h"

namespace ff::cli {
namespace {

using domain::Health;
using domain::MachineView;

std::string route_text(const domain::Snapshot& snapshot, const MachineName& host) {
  const domain::RouteView& route = snapshot.route;
  std::string text = "route " + host.text();
  if (!route.fault.empty()) return text + ": " + printable(route.fault);
  if (!route.owned) return text + ": a configuration that is not ff's";
  text += fmt::format(" {}", domain::word(route.route.kind));
  for (const domain::Upstream& upstream : route.route.upstreams)
    text += " " + domain::text(upstream.endpoint);
  return text;
}

std::string state_text(const MachineView& box, const UnitName& unit) {
  const domain::UnitState state = box.unit(unit);
  return fmt::format("{}, {}", domain::word(state.active),
                     box.masked(unit)    ? "masked"
                     : box.enabled(unit) ? "enabled"
                                         : "disabled");
}

std::string health_text(const Health& health) {
  if (health.first_token) return "token " + human(*health.first_token);
  return domain::word(health.rung);
}

std::string number(const std::optional<int>& value) {
  return value ? std::to_string(*value) : "-";
}

bool absent(const planner::Judgement& judged, const MachineName& machine) {
  return std::ranges::find(judged.absent, machine) != judged.absent.end();
}

void print_member(const domain::Instance& instance, const domain::Member& member,
                  const app::StatusReport& report) {
  const domain::Snapshot& snapshot = report.snapshot;
  const MachineView& box = snapshot.machine(member.box);
  if (box.fault) {
    fmt::print("{:<6} {:<26} {}: {}\n", member.box.text(), member.unit.text(),
               absent(report.judgement, member.box) ? "absent" : "unknown", printable(box.fault->what));
    return;
  }
  const Health* asked = snapshot.health_of(instance);
  const Health health = asked == nullptr ? Health{} : *asked;
  const bool leader = member.rank == 0;
  const std::string kv = leader && health.kv_usage ? fmt::format("{:.0f}%", *health.kv_usage * 100) : "-";
  fmt::print("{:<6} {:<26} {:<19} {:<14} {:>7} {:>7} {:>5}  {:>11} {:>8}\n", member.box.text(),
             member.unit.text(), state_text(box, member.unit), leader ? health_text(health) : "-",
             leader ? number(health.running) : "-", leader ? number(health.waiting) : "-", kv,
             human(box.memory.available), box.unit(member.unit).restarts);
}

void print_drift(const planner::Judgement& judged, const Arguments& arguments) {
  if (judged.drift.empty()) {
    fmt::print("drift none\n");
  } else {
    fmt::print("drift\n");
    for (const domain::Hazard& drift : judged.drift) {
      fmt::print("  {}\n", printable(drift.what, 1000));
      if (!drift.remedy.empty()) fmt::print("      {}\n", printable(drift.remedy, 1000));
    }
  }
  for (const domain::Hazard& note : judged.notes) fmt::print("note   {}\n", printable(note.what, 1000));
  const std::string next = command_for(judged.advice, arguments);
  // A machine that is silent for a moment is none to do without.
  if (!next.empty()) fmt::print("next   {}{}\n", next, judged.known ? "" : "    # should it stay silent");
}

/// Who holds it, and the run's id, which a takeover asks for.
std::string lock_words(const app::Held& held) {
  return held.run.empty() ? held.by : fmt::format("run {}: {}", held.run.text(), held.by);
}

}  // namespace

std::string headline(const app::StatusReport& report) {
  const planner::Judgement& judged = report.judgement;
  if (judged.profile.empty()) return "no profile is in place, nothing serves";
  return fmt::format("{}, serving {} of {}{}{}", judged.profile.text(), judged.serving_count(),
                     judged.declared, words::without(judged.absent), words::drained(judged.drained));
}

void print_status(const app::StatusReport& report, const domain::Declaration& declaration,
                  const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n",
               codec::status_json(report.snapshot, report.judgement.profile, report.judgement.serving_count(),
                                  report.judgement.declared, report.judgement.absent, report.judgement.drift,
                                  report.judgement.notes));
    return;
  }
  const domain::Snapshot& snapshot = report.snapshot;
  fmt::print("{}, seen {} in {}    {}\n", headline(report), clock_time(snapshot.seen_at),
             human(snapshot.took), route_text(snapshot, declaration.cluster.route_host));
  if (!report.judgement.instances.empty()) {
    fmt::print("{:<6} {:<26} {:<19} {:<14} {:>7} {:>7} {:>5}  {:>11} {:>8}\n", "box", "unit", "state",
               "health", "running", "waiting", "KV", "memory free", "restarts");
  }
  for (const domain::Instance& instance : report.judgement.instances) {
    for (const domain::Member& member : instance.members) print_member(instance, member, report);
  }
  for (const auto& [name, machine] : snapshot.machines) {
    if (machine.fault && absent(report.judgement, name)) continue;
    if (machine.fault)
      fmt::print("{} did not answer: {}\n", name.text(), printable(machine.fault->what));
    else if (!machine.lock_holder.empty())
      fmt::print("{} is locked: {}\n", name.text(), lock_words(app::held_by(name, machine.lock_holder)));
  }
  print_drift(report.judgement, arguments);
}

void print_health(const app::StatusReport& report, const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n",
               codec::status_json(report.snapshot, report.judgement.profile, report.judgement.serving_count(),
                                  report.judgement.declared, report.judgement.absent, report.judgement.drift,
                                  report.judgement.notes));
    return;
  }
  for (const domain::Instance& instance : report.judgement.instances) {
    const Health* asked = report.snapshot.health_of(instance);
    const Health health = asked == nullptr ? Health{} : *asked;
    const std::string why =
        health.evidence.empty() || health.first_token ? "" : "  " + printable(health.evidence);
    fmt::print("{:<12} {:<22} {}{}\n", instance.name.text(), domain::text(instance.endpoint),
               health_text(health), why);
  }
  const domain::RouteView& route = report.snapshot.route;
  fmt::print("{:<12} {:<22} {}\n", "proxy", route.owned ? domain::word(route.route.kind) : "not ff's",
             route.answers ? fmt::format("answers {}", route.public_status) : "does not answer");
}

}  // namespace ff::cli
