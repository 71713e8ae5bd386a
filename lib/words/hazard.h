#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/plan.h"

/// What hazards say and what to do about them. The planner decides which there are and how heavy they are.
namespace ff::words::hazard {

struct Text {
  std::string what;    ///< one sentence without a final stop
  std::string remedy;  ///< a sentence, or lines to type or to add to a file
};

/// A machine that did not answer, and can be done without.
[[nodiscard]] Text silent(const MachineName& machine, const Error& fault);
/// The same where nothing of the target is left without those that are silent or absent.
[[nodiscard]] Text silent_and_needed(const MachineName& machine, const Error& fault,
                                     const ProfileName& target, const std::set<MachineName>& missing);
/// The same for the one machine that is never done without.
[[nodiscard]] Text silent_route_host(const MachineName& machine, const Error& fault);
/// The same for a release, which needs every machine.
[[nodiscard]] Text silent_at_release(const MachineName& machine, const Error& fault);
/// Absent machines without which nothing of the target can be had.
[[nodiscard]] Text nothing_left(const ProfileName& target, const std::set<MachineName>& absent);
[[nodiscard]] Text not_root(const MachineName& machine, int uid);
[[nodiscard]] Text generations_disagree(std::int64_t number, const MachineName& one, const RunId& its_run,
                                        const MachineName& other, const RunId& other_run);

[[nodiscard]] Text unit_not_found(const MachineName& machine, const UnitName& unit);
[[nodiscard]] Text unit_unreadable(const MachineName& machine, const UnitName& unit);
/// "static", "generated", "linked" and the like: states in which `enable` does not do what it should.
[[nodiscard]] Text cannot_enable(const MachineName& machine, const UnitName& unit,
                                 const std::string& file_state);
/// A mask that is not ff's, so ff does not lift it.
[[nodiscard]] Text foreign_mask(const MachineName& machine, const UnitName& unit);
[[nodiscard]] Text needs_reload(const MachineName& machine, const UnitName& unit);

/// An undeclared unit that would start one of ours, through another where `through` is not empty.
struct Meddler {
  MachineName machine;
  UnitName unit;
  UnitName through;
  UnitName started;
  std::string how;  ///< "Triggers=", "its commands", ...
};
/// `profile_file` is where the lines have to go.
[[nodiscard]] Text undeclared_watchdog(const Meddler& meddler, const std::string& profile_file);
/// The same while a mask refuses the start anyway.
[[nodiscard]] Text masked_anyway(const Meddler& meddler);
/// A unit outside every profile that conflicts with one that is to come.
[[nodiscard]] Text stranger_conflicts(const MachineName& machine, const UnitName& stranger,
                                      const UnitName& ours);
[[nodiscard]] Text no_ordering(const UnitName& old, const UnitName& fresh);

[[nodiscard]] Text port_taken(const MachineName& machine, std::uint16_t port, const UnitName& wanted_by);

/// What a launch needs on a box and what is there.
struct Memory {
  MachineName box;
  UnitName unit;
  Bytes total;
  Bytes need;
  Bytes free;  ///< with what is given back
  Bytes given_back;
  Bytes reserve;
};
[[nodiscard]] Text memory_missing(const Memory& memory);
[[nodiscard]] Text memory_awaited(const Memory& memory, Milliseconds at_most);

/// Folders on a file system that takes no writes.
[[nodiscard]] Text read_only(const MachineName& machine, const std::vector<std::string>& folders);
/// Folders in which less is free than ff needs; `free` is the least of them.
[[nodiscard]] Text disk_full(const MachineName& machine, const std::vector<std::string>& folders, Bytes need,
                             Bytes free);
/// The same where there is enough for now.
[[nodiscard]] Text disk_nearly_full(const MachineName& machine, const std::vector<std::string>& folders,
                                    Bytes free);

[[nodiscard]] Text foreign_proxy_config(const MachineName& machine, const std::string& config);
[[nodiscard]] Text proxy_not_found(const MachineName& machine, const UnitName& unit);
[[nodiscard]] Text proxy_inactive(const MachineName& machine, const UnitName& unit);
[[nodiscard]] Text proxy_unknown(const MachineName& machine, const std::string& fault);
[[nodiscard]] Text proxy_on_box(const MachineName& machine);

/// An operator's maintenance that no run may end.
[[nodiscard]] Text maintenance_on(const MachineName& machine, const domain::Route& route);
/// A plan that takes the last serving instance from clients, while nobody said that it may.
[[nodiscard]] Text last_one_serving(const domain::Plan& plan);
/// Drained boxes without which nothing of the target can be had.
[[nodiscard]] Text all_drained(const ProfileName& target, const std::vector<domain::Drained>& drained);

}  // namespace ff::words::hazard
