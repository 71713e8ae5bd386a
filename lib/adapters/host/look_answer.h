#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ports/host.h"

namespace ff::adapters::host {

/// One "KEY LENGTH\nVALUE\n" of a look.
struct Record {
  std::string_view key;
  std::string_view value;
};

/// The records of a look's body, pointing into it; `failed` when it is not made of whole records.
[[nodiscard]] Result<std::vector<Record>> records_of(std::string_view body);
/// The facts that a look's body tells. `not_permitted` when an asked file may not be read, `failed` when the
/// body is damaged or lacks an id of the machine or its memory.
[[nodiscard]] Result<ports::HostFacts> facts_of(std::string_view body);
/// The files that a body tells, by path. `not_permitted` and `failed` as for facts.
[[nodiscard]] Result<std::map<std::string, std::string>> files_of(std::string_view body);

/// MemTotal and MemAvailable of /proc/meminfo; none when one is missing or no number.
[[nodiscard]] std::optional<domain::Memory> memory_of(std::string_view meminfo);
/// The port of a /proc/net/tcp address, "0100007F:1F90"; none when it is none.
[[nodiscard]] std::optional<std::uint16_t> port_of(std::string_view address);
/// The port of a line of `ss -l -t -n`; none when there is none.
[[nodiscard]] std::optional<std::uint16_t> port_of_socket(std::string_view line);
/// The room in a folder, from "FREE_BLOCKS BLOCK_SIZE INODES FREE_INODES PATH" as `stat -f` tells it; none
/// when it is something else. Where inodes have run out, which some file systems do not count, nothing is
/// free.
[[nodiscard]] std::optional<domain::Folder> room_of(std::string_view line);
/// Bytes of a base64 text; none when it is not well-formed.
[[nodiscard]] std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace ff::adapters::host
