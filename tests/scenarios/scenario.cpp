#include "scenario.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "base/text.h"
#include "codec/snapshot.h"
#include "codec/value.h"
#include "config/load.h"
#include "planner/planner.h"
#include "render/environment.h"
#include "source_folder.hpp"

namespace ff::scenarios {
namespace {

namespace fs = std::filesystem;
using codec::Value;

const fs::path root = fs::path(tests::source_folder()) / "tests" / "scenarios";

/// RFC 7386: objects are merged, null removes, everything else replaces.
void merge(Value& into, const Value& patch) {
  const auto* changes = std::get_if<Value::Object>(&patch.held);
  if (changes == nullptr) {
    into = patch;
    return;
  }
  if (!std::holds_alternative<Value::Object>(into.held)) into.held = Value::Object{};
  auto& members = std::get<Value::Object>(into.held);
  for (const codec::Member& change : *changes) {
    const auto found = std::ranges::find(members, change.name, &codec::Member::name);
    if (std::holds_alternative<std::nullptr_t>(change.value.held)) {
      if (found != members.end()) members.erase(found);
    } else if (found == members.end()) {
      Value fresh;
      merge(fresh, change.value);
      members.push_back({change.name, std::move(fresh)});
    } else {
      merge(found->value, change.value);
    }
  }
}

Result<Value> parsed(const fs::path& file) {
  auto value = codec::parse(text_of(file));
  if (!value) return fail(in_context(value.error(), file.string()));
  return value;
}

std::string environment_of(const domain::Declaration& declaration, const domain::Profile& profile,
                           const MachineName& box) {
  for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
    for (const domain::Member& member : instance.members) {
      if (member.box != box) continue;
      return render::unit_environment(declaration.cluster, profile, box, member.rank, instance);
    }
  }
  return {};
}

/// "@declared by PROFILE" stands for what that profile has in the file, so that scenarios are about plans
/// only.
Status fill_in_files(const domain::Declaration& declaration, domain::Snapshot& snapshot) {
  constexpr std::string_view mark = "@declared by ";
  for (auto& [machine, view] : snapshot.machines) {
    for (auto& [path, content] : view.files) {
      if (!content.starts_with(mark)) continue;
      const domain::Profile* profile = declaration.find(ProfileName(content.substr(mark.size())));
      if (profile == nullptr) return fail(ErrorCode::bad_input, content + ": no such profile");
      content = environment_of(declaration, *profile, machine);
    }
  }
  return Done{};
}

/// The lines of scenario.txt: the purpose, then "key value".
struct Head {
  std::string purpose;
  std::map<std::string, std::string> values;
};

Result<Head> head_of(const fs::path& file) {
  const std::vector<std::string> all = lines(text_of(file));
  if (all.empty()) return fail(ErrorCode::bad_input, file.string() + ": empty");
  Head head = {all.front(), {}};
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::size_t blank = all[i].find(' ');
    if (blank == std::string::npos) continue;
    head.values[all[i].substr(0, blank)] = all[i].substr(blank + 1);
  }
  for (const char* key : {"cluster", "base", "target"}) {
    if (!head.values.contains(key))
      return fail(ErrorCode::bad_input, file.string() + ": no line '" + key + "'");
  }
  return head;
}

/// "without box2 box3".
std::set<MachineName> absent_in(const Head& head) {
  std::set<MachineName> absent;
  const auto found = head.values.find("without");
  if (found == head.values.end()) return absent;
  std::istringstream words(found->second);
  for (std::string word; words >> word;) absent.insert(MachineName(word));
  return absent;
}

}  // namespace

domain::Plan Scenario::plan(domain::Snapshot view) const {
  domain::Declaration left = declaration;
  left.absent = absent;
  for (const MachineName& machine : absent) view.machines.erase(machine);
  return planner::make_plan(left, target, view);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    if (fs::exists(entry.path() / "scenario.txt")) all.push_back(entry.path().filename().string());
  }
  std::ranges::sort(all);
  return all;
}

Result<Scenario> read(const std::string& name) {
  const fs::path folder = root / name;
  FF_TRY(head, head_of(folder / "scenario.txt"));
  const fs::path cluster = root / "clusters" / head.values["cluster"];
  FF_TRY(declaration, config::load((cluster / "cluster.toml").string()));
  const fs::path base_name = head.values["base"];
  FF_TRY(base, parsed(root / "clusters" / base_name.parent_path() / "observed" /
                      (base_name.filename().string() + ".json")));
  FF_TRY(patch, parsed(folder / "observed.json"));
  merge(base, patch);
  FF_TRY(snapshot, codec::snapshot_from(codec::readable(base)));
  FF_TRY(filled, fill_in_files(declaration, snapshot));
  // Their places differ from one checkout to the next, and they are shown in remedies.
  for (domain::Profile& profile : declaration.profiles) {
    profile.file = fs::path(profile.file).filename().string();
  }
  return Scenario{folder,
                  head.purpose,
                  ProfileName(head.values["target"]),
                  std::move(declaration),
                  std::move(snapshot),
                  absent_in(head)};
}

}  // namespace ff::scenarios
