#include "codec/log_line.h"

#include "codec/archive.h"
#include "codec/versioned.h"

namespace ff::codec {

std::string log_line(const MachineName& box, const UnitName& unit, const std::string& text) {
  const Write write{};
  return one_line({Value::Object{
      {"format", write(format_now)}, {"box", write(box)}, {"unit", write(unit)}, {"line", write(text)}}});
}

}  // namespace ff::codec
