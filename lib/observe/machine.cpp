#include "observe/machine.h"

#include <utility>

#include "base/text.h"
#include "codec/intent.h"
#include "codec/record.h"
#include "observe/paths.h"

namespace ff::observe {
namespace {

/// A damaged line is left out: what was recorded only makes predictions better.
template <class Record>
std::vector<Record> records_in(const std::string& text, Result<Record> (*read)(std::string_view)) {
  std::vector<Record> records;
  for (const std::string& line : lines(text)) {
    if (auto record = read(line)) records.push_back(std::move(*record));
  }
  return records;
}

/// Intent, recorded starts and outages move from the files that were read to members of their own.
void interpret_files(domain::MachineView& view) {
  if (const auto found = view.files.find(intent_path); found != view.files.end()) {
    if (auto intent = codec::intent_from(found->second)) view.intent = std::move(*intent);
    view.files.erase(found);
  }
  if (const auto found = view.files.find(starts_path); found != view.files.end()) {
    view.starts = records_in(found->second, &codec::start_from);
    view.files.erase(found);
  }
  if (const auto found = view.files.find(outages_path); found != view.files.end()) {
    view.outages = records_in(found->second, &codec::outage_from);
    view.files.erase(found);
  }
}

}  // namespace

Result<domain::MachineView> look_at_host(ports::HostReader& host, const MachineQuery& query,
                                         const Limit& limit) {
  FF_TRY(facts, host.look(query.files, limit));
  domain::MachineView view;
  view.machine_id = facts.machine_id;
  view.boot_id = facts.boot_id;
  view.uid = facts.uid;
  view.memory = facts.memory;
  view.clock = facts.clock;
  view.uptime = facts.uptime;
  view.listening = std::move(facts.listening);
  view.enabled_links = std::move(facts.enabled_links);
  view.masked_links = std::move(facts.masked_links);
  view.files = std::move(facts.files);
  view.folders = std::move(facts.folders);
  view.lock_holder = std::move(facts.lock_holder);
  interpret_files(view);
  return view;
}

Status look_at_units(ports::UnitReader& units, const MachineQuery& query, const Limit& limit,
                     domain::MachineView& view) {
  FF_TRY(states, units.states(query.units, limit));
  view.units = std::move(states);
  if (!query.definitions) return Done{};
  FF_TRY(definitions, units.definitions(limit));
  view.definitions = std::move(definitions);
  return Done{};
}

domain::MachineView look_at(const ports::MachineReaders& readers, const MachineQuery& query,
                            const Limit& limit) {
  auto view = query.host ? look_at_host(*readers.host, query, limit) : domain::MachineView{};
  Status units = Done{};
  if (view) units = look_at_units(*readers.units, query, limit, *view);
  if (view && units) return std::move(*view);
  domain::MachineView unknown;
  unknown.fault = view ? units.error() : view.error();
  return unknown;
}

}  // namespace ff::observe
