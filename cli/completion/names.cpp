#include "cli/completion/names.h"

#include <set>

#include "app/journal.h"
#include "planner/planner.h"

namespace ff::cli::completion {
namespace {

std::set<std::string> boxes_of(const domain::Cluster& cluster) {
  std::set<std::string> names;
  for (const domain::Machine& machine : cluster.machines) {
    if (machine.is_box()) names.insert(machine.name.text());
  }
  return names;
}

}  // namespace

std::vector<std::string> declared_names(const domain::Declaration& declaration, const std::string& kind) {
  std::set<std::string> names;
  if (kind == "instance") return app::journal_names(declaration);
  if (kind == "box") names = boxes_of(declaration.cluster);
  if (kind == "profile") names.insert(planner::off);
  for (const domain::Profile& profile : declaration.profiles) {
    if (kind == "profile") names.insert(profile.name.text());
  }
  if (kind == "machine") {
    for (const domain::Machine& machine : declaration.cluster.machines) names.insert(machine.name.text());
  }
  return {names.begin(), names.end()};
}

}  // namespace ff::cli::completion
