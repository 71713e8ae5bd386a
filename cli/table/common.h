#pragma once

#include "cli/table/table.h"

/// Options and words that several verbs share.
namespace ff::cli::table {

inline constexpr Positional no_word = {"", Subject::text, false, ""};

inline constexpr Option cluster = {"--cluster",
                                   "",
                                   "FILE",
                                   Subject::file,
                                   "cluster file; else $FF_CLUSTER, else /etc/ff/cluster.toml",
                                   &Arguments::cluster_file};
inline constexpr Option json = {"--json",        "", "", Subject::text, "one JSON object on stdout",
                                &Arguments::json};
inline constexpr Option json_lines = {
    "--json", "", "", Subject::text, "events as JSON lines on stdout", &Arguments::json};

}  // namespace ff::cli::table
