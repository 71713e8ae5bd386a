#include <array>

#include "cli/table/common.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

using enum ExitCode;

constexpr std::array switch_options = {
    table::cluster,
    table::json_lines,
    Option{"--yes", "-y", "", Subject::text, "ask nothing: for runbooks", &Arguments::yes},
    Option{"--dry-run", "-n", "", Subject::text, "print the plan and stop; writes nothing",
           &Arguments::dry_run},
    Option{"--accept", "", "HAZARD", Subject::text, "a hazard to accept, by its id; may be repeated",
           &Arguments::accepted},
    Option{"--reason", "", "TEXT", Subject::text, "why it is accepted; kept in the history",
           &Arguments::reason},
    Option{"--quiet", "-q", "", Subject::text, "no progress on stderr", &Arguments::quiet},
};
constexpr std::array switch_examples = {
    Example{"ff switch replica", ""},
    Example{"ff switch replica --yes", "from a runbook"},
    Example{"ff switch replica --dry-run", ""},
    Example{"ff switch replica --accept foreign-proxy-config:edge --reason 'first switch'", ""},
};
constexpr std::array switch_exits = {done,    nothing_changed, not_as_declared, down,
                                     refused, locked,          configuration,   interrupted};

constexpr std::array table_of_verbs = {
    Verb{"switch",
         Group::changes,
         "move the cluster to PROFILE; run again to go on",
         "Plans, shows the plan, asks, locks every machine and carries the plan out. Killed, cut or "
         "interrupted "
         "at any point, the same command again goes on from there; when all is as PROFILE says it tells so "
         "and "
         "does nothing. A hazard stops it before anything is touched.",
         {"PROFILE", Subject::profile, true, "the topology to move to"},
         switch_options,
         switch_examples,
         switch_exits,
         run_switch,
         nullptr},
};

}  // namespace

std::span<const Verb> changing_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
