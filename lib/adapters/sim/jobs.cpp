#include "adapters/sim/jobs.h"

#include <algorithm>
#include <vector>

namespace ff::adapters::sim {

bool Jobs::Transaction::contradicts_itself() const {
  return std::ranges::any_of(
      starts, [&](const UnitName& start) { return rivals.contains(start) || stops.contains(start); });
}

Result<Jobs::Id> Jobs::queue(const UnitName& unit, JobKind kind) {
  Transaction transaction;
  if (kind == JobKind::start) {
    FF_TRY(added, add_start(unit, transaction));
  } else if (book_.load_state(unit) == domain::LoadState::not_found) {
    return fail(ErrorCode::not_found, "there is no such unit");
  } else {
    add_stop(unit, {}, transaction);
  }
  if (transaction.contradicts_itself())
    return fail(ErrorCode::refused, "it contradicts itself: a unit would be both started and stopped");
  Id own = 0;
  for (const auto& [stop, by] : transaction.stops) {
    if (!by.empty() && !work_.done_already(stop, JobKind::stop)) work_.taken_down(stop, by);
    const Id id = put(stop, JobKind::stop);
    if (stop == unit) own = id;
  }
  for (const UnitName& start : transaction.starts) {
    const Id id = put(start, JobKind::start);
    if (start == unit) own = id;
  }
  run();
  return own;
}

Status Jobs::add_start(const UnitName& unit, Transaction& transaction) {
  if (transaction.starts.contains(unit)) return Done{};
  const domain::LoadState load = book_.load_state(unit);
  if (load == domain::LoadState::masked) return fail(ErrorCode::refused, "the unit is masked");
  if (load == domain::LoadState::not_found) return fail(ErrorCode::not_found, "there is no such unit");
  transaction.starts.insert(unit);
  for (const char* relation : {"Requires", "BindsTo"}) {
    for (const UnitName& needed : book_.related(unit, relation)) {
      FF_TRY(added, add_start(needed, transaction));
    }
  }
  for (const UnitName& wanted : book_.related(unit, "Wants")) {
    Transaction with_it = transaction;
    if (add_start(wanted, with_it) && !with_it.contradicts_itself()) transaction = std::move(with_it);
  }
  for (const UnitName& rival : book_.conflicting(unit)) {
    transaction.rivals.insert(rival);
    add_stop(rival, unit, transaction);
  }
  return Done{};
}

void Jobs::add_stop(const UnitName& unit, const UnitName& by, Transaction& transaction) {
  const bool at_rest = work_.done_already(unit, JobKind::stop) && !queued(unit);
  if (!by.empty() && at_rest) return;
  if (!transaction.stops.emplace(unit, by).second) return;
  for (const char* relation : {"Requires", "BindsTo", "PartOf"}) {
    for (const UnitName& follower : book_.relating(unit, relation)) {
      if (!work_.done_already(follower, JobKind::stop)) add_stop(follower, by, transaction);
    }
  }
}

Jobs::Id Jobs::put(const UnitName& unit, JobKind kind) {
  const auto found = jobs_.find(unit);
  if (found != jobs_.end()) {
    if (found->second.kind == kind) return found->second.id;
    results_[found->second.id] = "canceled";
    jobs_.erase(found);
  }
  const Id id = ++last_;
  if (work_.done_already(unit, kind))
    results_[id] = "done";
  else
    jobs_[unit] = {id, kind, false};
  return id;
}

bool Jobs::blocked(const UnitName& unit, const Job& job) {
  if (!work_.can_begin(unit, job.kind)) return true;
  for (const auto& [other, its] : jobs_) {
    if (other == unit) continue;
    const bool before = book_.ordered(other, unit);
    const bool after = book_.ordered(unit, other);
    if (job.kind == JobKind::start) {
      if (before && its.kind == JobKind::start) return true;
      if ((before || after) && its.kind == JobKind::stop) return true;
    } else if (after && its.kind == JobKind::stop) {
      return true;
    }
  }
  return false;
}

void Jobs::run() {
  again_ = true;
  if (running_) return;
  running_ = true;
  while (again_) {
    again_ = false;
    std::vector<UnitName> waiting;
    for (const auto& [unit, job] : jobs_) {
      if (!job.running) waiting.push_back(unit);
    }
    for (const UnitName& unit : waiting) {
      const auto found = jobs_.find(unit);
      if (found == jobs_.end() || found->second.running || blocked(unit, found->second)) continue;
      found->second.running = true;
      work_.begin(unit, found->second.kind);
    }
  }
  running_ = false;
}

void Jobs::finished(const UnitName& unit, const std::string& result) {
  const auto found = jobs_.find(unit);
  if (found == jobs_.end() || !found->second.running) return;
  const Job job = found->second;
  jobs_.erase(found);
  results_[job.id] = result;
  if (job.kind == JobKind::start && result != "done") fail_dependents(unit);
  run();
}

void Jobs::fail_dependents(const UnitName& unit) {
  for (const char* relation : {"Requires", "BindsTo"}) {
    for (const UnitName& dependent : book_.relating(unit, relation)) {
      const auto found = jobs_.find(dependent);
      if (found == jobs_.end() || found->second.kind != JobKind::start || found->second.running) continue;
      results_[found->second.id] = "dependency";
      jobs_.erase(found);
      fail_dependents(dependent);
    }
  }
}

void Jobs::clear() {
  for (const auto& [unit, job] : jobs_) results_[job.id] = "canceled";
  jobs_.clear();
}

std::optional<JobKind> Jobs::running(const UnitName& unit) const {
  const auto found = jobs_.find(unit);
  if (found == jobs_.end() || !found->second.running) return std::nullopt;
  return found->second.kind;
}

std::optional<std::string> Jobs::result(Id job) const {
  const auto found = results_.find(job);
  return found == results_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace ff::adapters::sim
