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
    lanes.push_back({name, [&act, &name, host = actors.host](std::stop_token) { return act(name, *host); }});
  }
  for (Status& status : world.readers.lanes->run(std::move(lanes), {})) {
    if (!status) return std::unexpected(in_context(std::move(status.error()), what));
  }
  return Done{};
}

/// Whether a machine's intent is that one, or none.
bool holds(ports::HostReader& host, const std::optional<domain::Intent>& intent, const Limit& limit) {
  const auto files = host.read_files({observe::intent_path}, limit);
  if (!files) return false;
  const auto found = files->find(observe::intent_path);
  if (found == files->end()) return !intent;
  const auto read = codec::intent_from(found->second);
  return intent && read && *read == *intent;
}

}  // namespace

Status write_intent(const domain::Intent& intent, ports::World& world, const Limit& limit) {
  const ports::File file{observe::intent_path, codec::intent_json(intent)};
  return on_each(world, "writing the intent",
                 [&](const MachineName&, ports::HostControl& host) { return host.write_file(file, limit); });
}

Status restore_intents(const domain::Snapshot& before, ports::World& world, const Limit& limit) {
  return on_each(world, "putting the intent back", [&](const MachineName& name, ports::HostControl& host) {
    const auto& held = before.machine(name).intent;
    Status done = held ? host.write_file({observe::intent_path, codec::intent_json(*held)}, limit)
                       : host.remove_file(observe::intent_path, limit);
    // On a disk that takes nothing the new one was not written either.
    if (!done && holds(*world.readers.machines.at(name).host, held, limit)) done = Done{};
    return done;
  });
}

Status remove_intent(ports::World& world, const Limit& limit) {
  return on_each(world, "removing the intent", [&](const MachineName&, ports::HostControl& host) {
    return host.remove_file(observe::intent_path, limit);
  });
}

}  // namespace ff::app
