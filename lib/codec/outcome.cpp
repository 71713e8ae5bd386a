#include "codec/outcome.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::domain {

template <class Archive>
void members(Archive& archive, OutagePart& value) {
  archive("name", value.name);
  archive("seen_ms", value.seen);
  archive("predicted_ms", value.predicted);
}
template <class Archive>
void members(Archive& archive, Outcome& value) {
  archive("outcome", value.kind);
  archive("run", value.run);
  archive("target", value.target);
  archive("previous", value.previous);
  archive("serving", value.serving);
  archive("declared", value.declared);
  archive("absent", value.absent);
  archive("error", value.error);
  archive("hazards", value.hazards);
  archive("outage_seen_ms", value.outage_seen);
  archive("outage_predicted_ms", value.outage_predicted);
  archive("outage_parts", value.outage_parts);
  archive("took_ms", value.took);
  archive("drained", value.drained);
}

}  // namespace ff::domain

namespace ff::codec {

std::string outcome_json(const domain::Outcome& outcome) {
  Value value = Write{true}(outcome);
  return document(std::get<Value::Object>(std::move(value.held)));
}

}  // namespace ff::codec
