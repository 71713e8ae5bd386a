#include <array>

#include "cli/table/common.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

using enum ExitCode;

constexpr std::array help_examples = {
    Example{"ff help", ""},
    Example{"ff help switch", ""},
};
constexpr std::array version_examples = {Example{"ff version", ""}};
constexpr std::array completion_examples = {
    Example{"ff completion bash >/etc/bash_completion.d/ff", ""},
    Example{"ff completion zsh >/usr/local/share/zsh/site-functions/_ff", ""},
    Example{"ff completion fish >~/.config/fish/completions/ff.fish", ""},
};
constexpr std::array complete_options = {table::cluster};
constexpr std::array only_done = {done};

constexpr std::array table_of_verbs = {
    Verb{"version",
         Group::about,
         "versions of ff and of its formats",
         "",
         table::no_word,
         {},
         version_examples,
         only_done,
         nullptr,
         run_version},
    Verb{"completion",
         Group::about,
         "a script that completes verbs, options and names in a shell",
         "Names of profiles, boxes and instances come from the cluster file, those of runs from the records "
         "that "
         "this machine keeps; no machine is asked.",
         {"bash|zsh|fish", Subject::shell, true, "the shell"},
         {},
         completion_examples,
         only_done,
         nullptr,
         run_completion},
    Verb{"complete",
         Group::about,
         "names of a kind, for completion scripts",
         "",
         {"KIND", Subject::text, true, "profile, machine, box, instance, run, toggle, verb or shell"},
         complete_options,
         {},
         only_done,
         nullptr,
         run_complete,
         true},
    Verb{"man",
         Group::about,
         "a manual page in roff, for the build",
         "",
         {"PAGE", Subject::text, true, "ff.1, ff-cluster.toml.5, ff-profile.toml.5 or ff-exit-codes.7"},
         {},
         {},
         only_done,
         nullptr,
         run_man,
         true},
    Verb{"help",
         Group::about,
         "the list of verbs, or one verb's options and examples",
         "",
         {"VERB", Subject::verb, false, "the verb"},
         {},
         help_examples,
         only_done,
         nullptr,
         nullptr},
};

}  // namespace

std::span<const Verb> other_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
