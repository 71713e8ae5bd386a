#include "codec/checkup.h"

#include "codec/archive.h"
#include "codec/versioned.h"

namespace ff::domain {

static const char* json_word(Check::Verdict verdict) {
  return word(verdict);
}

template <class Archive>
void members(Archive& archive, Check& value) {
  archive("verdict", value.verdict);
  archive("machine", value.machine);
  archive("what", value.what);
  archive("remedy", value.remedy);
  archive("unit", value.unit);
}

}  // namespace ff::domain

namespace ff::codec {

std::string checkup_json(const std::vector<domain::Check>& checks, bool well, bool known) {
  const Write write{true};
  return document({{"well", write(well)}, {"known", write(known)}, {"checks", write(checks)}});
}

}  // namespace ff::codec
