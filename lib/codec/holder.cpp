#include "codec/holder.h"

#include "codec/archive.h"

namespace ff::codec {

template <class Archive>
void members(Archive& archive, HolderNote& value) {
  archive("run", value.run);
  archive("operator", value.operator_name);
  archive("verb", value.verb);
  archive("since", value.since);
  archive("step", value.step);
  archive("pid", value.pid);
}

template <class Archive>
void members(Archive& archive, StopNote& value) {
  archive("run", value.run);
  archive("operator", value.operator_name);
  archive("reason", value.reason);
}

std::string holder_json(const HolderNote& note) {
  return one_line(Write{true}(note)) + "\n";
}

Result<HolderNote> holder_from(std::string_view text) {
  return value_from<HolderNote>(text);
}

std::string stop_json(const StopNote& note) {
  return one_line(Write{true}(note)) + "\n";
}

Result<StopNote> stop_from(std::string_view text) {
  return value_from<StopNote>(text);
}

}  // namespace ff::codec
