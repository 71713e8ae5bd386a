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

inline constexpr Option yes = {"--yes",        "-y", "", Subject::text, "ask nothing: for runbooks",
                               &Arguments::yes};
inline constexpr Option quiet = {"--quiet",        "-q", "", Subject::text, "no progress on stderr",
                                 &Arguments::quiet};
inline constexpr Option accept = {
    "--accept",          "", "HAZARD", Subject::text, "a hazard to accept, by its id; may be repeated",
    &Arguments::accepted};
inline constexpr Option reason = {
    "--reason", "", "TEXT", Subject::text, "why it is done so; kept in the history", &Arguments::reason};
inline constexpr Option without = {
    "--without",        "", "MACHINE", Subject::machine, "do without it, dead or not; may be repeated",
    &Arguments::without};
inline constexpr Option wait = {"--wait",
                                "",
                                "[DURATION]",
                                Subject::text,
                                "while another run holds the lock, wait, at most DURATION (30m)",
                                &Arguments::wait,
                                "30m"};
inline constexpr Option only = {
    "--only", "", "BOX", Subject::box, "do without every other box; may be repeated", &Arguments::only};

inline constexpr Option on_failure = {
    "--on-failure",
    "",
    "back|stop",
    Subject::text,
    "when no instance comes up: go back once to what served (the default), or stop there",
    &Arguments::on_failure};
inline constexpr Option outage = {
    "--outage", "", "", Subject::text, "go on even if clients are left without a model", &Arguments::outage};
inline constexpr Option duration = {
    "--for",
    "",
    "DURATION",
    Subject::text,
    "when it should be over, such as 2h or 1h30m; for people, nothing ends it",
    &Arguments::duration};

}  // namespace ff::cli::table
