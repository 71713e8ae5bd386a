#include "codec/firewall.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::domain {

static const char* json_word(FirewallView::Rules rules) {
  return word(rules);
}
static const char* json_word(FirewallView::Door door) {
  return word(door);
}

template <class Archive>
void members(Archive& archive, FirewallView& value) {
  archive("ports", value.ports);
  archive("rules", value.rules);
  archive("kept", value.kept);
  archive("has_tool", value.has_tool);
  archive("leftovers", value.leftovers);
  archive("door", value.door);
  archive("tried_from", value.tried_from);
  archive("fault", value.fault);
}

}  // namespace ff::domain

namespace ff::codec {

std::string firewall_json(const std::map<MachineName, domain::FirewallView>& boxes, bool well) {
  const Write write{true};
  return document({{"boxes", write(boxes)}, {"well", write(well)}});
}

}  // namespace ff::codec
