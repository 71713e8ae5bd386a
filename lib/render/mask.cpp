#include "render/mask.h"

namespace ff::render {

std::string mask_path(const UnitName& unit) {
  return "/etc/systemd/system.control/" + unit.text();
}

}  // namespace ff::render
