#include "app/journal.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/text.h"
#include "codec/value.h"
#include "config/suggest.h"

namespace ff::app {
namespace {

constexpr Milliseconds read_deadline{10'000};
/// The journal sends no event over what ff has: it is asked again this often.
constexpr Milliseconds follow_interval{1000};
constexpr std::string_view cursor_mark = "-- cursor: ";
/// Among a unit's last lines some tell of which start they are.
constexpr const char* lines_asked = "--lines=20";

bool on_box(const domain::Instance& instance, const std::string& name) {
  return std::ranges::any_of(instance.members, [&](const auto& member) { return member.box.text() == name; });
}

/// How much a unit has to tell: a smaller number goes before.
int standing(const domain::UnitState& state) {
  if (!state.at_rest()) return 0;
  return state.active == domain::ActiveState::failed ? 1 : 2;
}

Error unknown_name(const domain::Declaration& declaration, const std::string& name) {
  const auto names = journal_names(declaration);
  return {ErrorCode::bad_input,
          "no instance or box '" + printable(name) + "'" + config::hint(name, names) + "; there are " +
              joined(names, ", "),
          {},
          {},
          {}};
}

/// The unit's last start that the journal tells of, also one before its box's boot; empty when it tells of
/// none.
Result<InvocationId> last_logged(ports::HostReader& host, const UnitName& unit, const Limit& limit) {
  FF_TRY(text, host.output_of({"journalctl", "--no-pager", "--quiet", "--output=json",
                               "--output-fields=INVOCATION_ID,_SYSTEMD_INVOCATION_ID", lines_asked,
                               "--unit=" + unit.text()},
                              limit));
  InvocationId last;
  for (const std::string& line : lines(text)) {
    const auto entry = codec::parse(line);
    // The manager's own lines about the unit carry the unit's start in the first, the unit's in the second.
    for (const char* field : {"_SYSTEMD_INVOCATION_ID", "INVOCATION_ID"}) {
      const codec::Value* id = entry ? entry->find(field) : nullptr;
      const auto* words = id == nullptr ? nullptr : std::get_if<std::string>(&id->held);
      if (words != nullptr) last = InvocationId(*words);
    }
  }
  return last;
}

}  // namespace

std::vector<std::string> lines_of(const InvocationId& start) {
  return {"_SYSTEMD_INVOCATION_ID=" + start.text(), "+", "INVOCATION_ID=" + start.text()};
}

std::vector<std::string> journal_names(const domain::Declaration& declaration) {
  std::set<std::string> names;
  for (const domain::Machine& machine : declaration.cluster.machines) {
    if (machine.is_box()) names.insert(machine.name.text());
  }
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile))
      names.insert(instance.name.text());
  }
  return {names.begin(), names.end()};
}

std::vector<Journal::Source> Journal::sources_behind(const domain::Declaration& declaration,
                                                     const std::string& name) {
  std::set<std::pair<MachineName, UnitName>> found;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      const bool whole = instance.name.text() == name;
      if (!whole && !on_box(instance, name)) continue;
      for (const domain::Member& member : instance.members) {
        if (whole || member.box.text() == name) found.emplace(member.box, member.unit);
      }
    }
  }
  std::vector<Source> sources;
  for (const auto& [box, unit] : found) sources.push_back({box, unit});
  return sources;
}

Result<Journal> Journal::open(const Scene& scene, const std::string& name, const std::stop_token& stop) {
  const auto names = journal_names(scene.declaration);
  if (std::ranges::find(names, name) == names.end()) return fail(unknown_name(scene.declaration, name));
  const Limit limit = ports::within(*scene.readers.clock, read_deadline, stop);
  std::map<int, std::vector<Source>> by_standing;
  for (Source& source : sources_behind(scene.declaration, name)) {
    FF_TRY(states, scene.readers.machines.at(source.box).units->states({source.unit}, limit));
    const domain::UnitState& state = states.at(source.unit);
    if (state.invocation.empty()) continue;
    source.invocation = state.invocation;
    by_standing[standing(state)].push_back(std::move(source));
  }
  Journal journal(scene);
  if (by_standing.empty()) {
    FF_TRY(logged, logged_sources(scene, name, limit));
    journal.sources_ = std::move(logged);
  } else {
    journal.sources_ = std::move(by_standing.begin()->second);
  }
  if (journal.sources_.empty())
    return fail(ErrorCode::not_found, "no journal tells of a start of a unit of " + name);
  return journal;
}

Result<std::vector<Journal::Source>> Journal::logged_sources(const Scene& scene, const std::string& name,
                                                             const Limit& limit) {
  std::vector<Source> sources = sources_behind(scene.declaration, name);
  for (Source& source : sources) {
    FF_TRY(last, last_logged(*scene.readers.machines.at(source.box).host, source.unit, limit));
    source.invocation = last;
  }
  std::erase_if(sources, [](const Source& source) { return source.invocation.empty(); });
  return sources;
}

Status Journal::tail(int count, const TakeLine& take, const std::stop_token& stop) {
  for (Source& source : sources_) {
    FF_TRY(told, read(source, "--lines=" + std::to_string(count), take,
                      ports::within(*scene_->readers.clock, read_deadline, stop)));
  }
  return Done{};
}

Status Journal::follow(const TakeLine& take, const std::stop_token& stop) {
  ports::Clock& clock = *scene_->readers.clock;
  while (clock.sleep_until(ports::within(clock, follow_interval, stop))) {
    for (Source& source : sources_) {
      const Status told = read_on(source, take, ports::within(clock, read_deadline, stop));
      if (!told && !stop.stop_requested()) return told;
    }
  }
  return Done{};
}

Status Journal::read_on(Source& source, const TakeLine& take, const Limit& limit) {
  FF_TRY(told, read(source, source.cursor.empty() ? "--lines=all" : "--after-cursor=" + source.cursor, take,
                    limit));
  FF_TRY(states, scene_->readers.machines.at(source.box).units->states({source.unit}, limit));
  const InvocationId& now = states.at(source.unit).invocation;
  if (now.empty() || now == source.invocation) return Done{};
  source.invocation = now;
  source.cursor.clear();
  return read(source, "--lines=all", take, limit);
}

Status Journal::read(Source& source, const std::string& from, const TakeLine& take, const Limit& limit) {
  std::vector<std::string> command = {"journalctl",    "--no-pager",    "--quiet", "--output=short-iso",
                                      "--no-hostname", "--show-cursor", from};
  std::ranges::move(lines_of(source.invocation), std::back_inserter(command));
  FF_TRY(text, scene_->readers.machines.at(source.box).host->output_of(command, limit));
  for (const std::string& line : lines(text)) {
    if (line.starts_with(cursor_mark))
      source.cursor = line.substr(cursor_mark.size());
    else
      take({source.box, source.unit, line});
  }
  return Done{};
}

}  // namespace ff::app
