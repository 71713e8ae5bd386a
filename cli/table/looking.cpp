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
};
constexpr std::array status_examples = {
    Example{"ff status", ""},
    Example{"ff status --json | jq .serving", ""},
};
constexpr std::array status_exits = {done, not_as_declared, down, unknown, configuration};

constexpr std::array plan_options = {
    table::cluster,
    table::json,
    Option{"--detailed-exitcode", "", "", Subject::text, "exit 2 when changes are pending",
           &Arguments::detailed_exit_code},
};
constexpr std::array plan_examples = {
    Example{"ff plan replica", ""},
    Example{"ff plan replica --detailed-exitcode || echo pending", ""},
};
constexpr std::array plan_exits = {done, pending, refused, configuration};

constexpr std::array health_options = {table::cluster, table::json};
constexpr std::array health_examples = {Example{"ff health", ""}};

constexpr std::array history_options = {table::cluster, table::json};
constexpr std::array history_examples = {
    Example{"ff history", ""},
    Example{"ff history 7f3a02c1", "one run, line by line"},
};
constexpr std::array history_exits = {done, nothing_changed, unknown, configuration};

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
         {"PROFILE", Subject::profile, true, "the topology to move to"},
         plan_options,
         plan_examples,
         plan_exits,
         run_plan,
         nullptr},
    Verb{"health", Group::looks, "a token from every copy, an answer from the proxy",
         "Climbs the health ladder of every instance: its unit is active, its port accepts, /health answers, "
         "/v1/models names the model, and a completion streams a token.",
         table::no_word, health_options, health_examples, status_exits, run_health, nullptr},
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
};

}  // namespace

std::span<const Verb> looking_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
