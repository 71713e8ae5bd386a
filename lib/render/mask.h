#pragma once

#include <string>

#include "base/ids.h"

namespace ff::render {

/// Where the link to /dev/null lies that masks a unit. This folder comes first in systemd's search path,
/// before /etc/systemd/system and /run: nothing else lifts it, neither a reboot nor `systemctl unmask` nor
/// `revert` (systemd.unit(5), "Unit File Load Path"; tried on systemd 252).
[[nodiscard]] std::string mask_path(const UnitName& unit);

}  // namespace ff::render
