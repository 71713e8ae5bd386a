#include "domain/profile.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace ff::domain {

bool Instance::spans(const MachineName& box) const {
  return std::ranges::find(members, box, &Member::box) != members.end();
}

const Profile* Declaration::find(const ProfileName& profile) const {
  const auto found = std::ranges::find(profiles, profile, &Profile::name);
  return found == profiles.end() ? nullptr : &*found;
}

std::vector<MachineName> Declaration::machines_left() const {
  std::vector<MachineName> left;
  for (const Machine& machine : cluster.machines) {
    if (!absent.contains(machine.name)) left.push_back(machine.name);
  }
  return left;
}

bool Declaration::is_drained(const MachineName& box) const {
  return std::ranges::find(drained, box, &Drained::box) != drained.end();
}

bool Declaration::can_ask(const Instance& instance) const {
  return std::ranges::none_of(instance.members,
                              [&](const Member& member) { return absent.contains(member.box); });
}

bool Declaration::can_have(const Instance& instance) const {
  if (given_up.contains({instance.profile, instance.name})) return false;
  return can_ask(instance) &&
         std::ranges::none_of(instance.members, [&](const Member& member) { return is_drained(member.box); });
}

Settings settings_on(const Cluster& cluster, const Profile& profile, const MachineName& box) {
  Settings settings = profile.settings;
  const auto found = cluster.overrides.find({profile.name, box});
  if (found == cluster.overrides.end()) return settings;
  const Override& difference = found->second;
  settings.gpu_memory_utilization =
      difference.gpu_memory_utilization.value_or(settings.gpu_memory_utilization);
  settings.max_num_seqs = difference.max_num_seqs.value_or(settings.max_num_seqs);
  return settings;
}

namespace {

/// The one whose leader's box stands at `first` of the profile's boxes.
Instance instance_at(const Cluster& cluster, const Profile& profile, std::size_t first,
                     const Machine* leader_box) {
  Instance instance;
  std::string name;
  for (int rank = 0; rank < profile.boxes_per_instance; ++rank) {
    const MachineName& box = profile.boxes[first + static_cast<std::size_t>(rank)];
    instance.members.push_back({box, rank == 0 ? profile.leader_unit : profile.worker_unit, rank});
    name += (name.empty() ? "" : "+") + box.text();
  }
  assert(leader_box != nullptr);
  instance.name = InstanceName(name);
  instance.profile = profile.name;
  instance.endpoint = {leader_box->api, profile.port};
  instance.served_name = profile.model.served_name;
  instance.max_num_seqs = settings_on(cluster, profile, leader_box->name).max_num_seqs;
  return instance;
}

}  // namespace

std::vector<Instance> instances_of(const Cluster& cluster, const Profile& profile) {
  assert(profile.boxes_per_instance > 0);
  // By name, since looking for each among all would take a second for a thousand boxes.
  std::map<MachineName, const Machine*> machines;
  for (const Machine& machine : cluster.machines) machines.emplace(machine.name, &machine);
  const auto span = static_cast<std::size_t>(profile.boxes_per_instance);
  std::vector<Instance> instances;
  for (std::size_t first = 0; first + span <= profile.boxes.size(); first += span)
    instances.push_back(instance_at(cluster, profile, first, machines.at(profile.boxes[first])));
  return instances;
}

std::optional<Instance> instance_on(const Cluster& cluster, const Profile& profile, const MachineName& box) {
  const auto found = std::ranges::find(profile.boxes, box);
  const auto span = static_cast<std::size_t>(profile.boxes_per_instance);
  const auto first = static_cast<std::size_t>(found - profile.boxes.begin()) / span * span;
  if (found == profile.boxes.end() || first + span > profile.boxes.size()) return std::nullopt;
  return instance_at(cluster, profile, first, cluster.find(profile.boxes[first]));
}

std::vector<Instance> instances_left(const Declaration& declaration, const Profile& profile) {
  std::vector<Instance> left = instances_of(declaration.cluster, profile);
  std::erase_if(left, [&](const Instance& instance) { return !declaration.can_have(instance); });
  return left;
}

}  // namespace ff::domain
