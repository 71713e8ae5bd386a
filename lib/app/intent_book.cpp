#include "app/intent_book.h"

#include "codec/intent.h"
#include "observe/paths.h"

namespace ff::app {

namespace {

/// The same act on every machine of the world, all at once. The first failure is the value.
template <class Act>
Status on_each(ports::World& world, const char* what, const Act& act) {
  std::vector<ports::Lane> lanes;
  for (auto& [name, actors] : world.actors) {
    lanes.push_back({name, [&act, host = actors.host](std::stop_token) { return act(*host); }});
  }
  for (Status& status : world.readers.lanes->run(std::move(lanes), {})) {
    if (!status) return std::unexpected(in_context(std::move(status.error()), what));
  }
  return Done{};
}

}  // namespace

Status write_intent(const domain::Intent& intent, ports::World& world, const Limit& limit) {
  const ports::File file{observe::intent_path, codec::intent_json(intent)};
  return on_each(world, "writing the intent",
                 [&](ports::HostControl& host) { return host.write_file(file, limit); });
}

Status remove_intent(ports::World& world, const Limit& limit) {
  return on_each(world, "removing the intent",
                 [&](ports::HostControl& host) { return host.remove_file(observe::intent_path, limit); });
}

}  // namespace ff::app
