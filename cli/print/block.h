#pragma once

namespace ff::cli {

/// Between two looks that go on: a terminal is painted anew, anything else gets a block after the other.
void begin_block(bool first);

}  // namespace ff::cli
