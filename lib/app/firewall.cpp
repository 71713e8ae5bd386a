#include "app/firewall.h"

#include <algorithm>
#include <utility>

#include "app/absence.h"
#include "app/locking.h"
#include "app/run_record.h"
#include "planner/drift.h"
#include "planner/inventory.h"
#include "render/nftables.h"
#include "words/firewall.h"

namespace ff::app {
namespace {

using domain::FirewallView;
using domain::Outcome;

constexpr Milliseconds act_deadline{20'000};

/// Root's own path at a login, which a session without one lacks.
constexpr const char* path_variable = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// One verb under way.
struct Change {
  const Scene& scene;
  const SwitchRequest& request;
  bool on;
};

struct Look {
  domain::Snapshot snapshot;
  planner::Judgement judgement;  ///< only what gave a token serves
  FirewallReport report;

  [[nodiscard]] bool done(bool on) const { return on ? report.all_on() : report.all_off(); }
};

Result<Look> look(const Scene& scene, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, whole_observe_deadline, stop);
  Look seen;
  seen.snapshot = observe_all(scene, observe::Depth::quick, Tokens::asked, limit);
  seen.judgement = planner::judge(scene.declaration, seen.snapshot, domain::Rung::token);
  seen.report = look_at_firewall(scene, stop);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  return seen;
}

FirewallEnd report(Outcome::Kind kind, const Look& seen, std::optional<Error> error = {}) {
  FirewallEnd end;
  end.outcome.kind = kind;
  end.outcome.target = end.outcome.previous = seen.judgement.profile;
  end.outcome.serving = seen.judgement.serving_count();
  end.outcome.declared = seen.judgement.declared;
  end.outcome.error = std::move(error);
  end.report = seen.report;
  return end;
}

/// What keeps it from being tried at all.
std::optional<Error> obstacle(const Look& seen, bool on) {
  for (const auto& [box, view] : seen.report.boxes) {
    if (view.fault) return *view.fault;
    if (on && !view.has_tool) return words::no_nft(box);
  }
  return std::nullopt;
}

/// The acts on one box, each waited for.
class Box {
 public:
  Box(const Scene& scene, ports::World& world, MachineName name)
      : scene_(scene), actors_(world.actors.at(name)), name_(std::move(name)) {}

  Status raise() {
    const std::string rules = render::firewall_rules(scene_.declaration, name_);
    FF_TRY(rules_there, actors_.host->write_file({render::firewall_file, rules}, soon()));
    FF_TRY(checked, nft({"-c", "-f", render::firewall_file}));
    FF_TRY(unit_there,
           actors_.host->write_file({render::firewall_unit_file, render::firewall_unit()}, soon()));
    FF_TRY(known, actors_.units->reload(soon()));
    FF_TRY(loaded, nft({"-f", render::firewall_file}));
    FF_TRY(started, actors_.units->start(unit_, soon()));
    return actors_.units->enable({unit_}, soon());
  }

  /// Also what an attempt that was cut has left.
  Status lower() {
    FF_TRY(stopped, actors_.units->stop(unit_, soon()));
    FF_TRY(disabled, actors_.units->disable({unit_}, soon()));
    FF_TRY(unit_gone, actors_.host->remove_file(render::firewall_unit_file, soon()));
    FF_TRY(rules_gone, actors_.host->remove_file(render::firewall_file, soon()));
    FF_TRY(forgotten, actors_.units->reload(soon()));
    // The unit's stop deletes the table only where it was the unit that loaded it.
    FF_TRY(declared, nft({"add", "table", "inet", render::firewall_table}));
    return nft({"delete", "table", "inet", render::firewall_table});
  }

 private:
  [[nodiscard]] Limit soon() const { return ports::within(*scene_.readers.clock, act_deadline); }

  Status nft(std::vector<std::string> words) {
    std::vector<std::string> command = {"env", path_variable, "nft"};
    command.insert(command.end(), words.begin(), words.end());
    FF_TRY(said, actors_.host->run(command, soon()));
    return Done{};
  }

