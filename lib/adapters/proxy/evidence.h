#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ff::adapters::proxy {

/// One process that listens on a port.
struct Holder {
  std::string program;
  int pid = 0;
  std::string line;  ///< the whole line of `ss`
};

/// The holders of a port in the output of `ss -Hltnp`. A listener whose process is not shown has no program.
[[nodiscard]] std::vector<Holder> holders_of(std::uint16_t port, std::string_view ss_output);

}  // namespace ff::adapters::proxy
