#include "adapters/systemd/systemd_control.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "adapters/systemd/bus.h"
#include "adapters/systemd/errors.h"
#include "adapters/systemd/message.h"
#include "adapters/systemd/unit_values.h"

namespace ff::adapters::systemd {
namespace {

const char* const job_removed_rule =
    "type='signal',sender='org.freedesktop.systemd1',path='/org/freedesktop/systemd1',"
    "interface='org.freedesktop.systemd1.Manager',member='JobRemoved'";

const char* const no_such_unit = "org.freedesktop.systemd1.NoSuchUnit";

}  // namespace

/// One act, as it is called in errors and on the bus.
struct SystemdControl::Act {
  const char* doing;
  const char* method;
  UnitName unit = {};
};

SystemdControl::SystemdControl(ports::Dialer& dialer, MachineName machine)
    : machine_(std::move(machine)), bus_(std::make_unique<Bus>(dialer, machine_)) {}
SystemdControl::~SystemdControl() = default;

Status SystemdControl::start(const UnitName& unit, Limit limit) {
  Status started = run_job({"start", "StartUnit", unit}, limit);
  // Nothing was changed and nothing can be waited for: to the caller that is a refusal.
  if (!started && started.error().code == ErrorCode::not_found) started.error().code = ErrorCode::refused;
  return started;
}

Status SystemdControl::stop(const UnitName& unit, Limit limit) {
  const Status stopped = run_job({"stop", "StopUnit", unit}, limit);
  if (!stopped && stopped.error().code == ErrorCode::not_found) return Done{};
  return stopped;
}

Status SystemdControl::reload_unit(const UnitName& unit, Limit limit) {
  return run_job({"reload", "ReloadUnit", unit}, limit);
}

Status SystemdControl::enable(const std::vector<UnitName>& units, Limit limit) {
  for (const UnitName& unit : units) {
    const Act act{"enable", "EnableUnitFiles", unit};
    const Call call{act.method, {std::vector<std::string>{unit.text()}, false, false}};
    FF_TRY(reply, send(act, call, limit));
    if (reply.failed()) return fail(refusal(reply.error_name, reply.error_text, act.doing, {machine_, unit}));
    if (!flag_of(reply))
      return fail(ErrorCode::refused, "enable: its unit file has no [Install] section", {machine_, unit});
  }
  return reload(limit);
}

Status SystemdControl::disable(const std::vector<UnitName>& units, Limit limit) {
  for (const UnitName& unit : units) {
    const Act act{"disable", "DisableUnitFiles", unit};
    FF_TRY(reply, send(act, {act.method, {std::vector<std::string>{unit.text()}, false}}, limit));
    if (!reply.failed()) continue;
    Error error = refusal(reply.error_name, reply.error_text, act.doing, {machine_, unit});
    if (error.code != ErrorCode::not_found) return fail(std::move(error));
  }
  return reload(limit);
}

Status SystemdControl::reset_failed(const UnitName& unit, Limit limit) {
  const Act act{"reset its failed state", "ResetFailedUnit", unit};
  FF_TRY(reply, send(act, {act.method, {unit.text()}}, limit));
  if (!reply.failed() || reply.error_name == no_such_unit) return Done{};
  return fail(refusal(reply.error_name, reply.error_text, act.doing, {machine_, unit}));
}

Status SystemdControl::reload(Limit limit) {
  const Act act{"reload of all unit files", "Reload"};
  FF_TRY(reply, send(act, {act.method}, limit));
  if (!reply.failed()) return Done{};
  return fail(refusal(reply.error_name, reply.error_text, act.doing, {machine_, {}}));
}

/// Sends an act's call and waits for the answer. Once it may be out, only the deadline ends the wait.
Result<Reply> SystemdControl::send(const Act& act, const Call& call, const Limit& limit) {
  if (const Status opened = bus_->open(limit); !opened) return fail(placed(opened.error(), act));
  if (limit.stop.stop_requested())
    return fail(placed({ErrorCode::cancelled, "stopped before it was sent", {}, {}, {}}, act));
  auto reply = bus_->call(call, Limit{limit.deadline, {}});
  if (!reply) return fail(placed(reply.error(), act));
  return reply;
}

Status SystemdControl::run_job(const Act& act, const Limit& limit) {
  if (const Status subscribed = bus_->subscribe({job_removed_rule}, limit); !subscribed)
    return fail(placed(subscribed.error(), act));
  bus_->forget_signals();
  FF_TRY(reply, send(act, {act.method, {act.unit.text(), std::string("replace")}}, limit));
  if (reply.failed())
    return fail(refusal(reply.error_name, reply.error_text, act.doing, {machine_, act.unit}));
  return await_job(act, text_of(reply), Limit{limit.deadline, {}});
}

Status SystemdControl::await_job(const Act& act, const std::string& job, const Limit& limit) {
  for (;;) {
    auto awaited = bus_->next_signal(limit);
    if (!awaited) return fail(placed(awaited.error(), act));
    const std::optional<Signal> signal = *std::move(awaited);
    if (!signal)
      return fail(placed(
          {ErrorCode::timeout, "its job did not end in time and still waits or runs", {}, {}, {}}, act));
    // JobRemoved carries: number, object path, unit, result.
    const std::vector<std::string>& words = signal->words;
    if (words.size() >= 4 && words[1] == job) return job_ended(act, words[3], limit);
  }
}

Status SystemdControl::job_ended(const Act& act, const std::string& result, const Limit& limit) {
  if (result == "done") return Done{};
  domain::UnitState state;
  const Call call{"GetAll", {std::string()}, path_of_unit(act.unit.text()), properties_interface};
  if (const auto reply = bus_->call(call, limit); reply)
    state = state_of(properties_of(*reply, state_properties()));
  return fail(job_failure(result, act.doing, state, {machine_, act.unit}));
}

Error SystemdControl::placed(Error error, const Act& act) const {
  error = in_context(std::move(error), act.doing);
  error.where = {machine_, act.unit};
  return error;
}

}  // namespace ff::adapters::systemd
