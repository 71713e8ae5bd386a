#include "codec/event.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/notice.h"
#include "codec/versioned.h"

namespace ff::domain {

static const char* json_word(Event::Kind kind) {
  return word(kind);
}

template <class Archive>
void members(Archive& archive, Event& value) {
  archive("at", value.at);
  archive("run", value.run);
  archive("stage", value.stage);
  archive("stages", value.stages);
  archive("step", value.step);
  archive("where", value.where);
  archive("text", value.text);
  archive("elapsed_ms", value.elapsed);
  archive("deadline_ms", value.deadline);
  archive("expected_ms", value.expected);
}

}  // namespace ff::domain

namespace ff::codec {

std::string event_line(const domain::Event& event) {
  Value value = Write{}(event);
  auto& all = std::get<Value::Object>(value.held);
  all.insert(all.begin(), {{"format", Write{}(format_now)}, {"event", Write{}(event.kind)}});
  return one_line(value);
}

std::string notice_line(const std::string& notice, const std::string& cluster, const domain::Event& event) {
  Value value = Write{}(event);
  auto& all = std::get<Value::Object>(value.held);
  all.insert(all.begin(),
             {{"format", Write{}(format_now)}, {"notice", Write{}(notice)}, {"cluster", Write{}(cluster)}});
  return one_line(value) + "\n";
}

}  // namespace ff::codec
