#include "codec/runbook.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::codec {

template <class Archive>
static void members(Archive& archive, RunbookWay& value) {
  archive("to", value.to);
  archive("blocked", value.blocked);
  archive("text", value.text);
}

std::string runbook_json(const std::vector<RunbookWay>& ways) {
  return document({{"ways", Write{true}(ways)}});
}

}  // namespace ff::codec
