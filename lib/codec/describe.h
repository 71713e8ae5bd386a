#pragma once

#include "base/error.h"
#include "domain/hazard.h"
#include "domain/intent.h"
#include "domain/outcome.h"
#include "domain/record.h"
#include "domain/snapshot.h"

/// The JSON names of the domain's values: one line a member. Times end in nothing (ISO text), durations in
/// `_ms`, amounts of memory in `_bytes`. Each stands in the namespace of what it describes, so that it is
/// found by argument.
namespace ff {

[[nodiscard]] const char* json_word(ErrorCode code);
[[nodiscard]] constexpr ErrorCode last_of(ErrorCode) {
  return ErrorCode::lease_lost;
}
[[nodiscard]] const char* json_word(Advice::Kind kind);
[[nodiscard]] constexpr Advice::Kind last_of(Advice::Kind) {
  return Advice::Kind::end_maintenance;
}

template <class Archive>
void members(Archive& archive, Place& value) {
  archive("machine", value.machine);
  archive("unit", value.unit);
}
template <class Archive>
void members(Archive& archive, Advice& value) {
  archive("kind", value.kind);
  archive("subject", value.subject);
  archive("without", value.without);
}
template <class Archive>
void members(Archive& archive, Error& value) {
  archive("code", value.code);
  archive("what", value.what);
  archive("where", value.where);
  archive("evidence", value.evidence);
  archive("advice", value.advice);
}

}  // namespace ff

