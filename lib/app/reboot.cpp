#include "app/reboot.h"

#include <algorithm>
#include <utility>

#include "app/locking.h"
#include "planner/inventory.h"

namespace ff::app {
namespace {

using domain::Outcome;
using Step = RebootState::Step;
using Ended = Result<std::optional<Outcome>>;

constexpr Milliseconds send_deadline{20'000};
/// A box with much memory checks it for minutes before it boots.
constexpr Milliseconds boot_deadline = std::chrono::minutes(30);
/// A machine that boots sends no event.
constexpr Milliseconds between_looks{2'000};
/// By these words a reboot that was cut knows its own drain again.
constexpr const char* reason = "reboot";

Status may_be_rebooted(const domain::Cluster& cluster, const MachineName& box, Outage outage) {
  const domain::Machine* machine = cluster.find(box);
  if (machine != nullptr && machine->is_local())
    return fail(ErrorCode::refused, box.text() + " is the machine that ff runs on", {box, {}});
  if (box != cluster.route_host || outage == Outage::allowed) return Done{};
  return fail({ErrorCode::refused,
               box.text() + " runs the proxy: while it boots no client gets anything",
               {box, {}},
               {},
               {Advice::Kind::allow_outage, {}}});
}

/// Whether an operator, and no reboot, has drained the box.
bool drained_by_operator(const Scene& scene, const MachineName& box, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, observe_deadline, stop);
  const domain::Snapshot now = observe_all(scene, observe::Depth::quick, Tokens::none, limit);
  const domain::Intent* intent = planner::latest_intent(now);
  return intent != nullptr && std::ranges::any_of(intent->drained, [&](const domain::Drained& one) {
           return one.box == box && !one.reason.starts_with(reason);
         });
}

Ended take_out(const Scene& scene, ports::Gate& gate, const MachineName& box, SwitchRequest request,
               const Confirm& confirm, RebootState& state, const std::stop_token& stop) {
  FF_TRY(allowed, may_be_rebooted(scene.declaration.cluster, box, request.outage));
  state.drained_before = drained_by_operator(scene, box, stop);
  if (!state.drained_before) {
    request.reason = request.reason.empty() ? reason : reason + (": " + request.reason);
    FF_TRY(outcome, drain(scene, gate, box, {}, std::move(request), confirm, stop));
    const bool is_out = outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already;
    if (!is_out) return outcome;
  }
  state.step = Step::send;
  return std::nullopt;
}

Result<BootId> boot_of(const Scene& scene, const MachineName& box, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, observe_deadline, stop);
  FF_TRY(facts, scene.readers.machines.at(box).host->look({}, limit));
  return facts.boot_id;
}

Ended send(const Scene& scene, ports::Gate& gate, const MachineName& box, const SwitchRequest& request,
           RebootState& state, const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  FF_TRY(boot, boot_of(scene, box, stop));
  const domain::Cluster& cluster = scene.declaration.cluster;
  const ports::Holder holder = holder_of(request, "reboot " + box.text(), clock);
  // Every run wants the box's lock and the route host's.
  FF_TRY(world, lock_machines(scene, gate, holder, all_but(cluster, {cluster.route_host, box}), stop));
  const auto sent =
      world.actors.at(box).host->run({"systemctl", "reboot"}, ports::within(clock, send_deadline));
  let_go(world);
  // Whether it was taken is seen by what comes of it.
  const bool unknown =
      !sent && (sent.error().code == ErrorCode::link_lost || sent.error().code == ErrorCode::timeout);
  if (!sent && !unknown) return fail(in_context(sent.error(), "the reboot of " + box.text()));
  state.boot_before = boot;
  state.until = clock.now() + boot_deadline;
  state.step = Step::await;
  return std::nullopt;
}

Ended await(const Scene& scene, const MachineName& box, RebootState& state, const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  const auto boot = boot_of(scene, box, stop);
  if (boot && *boot != state.boot_before) {
    state.step = Step::back;
    return std::nullopt;
  }
  if (state.until && clock.now() > *state.until) {
    return fail({ErrorCode::timeout,
                 box.text() + " has not come back under a new boot within " + human(boot_deadline) +
                     "; it stays drained",
                 {box, {}},
                 {},
                 {Advice::Kind::undrain, box.text()}});
  }
  if (!clock.sleep_until(ports::within(clock, between_looks, stop))) {
    return fail({ErrorCode::cancelled,
                 box.text() + " was told to reboot; it stays drained",
                 {box, {}},
                 {},
                 {Advice::Kind::undrain, box.text()}});
  }
  return std::nullopt;
}

bool without_a_question(const domain::Plan&) {
  return true;
}

Ended take_back(const Scene& scene, ports::Gate& gate, const MachineName& box, SwitchRequest request,
                const RebootState& state, const std::stop_token& stop) {
  if (!state.drained_before) {
    FF_TRY(outcome, undrain(scene, gate, box, std::move(request), without_a_question, stop));
    return outcome;
  }
  Outcome outcome;
  outcome.kind = Outcome::Kind::reached;
  outcome.drained = {box};
  return outcome;
}

}  // namespace

Result<std::optional<Outcome>> reboot_step(const Scene& scene, ports::Gate& gate, const MachineName& box,
                                           SwitchRequest request, const Confirm& confirm, RebootState& state,
                                           const std::stop_token& stop) {
  switch (state.step) {
    case Step::drain:
      return take_out(scene, gate, box, std::move(request), confirm, state, stop);
    case Step::send:
      return send(scene, gate, box, request, state, stop);
    case Step::await:
      return await(scene, box, state, stop);
    case Step::back:
      break;
  }
  return take_back(scene, gate, box, std::move(request), state, stop);
}

}  // namespace ff::app
