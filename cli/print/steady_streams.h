#pragma once

namespace ff::cli {

/// Makes stdout and stderr of this process streams that never fail and never block for long, for verbs that
/// act: a reader that has gone or does not read costs its text, never the run or its exit code. A reader that
/// takes nothing for 10 s counts as gone until it reads again.
void keep_streams_steady();

}  // namespace ff::cli
