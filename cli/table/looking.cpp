#include <array>

#include "cli/table/common.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

using enum ExitCode;

constexpr std::array status_options = {
    table::cluster,
    table::json,
    Option{"--deep", "", "", Subject::text, "ask every copy for a token too", &Arguments::deep},
    Option{"--watch", "-w", "SECONDS", Subject::text, "look again every SECONDS (2) until Ctrl-C",
           &Arguments::watch_s},
};
constexpr std::array status_examples = {
    Example{"ff status", ""},
    Example{"ff status --watch", "until Ctrl-C"},
    Example{"ff status --json | jq .serving", ""},
};
constexpr std::array status_exits = {done, not_as_declared, down, unknown, configuration, interrupted};

constexpr std::array plan_options = {
    table::cluster,
    table::json,
    table::without,
    table::only,
    Option{"--detailed-exitcode", "", "", Subject::text, "exit 2 when changes are pending",
           &Arguments::detailed_exit_code},
};
constexpr std::array plan_examples = {
    Example{"ff plan replica", ""},
    Example{"ff plan replica --without box2", "what can be had while box2 is dead"},
    Example{"ff plan replica --detailed-exitcode || echo pending", ""},
};
constexpr std::array plan_exits = {done, pending, refused, configuration};

constexpr std::array rehearse_options = {
    table::cluster,
    Option{"--json", "", "", Subject::text, "events and outcome as JSON, or one object with all faults",
           &Arguments::json},
    table::without,
    table::only,
    table::on_failure,
    Option{"--faults", "", "", Subject::text, "every fault at every stage, one at a time, as a table",
           &Arguments::all_faults},
    Option{"--fault", "", "FAULT@MACHINE[:STAGE]", Subject::text,
           "with this one, told in full; may be repeated", &Arguments::faults},
    Option{"--pairs", "", "", Subject::text, "up to 500 pairs of faults, summed up", &Arguments::pairs},
    Option{"--seed", "", "NUMBER", Subject::text, "which pairs are drawn (1)", &Arguments::seed},
};
constexpr std::array rehearse_examples = {
    Example{"ff rehearse replica", ""},
    Example{"ff rehearse replica --faults", "what could go wrong, and what to type then"},
    Example{"ff rehearse replica --fault start@box2", "a copy that dies while it loads"},
};
constexpr std::array rehearse_exits = {done, nothing_changed, rolled_back,  not_as_declared,
                                       down, refused,         configuration};

constexpr std::array runbook_options = {table::cluster, table::json};
constexpr std::array runbook_examples = {
    Example{"ff runbook >runbook.md", ""},
    Example{"ff runbook replica", "to that profile alone"},
};
constexpr std::array runbook_exits = {done, refused, configuration, interrupted};

constexpr std::array health_options = {table::cluster, table::json};
constexpr std::array health_examples = {Example{"ff health", ""}};

constexpr std::array clients_options = {
    table::cluster,
    table::json,
    Option{"--watch", "-w", "SECONDS", Subject::text, "look again every SECONDS (2) until Ctrl-C",
           &Arguments::watch_s},
    Option{"--scan", "", "PATH...", Subject::file, "look for addresses of boxes in files, and ask no machine",
           &Arguments::scan, "", true},
};
constexpr std::array clients_examples = {
    Example{"ff clients", ""},
    Example{"ff clients --watch", "first and last seen, until Ctrl-C"},
    Example{"ff clients --scan /etc /srv/jobs", "who has a box's address written down"},
};
constexpr std::array clients_exits = {done, not_as_declared, unknown, configuration, interrupted};

constexpr std::array history_options = {table::cluster, table::json};
constexpr std::array history_examples = {
    Example{"ff history", ""},
    Example{"ff history 7f3a02c1", "one run, line by line"},
};
constexpr std::array history_exits = {done, nothing_changed, unknown, configuration};

constexpr std::array logs_options = {
    table::cluster,
    Option{"--json", "", "", Subject::text, "one JSON object a line", &Arguments::json},
    Option{"--follow", "-f", "", Subject::text, "go on with what comes, until Ctrl-C", &Arguments::follow},
    Option{"--lines", "-n", "LINES", Subject::text, "how many of each unit to begin with (50)",
           &Arguments::lines},
};
constexpr std::array logs_examples = {
    Example{"ff logs box1", ""},
    Example{"ff logs box1+box2 -f -n 200", "both ranks of a split"},
};
constexpr std::array logs_exits = {done, nothing_changed, unknown, configuration};

constexpr std::array doctor_options = {table::cluster, table::json};
constexpr std::array doctor_examples = {
    Example{"ff doctor", ""},
    Example{"ff doctor | grep -v ^ok", "what is not well"},
};
constexpr std::array doctor_exits = {done, not_as_declared, unknown, configuration, interrupted};

