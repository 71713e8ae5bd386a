#include <fmt/format.h>

#include <algorithm>

#include "adapters/sim/manager.h"

namespace ff::adapters::sim {
namespace {

using domain::ActiveState;

/// From the start job to a running process, as measured: 10 to 20 ms.
constexpr Milliseconds exec_time{10};

bool at_rest(ActiveState state) {
  return state == ActiveState::inactive || state == ActiveState::failed;
}

}  // namespace

bool Manager::done_already(const UnitName& name, JobKind kind) {
  const ActiveState active = unit(name).active;
  return kind == JobKind::start ? active == ActiveState::active : at_rest(active);
}

bool Manager::can_begin(const UnitName& name, JobKind kind) {
  return kind == JobKind::stop || unit(name).active != ActiveState::deactivating;
}

void Manager::begin(const UnitName& name, JobKind kind) {
  if (kind == JobKind::stop) return begin_stop(name);
  const UnitFile* file = book_.find(name);
  if (file == nullptr) return jobs_.finished(name, "failed");
  if (file->is_timer()) return start_timer(name, *file);
  begin_start(name, *file);
}

void Manager::set(const UnitName& name, ActiveState active, const std::string& sub) {
  Unit& it = unit(name);
  it.active = active;
  it.sub = sub;
  it.changed_at = timeline_.now();
  if (active == ActiveState::active) {
    it.active_since_us =
        std::chrono::duration_cast<std::chrono::microseconds>(timeline_.now().time_since_epoch()).count();
  }
  changed(name);
}

void Manager::start_timer(const UnitName& name, const UnitFile& file) {
  Unit& it = unit(name);
  it.file = file;
  it.invocation = InvocationId(fmt::format("{:032x}", ++last_invocation_));
  it.result = "success";
  set(name, ActiveState::active, "waiting");
  it.agenda.after(file.first_elapse, [this, name] { elapse(name); });
  jobs_.finished(name, "done");
}

/// A timer whose unit cannot be started fails and ticks no more.
void Manager::elapse(const UnitName& name) {
  Unit& it = unit(name);
  it.agenda.clear();
  if (it.file.period.count() > 0) it.agenda.after(it.file.period, [this, name] { elapse(name); });
  for (const UnitName& triggered : it.file.relations.at("Triggers")) {
    if (jobs_.queue(triggered, JobKind::start)) continue;
    it.agenda.clear();
    it.result = "resources";
    set(name, ActiveState::failed, "failed");
  }
}

bool Manager::too_many_starts(Unit& it, const UnitFile& file) const {
  std::erase_if(it.starts, [&](MonoTime at) { return at + file.start_limit_interval <= timeline_.now(); });
  return static_cast<int>(it.starts.size()) >= file.start_limit_burst;
}

bool Manager::lacks_environment(const UnitFile& file) const {
  return std::ranges::any_of(file.environment_files,
                             [&](const std::string& path) { return !disk_.file(path).has_value(); });
}

void Manager::begin_start(const UnitName& name, const UnitFile& file) {
  Unit& it = unit(name);
  it.agenda.clear();
  it.file = file;
  it.last_exit.clear();
  it.result = "success";
  if (!it.restarting) it.restarts = 0;
  it.restarting = false;
  if (too_many_starts(it, file)) {
    it.result = "start-limit-hit";
    set(name, ActiveState::failed, "failed");
    return jobs_.finished(name, "failed");
  }
  it.starts.push_back(timeline_.now());
  it.invocation = InvocationId(fmt::format("{:032x}", ++last_invocation_));
  set(name, ActiveState::activating, "start");
  if (lacks_environment(file)) return ended(name, "", "resources");
  it.agenda.after(exec_time, [this, name] { spawn(name); });
}

std::unique_ptr<Process> Manager::process_of(const UnitName& name) {
  const Unit& it = unit(name);
  const InvocationId invocation = it.invocation;
  last_logged_[name] = invocation;
  return maker_({it.file, invocation,
                 [this, name, invocation](int status) { exited(name, invocation, status); },
                 [this, invocation](const std::string& line) {
                   journal_[invocation].push_back({timeline_.wall(), line});
                 }});
}

void Manager::place(const UnitName& name, const domain::UnitState& state, bool on_its_way) {
  Unit& it = unit(name);
  // A masked unit runs on from the file that its mask hides.
  it.file = unit_file_of(name, disk_.file(disk_.unit_path(name)).value_or(""));
  it.active = state.active;
  it.sub = state.sub;
  it.result = state.result;
  it.last_exit = state.last_exit;
  it.restarts = state.restarts;
  it.main_pid = state.main_pid;
  it.invocation = state.invocation;
  it.active_since_us = state.active_since_us;
  if (at_rest(state.active)) return;
  if (it.file.is_timer()) return it.agenda.after(it.file.period, [this, name] { elapse(name); });
  if (state.sub == "auto-restart") return restart_later(name);
  if (it.invocation.empty()) it.invocation = InvocationId(fmt::format("{:032x}", ++last_invocation_));
  it.process = process_of(name);
  on_its_way ? it.process->begin() : it.process->appear();
  if (state.active == ActiveState::deactivating) (void)jobs_.queue(name, JobKind::stop);
}

void Manager::spawn(const UnitName& name) {
  Unit& it = unit(name);
  it.main_pid = ++last_pid_;
  it.process = process_of(name);
  if (!it.file.oneshot) set(name, ActiveState::active, "running");
  it.process->begin();
  if (!it.file.oneshot) jobs_.finished(name, "done");
}

/// By value: the process that reports this may own what was passed, and is gone at the end.
void Manager::exited(UnitName name, InvocationId invocation, int status) {
  Unit& it = unit(name);
  if (it.process == nullptr || it.invocation != invocation || it.active == ActiveState::deactivating) return;
  ended(name, "exit " + std::to_string(status), status == 0 ? "success" : "exit-code");
}

void Manager::crash(const UnitName& name) {
  if (unit(name).process != nullptr) ended(name, "signal 9", "signal");
}

void Manager::begin_stop(const UnitName& name) {
  Unit& it = unit(name);
  it.agenda.clear();
  if (it.process == nullptr) {
    set(name, ActiveState::inactive, "dead");
    return jobs_.finished(name, "done");
  }
  // A oneshot that is cut short has not done its work.
  const std::string result = it.active == ActiveState::activating ? "signal" : "success";
  set(name, ActiveState::deactivating, "stop-sigterm");
  const Milliseconds linger = it.process->linger();
  if (linger <= it.file.stop_timeout) {
    const std::string last_exit = it.process->last_exit();
    it.agenda.after(linger, [this, name, last_exit, result] { ended(name, last_exit, result); });
  } else {
    it.agenda.after(it.file.stop_timeout, [this, name] { ended(name, "signal 9", "timeout"); });
  }
}

void Manager::ended(const UnitName& name, const std::string& last_exit, const std::string& result) {
  Unit& it = unit(name);
  it.agenda.clear();
  it.process.reset();
  it.main_pid = 0;
  it.last_exit = last_exit;
  it.result = result;
  const bool stopped = it.active == ActiveState::deactivating;
  if (result != "success" && !stopped && it.file.restarts_on_failure)
    restart_later(name);
  else
    set(name, result == "success" ? ActiveState::inactive : ActiveState::failed,
        result == "success" ? "dead" : "failed");
  stop_bound(name);
  if (jobs_.running(name) == JobKind::stop) jobs_.finished(name, "done");
  if (jobs_.running(name) == JobKind::start) jobs_.finished(name, result == "success" ? "done" : "failed");
  jobs_.run();
}

void Manager::restart_later(const UnitName& name) {
  Unit& it = unit(name);
  set(name, ActiveState::activating, "auto-restart");
  it.agenda.after(it.file.restart_delay, [this, name] {
    Unit& again = unit(name);
    ++again.restarts;
    again.restarting = true;
    if (!jobs_.queue(name, JobKind::start)) set(name, ActiveState::failed, "failed");
  });
}

/// BindsTo= follows a unit down also when it ends by itself.
void Manager::stop_bound(const UnitName& name) {
  if (!at_rest(unit(name).active)) return;
  for (const UnitName& bound : book_.relating(name, "BindsTo")) {
    if (!done_already(bound, JobKind::stop)) (void)jobs_.queue(bound, JobKind::stop);
  }
}

}  // namespace ff::adapters::sim
