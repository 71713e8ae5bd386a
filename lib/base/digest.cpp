#include "base/digest.h"

#include <fmt/format.h>

#include <cstdint>

namespace ff {

Digest digest_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return Digest(fmt::format("{:016x}", hash));
}

}  // namespace ff
