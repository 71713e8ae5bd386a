#include <array>

#include "cli/table/common.h"
#include "cli/verbs/verbs.h"

/// Verbs about runs: one that was cut, one that is under way, one that failed.
namespace ff::cli {
namespace {

using enum ExitCode;

constexpr std::array resume_options = {table::cluster, table::json_lines, table::yes,  table::accept,
                                       table::reason,  table::wait,       table::quiet};
constexpr std::array resume_examples = {
    Example{"ff resume", ""},
    Example{"ff resume --yes --wait", "from a runbook"},
};
constexpr std::array abort_examples = {Example{"ff abort", ""}};
constexpr std::array resume_exits = {done,    nothing_changed, rolled_back,   not_as_declared, down,
                                     refused, locked,          configuration, interrupted};

constexpr std::array takeover_options = {
    table::cluster,
    table::reason,
    Option{"--grace", "", "DURATION", Subject::text, "for the run to end by itself before it is killed (2m)",
           &Arguments::timeout},
    table::yes,
    table::quiet,
};
constexpr std::array takeover_examples = {
    Example{"ff takeover 7f3a02c1 --reason 'its operator has gone home'", ""},
    Example{"ff takeover 7f3a02c1 --reason 'it hangs' --grace 10s --yes", "from a runbook"},
};
constexpr std::array takeover_exits = {done,   nothing_changed, refused,  unknown,
                                       locked, configuration,   deadline, interrupted};

constexpr std::array wait_options = {
    table::cluster,
    Option{"--json", "", "", Subject::text, "one JSON object on stdout at the end: the last look",
           &Arguments::json},
    Option{"--for", "", "serving|steady", Subject::text, "what to wait for", &Arguments::goal},
    Option{"--timeout", "", "DURATION", Subject::text, "how long at most (30m)", &Arguments::timeout},
    table::quiet,
};
constexpr std::array wait_examples = {
    Example{"ff wait --for serving --timeout 20m", ""},
    Example{"ff wait --for steady && ff status", "once the run that is under way has ended well"},
};
constexpr std::array wait_exits = {done, down, configuration, deadline, interrupted};

constexpr std::array why_options = {table::cluster, table::json};
constexpr std::array why_examples = {
    Example{"ff why", ""},
    Example{"ff why 7f3a02c1", "of a run that `ff history` lists"},
};
constexpr std::array why_exits = {done, nothing_changed, unknown, configuration, interrupted};

constexpr std::array attach_options = {table::cluster, table::json_lines, table::quiet};
constexpr std::array attach_examples = {Example{"ff attach 7f3a02c1", ""}};
constexpr std::array attach_exits = {done, nothing_changed, rolled_back,   not_as_declared,
                                     down, unknown,         configuration, interrupted};

constexpr std::array table_of_verbs = {
    Verb{"resume", Group::changes, "go on with the run that was cut or interrupted",
         "The same as the switch that was not finished, to its target and with the same machines absent; a "
         "run that was going back goes on going back. Where nothing is unfinished it says so and does "
         "nothing.",
         table::no_word, resume_options, resume_examples, resume_exits, run_resume, nullptr},
    Verb{"abort", Group::changes, "end the run that was cut or interrupted where it is nearest",
         "Ends an unfinished run in the nearest state that serves: on to its target, back to what served "
         "before, or no more than putting back what was silenced. Of those that no hazard stops it takes the "
         "one without an outage, then the one that serves soonest, then the one with the fewest steps. Shows "
         "the plan and asks, as a switch does. Where nothing is unfinished it says so and does nothing.",
         table::no_word, resume_options, abort_examples, resume_exits, run_abort, nullptr},
    Verb{"takeover",
         Group::changes,
         "end another run that is under way, and free its locks",
         "Asks the run to stop at its next step: it ends as at Ctrl-C, resumable. One that has not ended "
         "after "
         "--grace loses its sessions on every machine that it still holds: nothing that it sent can act any "
         "more, and only then its locks are free. The cluster is left as it stands; `ff resume` goes on from "
         "there and `ff abort` ends it where it is nearest. The reason is kept in the history.",
         {"RUN", Subject::run, true, "the run's id, as status and the refusal tell it"},
         takeover_options,
         takeover_examples,
         takeover_exits,
         run_takeover,
         nullptr},
    Verb{
        "attach",
        Group::looks,
        "follow a run that is under way, to its end",
        "Tells what the run's record gets, from its beginning on, and exits as the run ends. Ctrl-C ends the "
        "looking only, never the run. A run that was killed or cut is told as such.",
        {"RUN", Subject::run, true, "the run's id"},
        attach_options,
        attach_examples,
        attach_exits,
        run_attach,
        nullptr},
    Verb{"wait", Group::looks, "until the cluster serves, or is as declared",
         "Looks every 2 s, takes no lock and writes nothing. `serving`: a client of the proxy gets a token "
         "from "
         "one instance at least. `steady`: the last run has ended and everything is as its profile declares. "
         "Tells on stderr what it sees, when that changes.",
         table::no_word, wait_options, wait_examples, wait_exits, run_wait, nullptr},
    Verb{"why",
         Group::looks,
         "the first error of a run that failed",
         "Of the step that failed first: reads the journals of that very start on every box of the instance, "
         "and what their kernels wrote meanwhile, and tells the first error over all of them, not the "
         "loudest, "
         "with the lines around it. Without RUN it is the latest run that did not reach its target.",
         {"RUN", Subject::run, false, "the run's id"},
         why_options,
         why_examples,
         why_exits,
         run_why,
         nullptr},
};

}  // namespace

std::span<const Verb> run_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
