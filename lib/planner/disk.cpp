#include "planner/disk.h"

#include <algorithm>
#include <set>
#include <string>

#include "words/hazard.h"

namespace ff::planner {
namespace {

using Weight = domain::Hazard::Class;
namespace text = words::hazard;

/// A run writes some hundred kilobytes: its record, an intent, a proxy's configuration, each beside the old
/// one.
constexpr Bytes room_min = kibibytes(1024);
/// What is left for the run after this one.
constexpr Bytes room_noted = kibibytes(16 * 1024);

constexpr const char* links = "/etc/systemd/system/";
constexpr const char* masks = "/etc/systemd/system.control/";
constexpr const char* notes_folder = "/var/lib/ff/";

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// Where a step writes on its machine.
std::vector<std::string> written_by(const domain::Step& step, const domain::Cluster& cluster) {
  const std::string kind = domain::kind_of(step);
  if (kind == "route") return {folder_of(cluster.proxy.config)};
  if (const auto* configure = std::get_if<domain::Configure>(&step.action))
    return {folder_of(configure->path)};
  if (kind == "mask" || kind == "unmask") return {masks};
  const bool by_links = kind == "silence" || kind == "retire" || kind == "enable" || kind == "arm";
  return by_links ? std::vector<std::string>{links} : std::vector<std::string>{};
}

/// The room where the path is: of the folders that were told the one nearest above it.
const domain::Folder* room_at(const domain::MachineView& view, const std::string& path) {
  const domain::Folder* best = nullptr;
  for (const domain::Folder& folder : view.folders) {
    const std::string prefix = folder.path == "/" ? "/" : folder.path + "/";
    if (!path.starts_with(prefix)) continue;
    if (best == nullptr || best->path.size() < folder.path.size()) best = &folder;
  }
  return best;
}

void add_machine(HazardList& list, const MachineName& machine, const domain::MachineView& view,
                 const std::set<std::string>& written) {
  std::vector<std::string> read_only;
  std::vector<std::string> full;
  std::vector<std::string> scarce;
  Bytes free = room_noted;
  std::set<const domain::Folder*> rooms;
  for (const std::string& path : written) rooms.insert(room_at(view, path));
  for (const domain::Folder& folder : view.folders) {
    if (!rooms.contains(&folder)) continue;
    if (!folder.writable) read_only.push_back(folder.path);
    if (!folder.writable || folder.free >= room_noted) continue;
    (folder.free < room_min ? full : scarce).push_back(folder.path);
    free = std::min(free, folder.free);
  }
  const Place place = {machine, {}};
  if (!read_only.empty()) list.add("read-only", Weight::block, place, text::read_only(machine, read_only));
  if (!full.empty()) {
    list.add("disk-full", Weight::block, place, text::disk_full(machine, full, room_min, free));
  } else if (!scarce.empty()) {
    list.add("disk-full", Weight::note, place, text::disk_nearly_full(machine, scarce, free));
  }
}

}  // namespace

void add_disks(HazardList& list, const domain::Declaration& declaration, const domain::Snapshot& snapshot,
               const std::vector<domain::Stage>& stages, bool notes) {
  if (stages.empty() && !notes) return;
  std::map<MachineName, std::set<std::string>> written;
  for (const MachineName& machine : declaration.machines_left()) written[machine] = {notes_folder};
  for (const domain::Stage& stage : stages) {
    for (const domain::Step& step : stage.steps) {
      for (std::string& path : written_by(step, declaration.cluster))
        written[domain::machine_of(step)].insert(std::move(path));
    }
  }
  for (const auto& [machine, paths] : written) {
    const domain::MachineView& view = snapshot.machine(machine);
    // A login that is not root may write nowhere, which is told as such.
    if (view.known() && view.uid == 0) add_machine(list, machine, view, paths);
  }
}

}  // namespace ff::planner
