#include "words/runbook.h"

#include <fmt/format.h>

#include "base/text.h"
#include "words/outcome.h"

namespace ff::words {

std::string runbook_head(const std::string& cluster, WallTime seen_at) {
  return fmt::format(
      "# The cluster {} without ff\n\n"
      "Written by ff from what it saw at {}: the commands of each switch from there, for the night when ff\n"
      "itself is not there. It is right for that state only.\n\n"
      "Each block names its machine and is run there as root by `bash -e`, one after the other in this "
      "order;\n"
      "go on only when one has ended well. A block may be run again. Where /v1 asks for a key, set "
      "FF_API_KEY.\n"
      "When ff is back, `ff status` tells how things stand, and `ff switch PROFILE` notes it.\n\n",
      printable(cluster), iso_time(seen_at));
}

std::string runbook_way(const domain::Plan& plan) {
  std::string text = fmt::format("## {}\n\n", printable(title(plan)));
  const auto hazards = domain::refusing(plan, {});
  for (const domain::Hazard& hazard : hazards) {
    text += fmt::format("{}: {}.\n", hazard.weight == domain::Hazard::Class::block ? "Blocked" : "Beware",
                        printable(hazard.what, 2000));
    for (const std::string& line : lines(hazard.remedy)) text += "    " + printable(line) + "\n";
    text += "\n";
  }
  if (plan.empty() && hazards.empty()) return text + "Already there.\n\n";
  return plan.empty() ? text : text + prediction(plan) + "\n\n";
}

}  // namespace ff::words
