#include "codec/snapshot.h"

#include "codec/archive.h"
#include "codec/describe.h"

namespace ff::codec {

std::string snapshot_json(const domain::Snapshot& snapshot) {
  return readable(Write{}(snapshot));
}

Result<domain::Snapshot> snapshot_from(std::string_view text) {
  return value_from<domain::Snapshot>(text);
}

}  // namespace ff::codec
