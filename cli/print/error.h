#pragma once

#include <cstdio>

#include "base/error.h"
#include "cli/arguments.h"

namespace ff::cli {

/// One failure on stderr: what, where, evidence, and what to type next. Each error is printed once.
void print_error(const Error& error, const Arguments& arguments);
/// Place and sentence on one line: "box1 ff-replica.service: did not start".
[[nodiscard]] std::string sentence(const Error& error);
/// Beside "next", where a lock is held: the command that takes it from a run that hangs.
void print_takeover(const Advice& advice, const Arguments& arguments, std::FILE* out);
/// Evidence lines, indented, on the stream.
void print_evidence(const Error& error, std::FILE* out);

}  // namespace ff::cli
