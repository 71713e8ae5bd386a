#pragma once

#include "domain/plan.h"

/// The JSON names of a plan's parts; see describe.h.
namespace ff::domain {

template <class Archive>
void members(Archive& archive, Member& value) {
  archive("box", value.box);
  archive("unit", value.unit);
  archive("rank", value.rank);
}
template <class Archive>
void members(Archive& archive, Instance& value) {
  archive("name", value.name);
  archive("profile", value.profile);
  archive("members", value.members);
  archive("endpoint", value.endpoint);
  archive("served_name", value.served_name);
  archive("max_num_seqs", value.max_num_seqs);
}
template <class Archive>
void members(Archive& archive, Prediction& value) {
  archive("outage", value.outage);
  archive("drain_ms", value.drain);
  archive("start_ms", value.start);
  archive("first", value.first);
  archive("recorded_starts", value.recorded_starts);
  archive("start_back_ms", value.start_back);
  archive("rest", value.rest);
  archive("recorded_outages", value.recorded_outages);
}
template <class Archive>
void members(Archive& archive, Silence& value) {
  archive("machine", value.machine);
  archive("units", value.units);
}
template <class Archive>
void members(Archive& archive, SetRoute& value) {
  archive("machine", value.machine);
  archive("route", value.route);
}
template <class Archive>
void members(Archive& archive, Drain& value) {
  archive("machine", value.machine);
  archive("instance", value.instance);
  archive("timeout_ms", value.timeout);
}
template <class Archive>
void members(Archive& archive, Retire& value) {
  archive("machine", value.machine);
  archive("units", value.units);
  archive("ports", value.ports);
  archive("memory_available_min_bytes", value.memory_available_min);
  archive("memory_deadline_ms", value.memory_deadline);
}
template <class Archive>
void members(Archive& archive, Mask& value) {
  archive("machine", value.machine);
  archive("units", value.units);
}
template <class Archive>
void members(Archive& archive, Unmask& value) {
  archive("machine", value.machine);
  archive("units", value.units);
}
template <class Archive>
void members(Archive& archive, Configure& value) {
  archive("machine", value.machine);
  archive("unit", value.unit);
  archive("path", value.path);
  archive("content", value.content);
}
template <class Archive>
void members(Archive& archive, Launch& value) {
  archive("machine", value.machine);
  archive("unit", value.unit);
  archive("profile", value.profile);
  archive("instance", value.instance);
  archive("leader", value.leader);
}
template <class Archive>
void members(Archive& archive, AwaitHealthy& value) {
  archive("machine", value.machine);
  archive("instance", value.instance);
  archive("deadline_ms", value.deadline);
  archive("token_deadline_ms", value.token_deadline);
  archive("expected_ms", value.expected);
}
template <class Archive>
void members(Archive& archive, Enable& value) {
  archive("machine", value.machine);
  archive("units", value.units);
}
template <class Archive>
void members(Archive& archive, Arm& value) {
  archive("machine", value.machine);
  archive("units", value.units);
}
template <class Archive>
void members(Archive& archive, Settle& value) {
  archive("machine", value.machine);
  archive("pause_ms", value.pause);
  archive("serving", value.serving);
  archive("retired", value.retired);
}

}  // namespace ff::domain
