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