namespace ff::domain {

[[nodiscard]] const char* json_word(LoadState state);
[[nodiscard]] constexpr LoadState last_of(LoadState) {
  return LoadState::other;
}
[[nodiscard]] const char* json_word(ActiveState state);
[[nodiscard]] constexpr ActiveState last_of(ActiveState) {
  return ActiveState::other;
}
[[nodiscard]] const char* json_word(Intent::Phase phase);
[[nodiscard]] constexpr Intent::Phase last_of(Intent::Phase) {
  return Intent::Phase::steady;
}
[[nodiscard]] const char* json_word(Rung rung);
[[nodiscard]] constexpr Rung last_of(Rung) {
  return Rung::token;
}
[[nodiscard]] const char* json_word(Route::Kind kind);
[[nodiscard]] constexpr Route::Kind last_of(Route::Kind) {
  return Route::Kind::maintenance;
}
[[nodiscard]] const char* json_word(Record::Kind kind);
[[nodiscard]] constexpr Record::Kind last_of(Record::Kind) {
  return Record::Kind::ended;
}
[[nodiscard]] const char* json_word(Outcome::Kind kind);
[[nodiscard]] constexpr Outcome::Kind last_of(Outcome::Kind) {
  return Outcome::Kind::rolled_back;
}
[[nodiscard]] const char* json_word(Hazard::Class weight);
[[nodiscard]] constexpr Hazard::Class last_of(Hazard::Class) {
  return Hazard::Class::note;
}

template <class Archive>
void members(Archive& archive, UnitState& value) {
  archive("load", value.load);
  archive("active", value.active);
  archive("sub", value.sub);
  archive("file_state", value.file_state);
  archive("fragment", value.fragment);
  archive("result", value.result);
  archive("last_exit", value.last_exit);
  archive("restarts", value.restarts);
  archive("main_pid", value.main_pid);
  archive("invocation", value.invocation);
  archive("active_since_us", value.active_since_us);
  archive("needs_reload", value.needs_reload);
  archive("job_queued", value.job_queued);
}
template <class Archive>
void members(Archive& archive, UnitDefinition& value) {
  archive("unit", value.unit);
  archive("active", value.active);
  archive("file_state", value.file_state);
  archive("relations", value.relations);
  archive("commands", value.commands);
}
template <class Archive>
void members(Archive& archive, Generation& value) {
  archive("number", value.number);
  archive("run", value.run);
}
template <class Archive>
void members(Archive& archive, Drained& value) {
  archive("box", value.box);
  archive("reason", value.reason);
  archive("operator", value.operator_name);
  archive("since", value.since);
  archive("until", value.until);
}
template <class Archive>
void members(Archive& archive, Intent& value) {
  archive("generation", value.generation);
  archive("from", value.from);
  archive("to", value.to);
  archive("phase", value.phase);
  archive("operator", value.operator_name);
  archive("since", value.since);
  archive("absent", value.absent);
  archive("gave_up", value.gave_up);
  archive("drained", value.drained);
}
template <class Archive>
void members(Archive& archive, Memory& value) {
  archive("total_bytes", value.total);
  archive("available_bytes", value.available);
}
template <class Archive>
void members(Archive& archive, Folder& value) {
  archive("path", value.path);
  archive("writable", value.writable);
  archive("free_bytes", value.free);
}
template <class Archive>
void members(Archive& archive, RecordedStart& value) {
  archive("profile", value.profile);
  archive("box", value.box);
  archive("duration_ms", value.duration);
  archive("at", value.at);
}
template <class Archive>
void members(Archive& archive, OutageTimes& value) {
  archive("stop_ms", value.stop);
  archive("memory_ms", value.memory);
  archive("masks_ms", value.masks);
  archive("ladder_ms", value.ladder);
  archive("flip_ms", value.flip);
}
template <class Archive>
void members(Archive& archive, RecordedOutage& value) {
  archive("from", value.from);
  archive("to", value.to);
  archive("times", value.times);
  archive("at", value.at);
}
template <class Archive>
void members(Archive& archive, MachineView& value) {
  archive("fault", value.fault);
  archive("machine_id", value.machine_id);
  archive("boot_id", value.boot_id);
  archive("uid", value.uid);
  archive("memory", value.memory);
  archive("clock", value.clock);
  archive("uptime_ms", value.uptime);
  archive("units", value.units);
  archive("enabled_links", value.enabled_links);
  archive("masked_links", value.masked_links);
  archive("listening", value.listening);
  archive("files", value.files);
  archive("folders", value.folders);
  archive("definitions", value.definitions);
  archive("intent", value.intent);
  archive("starts", value.starts);
  archive("outages", value.outages);
  archive("lock_holder", value.lock_holder);
}
template <class Archive>
void members(Archive& archive, Endpoint& value) {
  archive("address", value.address);
  archive("port", value.port);
}
template <class Archive>
void members(Archive& archive, Upstream& value) {
  archive("endpoint", value.endpoint);
  archive("cap", value.cap);
}
template <class Archive>
void members(Archive& archive, Notice& value) {
  archive("operator", value.operator_name);
  archive("since", value.since);
  archive("until", value.until);
}
template <class Archive>
void members(Archive& archive, Route& value) {
  archive("kind", value.kind);
  archive("upstreams", value.upstreams);
  archive("state", value.state);
  archive("message", value.message);
  archive("retry_after_s", value.retry_after_s);
  archive("notice", value.notice);
}
template <class Archive>
void members(Archive& archive, RouteView& value) {
  archive("unit_active", value.unit_active);
  archive("owned", value.owned);
  archive("answers", value.answers);
  archive("epoch", value.epoch);
  archive("marker_epoch", value.marker_epoch);
  archive("public_epoch", value.public_epoch);
  archive("public_status", value.public_status);
  archive("route", value.route);
  archive("fault", value.fault);
}
template <class Archive>
void members(Archive& archive, Health& value) {
  archive("rung", value.rung);
  archive("evidence", value.evidence);
  archive("first_token_ms", value.first_token);
  archive("running", value.running);
  archive("waiting", value.waiting);
  archive("kv_usage", value.kv_usage);
  archive("generation_tokens", value.generation_tokens);
}
template <class Archive>
void members(Archive& archive, Snapshot& value) {
  archive("seen_at", value.seen_at);
  archive("took_ms", value.took);
  archive("machines", value.machines);
  archive("health", value.health);
  archive("route", value.route);
}
template <class Archive>
void members(Archive& archive, RunHeader& value) {
  archive("run", value.run);
  archive("generation", value.generation);
  archive("from", value.from);
  archive("to", value.to);
  archive("operator", value.operator_name);
  archive("version", value.version);
  archive("started", value.started);
  archive("absent", value.absent);
  archive("accepted", value.accepted);
}
template <class Archive>
void members(Archive& archive, UnitStart& value) {
  archive("machine", value.machine);
  archive("unit", value.unit);
  archive("invocation", value.invocation);
}
template <class Archive>
void members(Archive& archive, Record& value) {
  archive("kind", value.kind);
  archive("at", value.at);
  archive("stage", value.stage);
  archive("step", value.step);
  archive("where", value.where);
  archive("text", value.text);
  archive("took_ms", value.took);
  archive("starts", value.starts);
}
template <class Archive>
void members(Archive& archive, Hazard& value) {
  archive("id", value.id);
  archive("class", value.weight);
  archive("where", value.where);
  archive("what", value.what);
  archive("remedy", value.remedy);
  archive("advice", value.advice);
}

}  // namespace ff::domain
