#include "app/run_record.h"

namespace ff::app {

domain::RunHeader header_of(const SwitchRequest& request, WallTime now) {
  domain::RunHeader header;
  header.run = request.run;
  header.operator_name = request.operator_name;
  header.version = request.version;
  header.started = now;
  return header;
}

std::vector<std::string> wishes_of(const SwitchRequest& request) {
  const std::string why = request.reason.empty() ? "" : ": " + request.reason;
  std::vector<std::string> wishes;
  if (request.drain) wishes.push_back("drain " + request.drain->box.text() + why);
  if (!request.undrain.empty()) wishes.push_back("undrain " + request.undrain.text() + why);
  for (const InstanceName& instance : request.renew) wishes.push_back("restart " + instance.text() + why);
  return wishes;
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
