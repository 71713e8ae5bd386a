#pragma once

#include "app/scene.h"
#include "domain/checkup.h"

namespace ff::app {

/// Whether all was seen, and all checks.
struct DoctorReport {
  std::vector<domain::Check> checks;
  bool known = true;  ///< every machine answered
  [[nodiscard]] bool well() const;
};

/// Looks at everything that ff's work needs; with readers only. `version` is this ff's.
[[nodiscard]] DoctorReport doctor(const Scene& scene, const std::string& version,
                                  const std::stop_token& stop);

}  // namespace ff::app
