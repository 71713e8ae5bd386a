#include "codec/versioned.h"

namespace ff::codec {

Status known_format(int format) {
  if (format == format_now) return Done{};
  return fail(ErrorCode::bad_input, "/format: is " + std::to_string(format) + ", this ff reads 1");
}

std::string document(Value::Object body) {
  body.insert(body.begin(), {"format", {std::int64_t{format_now}}});
  std::string text = readable({std::move(body)});
  text.pop_back();
  return text;
}

}  // namespace ff::codec
