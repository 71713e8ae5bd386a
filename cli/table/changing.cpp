#include <array>

#include "cli/table/common.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

using enum ExitCode;

constexpr std::array switch_options = {
    table::cluster,
    table::json_lines,
    table::yes,
    Option{"--dry-run", "-n", "", Subject::text, "print the plan and stop; writes nothing",
           &Arguments::dry_run},
    Option{"--detach", "", "", Subject::text, "carry it out apart from this terminal; prints the run's id",
           &Arguments::detach},
    Option{"--run", "", "ID", Subject::text,
           "the id that the run is to have, eight hex digits; else a fresh one", &Arguments::run},
    table::without,
    table::only,
    table::accept,
    table::reason,
    table::wait,
    table::quiet,
};
constexpr std::array switch_examples = {
    Example{"ff switch replica", ""},
    Example{"ff switch replica --yes", "from a runbook"},
    Example{"ff switch replica --dry-run", ""},
    Example{"ff switch replica --detach", "then `ff attach RUN` follows it"},
    Example{"ff switch replica --wait 1h", "once the run that is under way has ended"},
    Example{"ff switch replica --accept foreign-proxy-config:edge --reason 'first switch'", ""},
    Example{"ff switch replica --without box2 --reason 'its power supply died'", ""},
};
constexpr std::array switch_exits = {done,    nothing_changed, not_as_declared, down,
                                     refused, locked,          configuration,   interrupted};

constexpr std::array rejoin_options = {table::cluster, table::json_lines, table::yes,  table::accept,
                                       table::reason,  table::wait,       table::quiet};
constexpr std::array rejoin_examples = {Example{"ff rejoin box2", ""}};

constexpr std::array release_options = {table::cluster, table::json_lines, table::yes, table::wait,
                                        table::quiet};
constexpr std::array release_examples = {Example{"ff release", ""}};
constexpr std::array release_exits = {done,   nothing_changed, not_as_declared, refused,
                                      locked, configuration,   interrupted};

constexpr std::array table_of_verbs = {
    Verb{"switch",
         Group::changes,
         "move the cluster to PROFILE; run again to go on",
         "Plans, shows the plan, asks, locks every machine and carries the plan out. Killed, cut or "
         "interrupted "
         "at any point, the same command again goes on from there; when all is as PROFILE says it tells so "
         "and "
         "does nothing. A hazard stops it before anything is touched. A machine that does not answer is one; "
         "--without does without it, and the intent remembers that until a rejoin or a switch without flags.",
         {"PROFILE", Subject::profile, true, "the topology to move to; `off` stops every copy"},
         switch_options,
         switch_examples,
         switch_exits,
         run_switch,
         nullptr},
    Verb{"rejoin",
         Group::changes,
         "take in a box again that was done without",
         "The same as the switch to the intended profile, with BOX no longer absent; what else is absent "
         "stays "
         "so.",
         {"BOX", Subject::box, true, "the box that is back"},
         rejoin_options,
         rejoin_examples,
         switch_exits,
         run_rejoin,
         nullptr},
    Verb{
        "release", Group::changes, "take ff's hands off: its masks go, all runs on",
        "Removes ff's masks and its intent from every machine and leaves everything as it runs and is "
        "enabled. "
        "What was kept down, old watchdogs too, may be started again by whoever wants to. The history stays.",
        table::no_word, release_options, release_examples, release_exits, run_release, nullptr},
};

}  // namespace

std::span<const Verb> changing_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
