#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "config/keys.h"
#include "domain/cluster.h"

namespace ff::config {

/// Milliseconds of "1h30m", "20m", "1m30s", "500ms": whole numbers, the larger unit first, each once.
[[nodiscard]] std::optional<std::int64_t> duration_of(std::string_view text);
/// Bytes of "8 GiB", "64MiB": a whole number and KiB, MiB, GiB or TiB.
[[nodiscard]] std::optional<std::int64_t> size_of(std::string_view text);
/// Whether an address stands for all of a machine's.
[[nodiscard]] bool is_wildcard(const std::string& address);
/// "192.0.2.1:80", "[2001:db8::1]:80".
[[nodiscard]] std::optional<domain::Endpoint> endpoint_of(std::string_view text);
/// Whether systemd would take it as the name of something to start, neither a template nor a path.
[[nodiscard]] bool is_unit(std::string_view text);
/// Whether a string is what a key of this type takes, for the types whose value stays a string.
[[nodiscard]] bool is_well_formed(KeyType type, std::string_view text);

}  // namespace ff::config
