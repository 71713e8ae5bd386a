#include "codec/clients.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::domain {

template <class Archive>
void members(Archive& archive, SocketOwner& value) {
  archive("pid", value.pid);
  archive("command", value.command);
  archive("unit", value.unit);
  archive("container", value.container);
}
template <class Archive>
void members(Archive& archive, Caller& value) {
  archive("box", value.box);
  archive("endpoint", value.endpoint);
  archive("address", value.address);
  archive("machine", value.machine);
  archive("name", value.name);
  archive("by", value.by);
  archive("through", value.through);
  archive("connections", value.connections);
  archive("first_seen", value.first_seen);
  archive("last_seen", value.last_seen);
}

template <class Archive>
void members(Archive& archive, Tally& value) {
  archive("by_copies", value.by_copies);
  archive("by_proxy", value.by_proxy);
  archive("copies", value.copies);
  archive("over_ms", value.over);
}

}  // namespace ff::domain

namespace ff::codec {

template <class Archive>
static void members(Archive& archive, MentionLine& value) {
  archive("file", value.file);
  archive("line", value.line);
  archive("address", value.address);
  archive("box", value.box);
  archive("to_copy", value.to_copy);
}

std::string clients_json(const domain::Calls& calls, const std::map<MachineName, Error>& unseen, int looks,
                         const std::optional<domain::Tally>& tally) {
  const Write write{true};
  return document({{"bypassing", write(calls.bypassing)},
                   {"connections_by_proxy", write(calls.by_proxy)},
                   {"connections_by_monitors", write(calls.by_monitors)},
                   {"connections_by_ff", write(calls.by_ff)},
                   {"unseen", write(unseen)},
                   {"looks", write(looks)},
                   {"counters", write(tally)}});
}

std::string scan_json(const std::vector<MentionLine>& found, int files) {
  const Write write{true};
  return document({{"found", write(found)}, {"files", write(files)}});
}

}  // namespace ff::codec
