#pragma once

#include <vector>

#include "domain/checkup.h"
#include "domain/profile.h"

namespace ff::render {

/// What a look at nginx configurations found.
struct NginxLint {
  std::vector<domain::ProxyFault> faults;  ///< in the order of files and lines
  bool leads_to_copies = false;            ///< whether any of it is about copies at all
};

/// What in nginx configurations that are not ff's would hurt clients of the model. Only upstreams and
/// locations count that lead to a copy: a serving port on a box's address or on any name. A file that ff
/// wrote is passed over. Pure.
[[nodiscard]] NginxLint lint_nginx(const domain::Declaration& declaration,
                                   const std::vector<domain::ConfigFile>& files);

}  // namespace ff::render