  const Scene& scene_;
  ports::MachineActors actors_;
  MachineName name_;
  UnitName unit_{render::firewall_unit_name};
};

void note(const Change& change, ports::World& world, const MachineName& box, bool on, const Status& done) {
  domain::Record record;
  record.kind = done ? domain::Record::Kind::done : domain::Record::Kind::failed;
  record.at = change.scene.readers.clock->wall();
  record.step = words::firewall_step(on);
  record.where.machine = box;
  record.text = done ? "" : done.error().what;
  (void)world.record->append({record}, ports::within(*change.scene.readers.clock, note_deadline));
}

Status set_on(const Change& change, ports::World& world, const MachineName& box, bool on) {
  Box acting(change.scene, world, box);
  Status done = on ? acting.raise() : acting.lower();
  if (!done) done.error() = at(std::move(done.error()), box);
  note(change, world, box, on, done);
  return done;
}

/// Every box of the look; the first failure ends it.
Status set_on_all(const Change& change, const Look& seen, ports::World& world, bool on) {
  for (const auto& [box, view] : seen.report.boxes) {
    FF_TRY(done, set_on(change, world, box, on));
  }
  return Done{};
}

/// What is wrong with how it stands after the change; nothing when all is as it should be.
std::optional<Error> flaw(const Change& change, const Look& before, const Look& after) {
  if (after.judgement.serving_count() < before.judgement.serving_count())
    return words::firewall_in_the_way(before.judgement.serving_count(), after.judgement.serving_count());
  for (const auto& [box, view] : after.report.boxes) {
    if (view.fault) return *view.fault;
    if (change.on ? !view.is_on() : !view.is_off()) return words::firewall_not_so(box, change.on);
    if (change.on && view.door == FirewallView::Door::open) return words::let_in(box, view.tried_from);
  }
  return std::nullopt;
}

Status begin(const Change& change, const Look& seen, ports::World& world) {
  ports::Clock& clock = *change.scene.readers.clock;
  domain::Plan plan;
  plan.from = plan.to = seen.judgement.profile;
  domain::RunHeader header = header_of(change.request, plan, seen.snapshot, clock.wall());
  header.to = ProfileName(change.on ? "firewall-on" : "firewall-off");
  return world.record->begin(header, ports::within(clock, note_deadline));
}

/// Under the lock, from the record's first line to its last. What does not come to its end is taken away
/// whole.
Result<FirewallEnd> carry_out(const Change& change, const Look& before, ports::World& world) {
  ports::Clock& clock = *change.scene.readers.clock;
  const MonoTime began = clock.now();
  if (auto begun = begin(change, before, world); !begun)
    return report(Outcome::Kind::nothing_changed, before, std::move(begun.error()));
  const Status done = set_on_all(change, before, world, change.on);
  FF_TRY(after, look(change.scene, {}));
  std::optional<Error> fault = done ? flaw(change, before, after) : std::optional(done.error());
  Outcome::Kind kind = fault ? Outcome::Kind::degraded : Outcome::Kind::reached;
  if (fault && change.on) {
    const Status undone = set_on_all(change, before, world, false);
    if (undone) kind = Outcome::Kind::nothing_changed;
    fault->evidence.push_back(words::firewall_undone(undone));
    FF_TRY(again, look(change.scene, {}));
    after = std::move(again);
  }
  FirewallEnd end = report(kind, after, std::move(fault));
  end.outcome.run = change.request.run;
  end.outcome.took = std::chrono::duration_cast<Milliseconds>(clock.now() - began);
  note_end(end.outcome.kind, end.outcome.took, world);
  return end;
}

/// The absent machines: those of the request and those of the intent.
std::set<MachineName> absent_for(const Scene& scene, const SwitchRequest& request,
                                 const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, observe_deadline, stop);
  const domain::Snapshot now = observe_all(scene, observe::Depth::quick, Tokens::none, limit);
  std::set<MachineName> absent = request.absent;
  if (const domain::Intent* latest = planner::latest_intent(now))
    absent.merge(planner::absent_in(scene.declaration, *latest));
  return absent;
}

Result<FirewallEnd> go(const Change& change, ports::Gate& gate, const ConfirmFirewall& confirm,
                       const std::stop_token& stop) {
  FF_TRY(seen, look(change.scene, stop));
  if (auto fault = obstacle(seen, change.on)) return report(Outcome::Kind::refused, seen, std::move(fault));
  if (seen.done(change.on)) return report(Outcome::Kind::already, seen);
  if (!confirm(seen.report)) return report(Outcome::Kind::nothing_changed, seen);

  const ports::Holder holder =
      holder_of(change.request, change.on ? "firewall on" : "firewall off", *change.scene.readers.clock);
  auto world = lock_machines(change.scene, gate, holder, change.scene.declaration.absent, stop);
  if (!world && world.error().code == ErrorCode::cancelled) return fail(std::move(world.error()));
  if (!world) return report(kept_out(world.error()), seen, std::move(world.error()));
  // What was seen before the lock may be another operator's yesterday: only what is seen under it counts.
  auto again = look(change.scene, stop);
  Result<FirewallEnd> end =
      again ? carry_out(change, *again, *world) : Result<FirewallEnd>(fail(std::move(again.error())));
  let_go(*world);
  return end;
}

}  // namespace

Result<FirewallEnd> set_firewall(const Scene& scene, ports::Gate& gate, bool on, const SwitchRequest& request,
                                 const ConfirmFirewall& confirm, const std::stop_token& stop) {
  const domain::Declaration left = without(scene.declaration, absent_for(scene, request, stop));
  const Scene narrowed = {left, scene.readers, scene.api_key};
  return go({narrowed, request, on}, gate, confirm, stop);
}

}  // namespace ff::app
