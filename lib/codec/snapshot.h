#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "domain/snapshot.h"

namespace ff::codec {

/// A snapshot as readable, stable JSON: what planner scenarios keep as `observed.json`. Members equal to
/// their default are left out; file contents that are not UTF-8 lose those bytes.
[[nodiscard]] std::string snapshot_json(const domain::Snapshot& snapshot);
/// The snapshot that a text describes; members that it leaves out have their defaults. `bad_input` with a
/// JSON pointer for an unknown or wrong member.
[[nodiscard]] Result<domain::Snapshot> snapshot_from(std::string_view text);

}  // namespace ff::codec
