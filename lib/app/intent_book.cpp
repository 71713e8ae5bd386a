#include "app/intent_book.h"

#include "codec/intent.h"
#include "observe/paths.h"

namespace ff::app {

std::optional<domain::Intent> highest_intent(const domain::Snapshot& snapshot) {
  std::optional<domain::Intent> highest;
  for (const auto& [name, machine] : snapshot.machines) {
    if (!machine.intent) continue;
    if (!highest || machine.intent->generation > highest->generation) highest = machine.intent;
  }
  return highest;
}

Status write_intent(const domain::Intent& intent, ports::World& world, const Limit& limit) {
  const ports::File file{observe::intent_path, codec::intent_json(intent)};
  std::vector<ports::Lane> lanes;
  for (auto& [name, actors] : world.actors) {
    lanes.push_back({name, [&file, &limit, host = actors.host](std::stop_token) {
                       return host->write_file(file, limit);
                     }});
  }
  for (Status& status : world.readers.lanes->run(std::move(lanes), {})) {
    if (!status) return std::unexpected(in_context(std::move(status.error()), "writing the intent"));
  }
  return Done{};
}

}  // namespace ff::app
