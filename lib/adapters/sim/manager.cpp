#include "adapters/sim/manager.h"

#include <algorithm>
#include <array>

namespace ff::adapters::sim {
namespace {

constexpr std::array boot_targets = {"multi-user.target", "timers.target"};

std::string link_of(const std::string& target, const UnitName& unit) {
  return "/etc/systemd/system/" + target + ".wants/" + unit.text();
}

}  // namespace

Manager::Manager(Timeline& timeline, Disk& disk, ProcessMaker maker)
    : timeline_(timeline), disk_(disk), maker_(std::move(maker)), book_(disk), jobs_(book_, *this) {}

Manager::Unit& Manager::unit(const UnitName& name) {
  auto& slot = units_[name];
  if (slot == nullptr) slot = std::make_unique<Unit>(timeline_);
  return *slot;
}

domain::UnitState Manager::state(const UnitName& name) {
  domain::UnitState state;
  state.load = book_.load_state(name);
  state.file_state = book_.file_state(name);
  const auto found = units_.find(name);
  if (state.load == domain::LoadState::not_found && found == units_.end()) {
    state.sub = "dead";
    return state;
  }
  const Unit& it = unit(name);
  if (state.load == domain::LoadState::loaded) state.fragment = disk_.unit_path(name);
  state.active = it.active;
  state.sub = it.sub;
  state.result = it.result;
  state.last_exit = it.last_exit;
  state.restarts = it.restarts;
  state.main_pid = it.main_pid;
  state.invocation = it.invocation;
  if (it.active == domain::ActiveState::active) state.active_since_us = it.active_since_us;
  state.needs_reload = book_.needs_reload(name);
  state.job_queued = jobs_.queued(name);
  return state;
}

std::vector<domain::UnitDefinition> Manager::definitions() {
  std::vector<domain::UnitDefinition> all;
  for (const UnitName& name : book_.names()) {
    domain::UnitDefinition definition{name, state(name).active, book_.file_state(name), {}, {}};
    if (const UnitFile* file = book_.find(name)) {
      definition.relations = file->relations;
      definition.commands = file->commands;
    }
    all.push_back(std::move(definition));
  }
  for (const char* target : boot_targets) {
    domain::UnitDefinition definition{UnitName(target), domain::ActiveState::active, "static", {}, {}};
    for (const UnitName& wanted : disk_.wanted_by(target)) definition.relations["Wants"].push_back(wanted);
    all.push_back(std::move(definition));
  }
  return all;
}

std::shared_ptr<Watcher> Manager::watch(const std::vector<UnitName>& units) {
  auto watcher = std::make_shared<Watcher>();
  watcher->units = {units.begin(), units.end()};
  watchers_.push_back(watcher);
  return watcher;
}

void Manager::changed(const UnitName& name) {
  std::erase_if(watchers_, [](const auto& watcher) { return watcher.expired(); });
  for (const auto& weak : watchers_) {
    const auto watcher = weak.lock();
    if (!watcher->units.contains(name)) continue;
    if (std::ranges::find(watcher->changed, name) == watcher->changed.end()) watcher->changed.push_back(name);
  }
}

Result<Jobs::Id> Manager::queue(const UnitName& name, JobKind kind) {
  auto job = jobs_.queue(name, kind);
  changed(name);
  return job;
}

Status Manager::enable(const UnitName& name) {
  if (disk_.unit_path(name).empty()) return fail(ErrorCode::not_found, "there is no such unit file");
  if (disk_.masked().contains(name)) return fail(ErrorCode::refused, "the unit is masked");
  const UnitFile file = unit_file_of(name, disk_.file(disk_.unit_path(name)).value_or(""));
  if (file.wanted_by.empty()) return fail(ErrorCode::refused, "its unit file has no [Install] section");
  for (const std::string& target : file.wanted_by) {
    if (!disk_.link(link_of(target, name), disk_.unit_path(name))) {
      return fail(ErrorCode::failed, "the disk is full");
    }
  }
  return Done{};
}

Status Manager::disable(const UnitName& name) {
  if (disk_.unit_path(name).empty()) return fail(ErrorCode::not_found, "there is no such unit file");
  if (disk_.masked().contains(name)) return Done{};
  for (const char* target : boot_targets) {
    if (!disk_.remove(link_of(target, name))) return fail(ErrorCode::failed, "Read-only file system");
  }
  return Done{};
}

void Manager::reset_failed(const UnitName& name) {
  Unit& it = unit(name);
  it.starts.clear();
  it.restarts = 0;
  if (it.active != domain::ActiveState::failed) return;
  it.result = "success";
  set(name, domain::ActiveState::inactive, "dead");
}

void Manager::reload() {
  book_.reload();
  std::set<UnitName> watched;
  for (const auto& weak : watchers_) {
    if (const auto watcher = weak.lock()) watched.insert(watcher->units.begin(), watcher->units.end());
  }
  for (const UnitName& name : watched) changed(name);
}

Status Manager::reload_unit(const UnitName& name) {
  const UnitFile* file = book_.find(name);
  Unit& it = unit(name);
  if (file == nullptr || !file->reloadable || it.process == nullptr) {
    return fail(ErrorCode::refused, "the unit does not support it");
  }
  it.process->reload();
  changed(name);
  return Done{};
}

void Manager::power_off() {
  jobs_.clear();
  units_.clear();
  watchers_.clear();
}

void Manager::boot() {
  disk_.reboot();
  book_.reload();
  std::set<UnitName> started;
  for (const char* target : boot_targets) {
    for (const UnitName& name : disk_.wanted_by(target)) {
      const auto rivals = book_.conflicting(name);
      const bool beaten =
          std::ranges::any_of(rivals, [&](const UnitName& rival) { return started.contains(rival); });
      if (!beaten && jobs_.queue(name, JobKind::start)) started.insert(name);
    }
  }
}

InvocationId Manager::last_logged(const UnitName& unit) const {
  const auto found = last_logged_.find(unit);
  return found == last_logged_.end() ? InvocationId() : found->second;
}

std::vector<JournalLine> Manager::journal(const InvocationId& invocation) const {
  const auto found = journal_.find(invocation);
  return found == journal_.end() ? std::vector<JournalLine>() : found->second;
}

std::optional<MonoTime> Manager::changed_at(const UnitName& name) const {
  const auto found = units_.find(name);
  return found == units_.end() ? std::nullopt : found->second->changed_at;
}

void Manager::taken_down(const UnitName& victim, const UnitName& by) {
  taken_down_.push_back(victim.text() + " stopped by the start of " + by.text());
}

}  // namespace ff::adapters::sim
