#include "codec/why.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::domain {

static const char* json_word(Trouble trouble) {
  return word(trouble);
}

template <class Archive>
void members(Archive& archive, LogEntry& value) {
  archive("machine", value.machine);
  archive("unit", value.unit);
  archive("at", value.at);
  archive("text", value.text);
}

template <class Archive>
void members(Archive& archive, FirstError& value) {
  archive("line", value.line);
  archive("trouble", value.trouble);
  archive("around", value.around);
}

}  // namespace ff::domain

namespace ff::codec {

std::string why_json(const domain::Run& run, const std::optional<domain::Record>& failed,
                     const std::optional<domain::FirstError>& first, const std::vector<std::string>& unread) {
  const Write write{true};
  return document({{"header", write(run.header)},
                   {"outcome", write(run.outcome())},
                   {"failed", write(failed)},
                   {"first", write(first)},
                   {"unread", write(unread)}});
}

}  // namespace ff::codec
