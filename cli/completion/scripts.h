#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/table/table.h"

/// Completion of shells: verbs and options stand in the scripts, live names come from `ff complete KIND`,
/// which reads the cluster file and this machine's run records, and never asks a machine.
namespace ff::cli::completion {

[[nodiscard]] const std::vector<std::string>& shells();
/// The script for one of `shells()`; nothing for any other.
[[nodiscard]] std::optional<std::string> script(const std::string& shell);
/// The word by which `ff complete` is asked for names of that kind; empty for kinds without a list of names.
[[nodiscard]] std::string word(Subject kind);

}  // namespace ff::cli::completion