constexpr std::array table_of_verbs = {
    Verb{"status", Group::looks, "what serves, and whether it is as declared",
         "Looks at every machine, every copy and the proxy at once, tells which profile is in place and how "
         "many of "
         "its instances serve, and lists what is not as declared, each with its remedy.",
         table::no_word, status_options, status_examples, status_exits, run_status, nullptr},
    Verb{"plan",
         Group::looks,
         "what a switch to PROFILE would do",
         "Prints the stages of `ff switch PROFILE`, each step with its reason, the outage to expect, and the "
         "hazards that would stop it.",
         {"PROFILE", Subject::profile, true, "the topology to move to; `off` stops every copy"},
         plan_options,
         plan_examples,
         plan_exits,
         run_plan,
         nullptr},
    Verb{
        "rehearse",
        Group::looks,
        "play a switch to PROFILE without touching anything",
        "Looks once, builds a simulated world that stands as the real one was seen, and carries out the "
        "switch "
        "there with the same planner, engine and failure policy, in virtual time. Prints its course and its "
        "end, and exits as that switch would. Starts take what was recorded, else what the profile declares; "
        "stops what was recorded on this way, else 2 s; requests under way 10 s; hazards that can be "
        "accepted "
        "are.\n\n"
        "With --faults it plays the switch again for every fault at every stage where it applies: a link cut "
        "for a while or for good, a machine that reboots, a unit that dies or never gets healthy, a copy "
        "that "
        "hangs, a job that does not end, a proxy that refuses, memory that is not given back, a full disk, "
        "ff "
        "killed. One line tells where it ends, the exit code, the outage and what to type; runs that end "
        "alike share one, and the exit code of the rehearsal is 0.",
        {"PROFILE", Subject::profile, true, "the topology to move to; `off` stops every copy"},
        rehearse_options,
        rehearse_examples,
        rehearse_exits,
        run_rehearse,
        nullptr},
    Verb{"runbook",
         Group::looks,
         "the plain commands of a switch, for when ff is not there",
         "Looks, and prints the way from there to each profile, or to PROFILE, as Markdown: systemctl, rm, "
         "ln, "
         "the files to write and curl, a block for each machine of each stage, in order. A block begins with "
         "\"```bash MACHINE\" and is run there as root by `bash -e`. A machine that does not answer is done "
         "without.",
         {"PROFILE", Subject::profile, false, "the topology to move to; every one where it is left out"},
         runbook_options,
         runbook_examples,
         runbook_exits,
         run_runbook,
         nullptr},
    Verb{"health", Group::looks, "a token from every copy, an answer from the proxy",
         "Climbs the health ladder of every instance: its unit is active, its port accepts, /health answers, "
         "/v1/models names the model, and a completion streams a token.",
         table::no_word, health_options, health_examples, status_exits, run_health, nullptr},
    Verb{
        "clients", Group::looks, "who talks to a copy without the proxy",
        "Looks twice, a second apart, at the connections that every machine has to the copies' ports, in its "
        "containers too, and lists whose are not the proxy's: from where, to which copy, how many, and the "
        "process where a machine of the cluster can tell it (as root). Left out are ff's own checks, the "
        "copies "
        "themselves, declared watchdogs, and the addresses that `monitors` names in the cluster file. A call "
        "that begins and ends between two looks is not seen, but counted: where the proxy is an nginx with "
        "ff's "
        "configuration, it tells whether the copies took in more requests than came to the proxy meanwhile. "
        "Fewer say nothing, since the proxy answers some by itself.\n\n"
        "With --scan it looks for addresses of boxes in text files instead: hosts files, URLs, environments, "
        "YAML, TOML, JSON, line by line. An address counts with a port of the copies or with none; the "
        "proxy's "
        "own address, other ports, comments and files of ff's own do not. Links are not followed; binary "
        "files "
        "and those over 1 MiB are left out, and it says how many.",
        table::no_word, clients_options, clients_examples, clients_exits, run_clients, nullptr},
    Verb{"history",
         Group::looks,
         "runs and how they ended, or one run line by line",
         "Reads the run records on the route host; when it does not answer, this operator's own copies.",
         {"RUN", Subject::run, false, "the run's id"},
         history_options,
         history_examples,
         history_exits,
         run_history,
         nullptr},
    Verb{
        "logs",
        Group::looks,
        "the journal of an instance's or a box's units",
        "Reads what the units wrote, and what systemd wrote about them, by the id of their present start, "
        "never by "
        "time. Units that run come first; where none does, those that failed, by their last start. Each line "
        "begins with its box.",
        {"INSTANCE|BOX", Subject::instance, true, "as `ff status` names them"},
        logs_options,
        logs_examples,
        logs_exits,
        run_logs,
        nullptr},
    Verb{"doctor", Group::looks, "whether everything that ff needs is there",
         "One line a check: `ok`, `warn`, `fail` or `unseen`, the machine, what was seen, and in brackets "
         "what to do "
         "about it. Looks at ssh and host keys, logins, clocks, tools, systemd, the profiles' units and "
         "ports, the "
         "proxy and its configuration, at lines of nginx configurations that are not ff's and would hurt "
         "clients "
         "of the model, and at what a switch to each profile would meet. A warning is no failure.",
         table::no_word, doctor_options, doctor_examples, doctor_exits, run_doctor, nullptr},
};

}  // namespace

std::span<const Verb> looking_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
