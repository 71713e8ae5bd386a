#include "app/run_record.h"

#include <utility>

#include "planner/inventory.h"

namespace ff::app {

namespace {

/// What the request changes beside its target: "drain box1: REASON".
std::vector<std::string> wishes_of(const SwitchRequest& request, const std::string& why) {
  std::vector<std::string> wishes;
  if (request.drain) wishes.push_back("drain " + request.drain->box.text() + why);
  if (!request.undrain.empty()) wishes.push_back("undrain " + request.undrain.text() + why);
  for (const InstanceName& instance : request.renew) wishes.push_back("restart " + instance.text() + why);
  return wishes;
}

}  // namespace

domain::RunHeader header_of(const SwitchRequest& request, const domain::Plan& plan,
                            const domain::Snapshot& before, WallTime now) {
  const domain::Intent* last = planner::latest_intent(before);
  const std::string why = request.reason.empty() ? "" : ": " + request.reason;
  domain::RunHeader header;
  header.run = request.run;
  header.generation = last == nullptr ? 0 : last->generation.number;
  header.from = plan.from;
  header.to = plan.to;
  header.operator_name = request.operator_name;
  header.version = request.version;
  header.started = now;
  header.absent = plan.absent;
  for (const HazardId& id : request.accepted) header.accepted.push_back(id.text() + why);
  for (const MachineName& machine : plan.absent) header.accepted.push_back("without " + machine.text() + why);
  for (std::string& wish : wishes_of(request, why)) header.accepted.push_back(std::move(wish));
  return header;
}

void note_end(domain::Outcome::Kind kind, Milliseconds took, ports::World& world) {
  ports::Clock& clock = *world.readers.clock;
  domain::Record record;
  record.kind = domain::Record::Kind::ended;
  record.at = clock.wall();
  record.text = domain::word(kind);
  record.took = took;
  (void)world.record->append({record}, ports::within(clock, note_deadline));
}

}  // namespace ff::app
