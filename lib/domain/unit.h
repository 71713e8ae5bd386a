#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"

namespace ff::domain {

/// systemd's own words for what it knows of a unit; `other` for any that ff does not name.
enum class LoadState { loaded, not_found, masked, error, other };
enum class ActiveState { active, reloading, inactive, failed, activating, deactivating, other };

/// One unit as its manager sees it now.
struct UnitState {
  LoadState load = LoadState::not_found;
  ActiveState active = ActiveState::inactive;
  std::string sub;         ///< systemd's SubState
  std::string file_state;  ///< systemd's UnitFileState: "enabled", "disabled", "static", "masked", ...
  std::string fragment;    ///< path of its unit file; empty when masked or without one
  std::string result;      ///< "success", "exit-code", "oom-kill", ... of the last run
  std::string last_exit;   ///< "exit 1" or "signal 9" of the main process; empty when unknown
  int restarts = 0;        ///< automatic ones since the last start by hand
  int main_pid = 0;
  InvocationId invocation;
  std::int64_t active_since_us = 0;  ///< CLOCK_MONOTONIC of its machine; 0 when it is not active
  bool needs_reload = false;         ///< its files changed since the manager read them
  bool job_queued = false;           ///< a job of it waits or runs

  /// Neither running nor on its way: safe to start something that conflicts with it.
  [[nodiscard]] bool at_rest() const {
    return (active == ActiveState::inactive || active == ActiveState::failed) && !job_queued;
  }
};

/// One unit file's forward relations; systemd's reverse ones list loaded units only.
struct UnitDefinition {
  UnitName unit;
  ActiveState active = ActiveState::inactive;
  std::string file_state;
  /// By systemd's property name: Conflicts, After, Before, Triggers, Requires, Requisite, Wants, BindsTo,
  /// PartOf, Upholds, OnFailure, OnSuccess. A relation without members is absent.
  std::map<std::string, std::vector<UnitName>> relations;
  std::vector<std::string> commands;  ///< its Exec lines, words joined by spaces; a hint only

  [[nodiscard]] bool relates(const std::string& relation, const UnitName& other) const;
};

[[nodiscard]] const char* word(LoadState state);
[[nodiscard]] const char* word(ActiveState state);
[[nodiscard]] LoadState load_state_of(const std::string& word);
[[nodiscard]] ActiveState active_state_of(const std::string& word);

}  // namespace ff::domain
