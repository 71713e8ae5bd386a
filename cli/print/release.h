#pragma once

#include "app/release.h"
#include "cli/arguments.h"

namespace ff::cli {

/// How a release ended, on stdout: what nothing keeps down any more, what runs on, what stays masked; or one
/// JSON line.
void print_release(const app::Released& released, const Arguments& arguments);

}  // namespace ff::cli
