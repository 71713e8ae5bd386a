#include "base/bytes.h"

#include <fmt/format.h>

namespace ff {

std::string human(Bytes bytes) {
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes.count) / (1024.0 * 1024.0 * 1024.0));
}

}  // namespace ff
