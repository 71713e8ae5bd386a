#include "base/address.h"

#include <arpa/inet.h>

#include <array>

namespace ff {

std::optional<std::string> address_of(std::string_view text) {
  const std::string name(text);
  if (name.find('\0') != std::string::npos) return std::nullopt;
  std::array<unsigned char, sizeof(in6_addr)> bytes = {};
  std::array<char, INET6_ADDRSTRLEN> shortest = {};
  for (const int family : {AF_INET, AF_INET6}) {
    if (inet_pton(family, name.c_str(), bytes.data()) != 1) continue;
    return inet_ntop(family, bytes.data(), shortest.data(), static_cast<socklen_t>(shortest.size()));
  }
  return std::nullopt;
}

}  // namespace ff
