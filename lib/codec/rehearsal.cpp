#include "codec/rehearsal.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::codec {

template <class Archive>
static void members(Archive& archive, FaultRow& value) {
  archive("faults", value.faults);
  archive("met", value.met);
  archive("killed", value.killed);
  archive("outcome", value.outcome);
  archive("serving", value.serving);
  archive("declared", value.declared);
  archive("exit", value.exit_code);
  archive("outage_ms", value.outage);
  archive("end", value.end);
  archive("next", value.next);
}

std::string rehearsal_json(const std::vector<FaultRow>& rows, std::size_t of) {
  const Write write{true};
  return document({{"rehearsed", write(rows)},
                   {"played", write(static_cast<std::int64_t>(rows.size()))},
                   {"of", write(static_cast<std::int64_t>(of))}});
}

}  // namespace ff::codec
