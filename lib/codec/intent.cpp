#include "codec/intent.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::codec {
namespace {

struct IntentFile {
  int format = 0;
  domain::Intent intent;
};

template <class Archive>
void members(Archive& archive, IntentFile& value) {
  archive("format", value.format);
  archive("intent", value.intent);
}

}  // namespace

std::string intent_json(const domain::Intent& intent) {
  return readable(Write{true}(IntentFile{format_now, intent}));
}

Result<domain::Intent> intent_from(std::string_view text) {
  FF_TRY(file, value_from<IntentFile>(text));
  FF_TRY(readable_format, known_format(file.format));
  if (file.intent.generation.run.empty())
    return fail(ErrorCode::bad_input, "/intent/generation/run: is missing");
  return std::move(file.intent);
}

}  // namespace ff::codec
