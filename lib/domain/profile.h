#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/time.h"
#include "domain/cluster.h"
#include "domain/drained.h"

namespace ff::domain {

/// The model that every instance of a profile serves.
struct Model {
  std::string image;        ///< container image, with tag or digest
  std::string path;         ///< path or hub name given to `vllm serve`
  std::string served_name;  ///< what /v1/models must name; the same in every profile

  auto operator<=>(const Model&) const = default;
};

/// vLLM's settings, as its flags of the same names mean them.
struct Settings {
  double gpu_memory_utilization = 0.0;  ///< share of the box's whole memory, 0..1
  int max_num_seqs = 0;
  std::int64_t max_model_len = 0;                            ///< tokens
  Milliseconds shutdown_timeout = std::chrono::seconds(30);  ///< how long SIGTERM lets streams finish
  std::vector<std::string> extra_args;                       ///< further words of the command line
};

/// A timer or service that starts or restarts the profile's units by itself.
struct Watchdog {
  UnitName unit;
  std::vector<MachineName> boxes;
  bool arm = false;  ///< whether it is armed again when its profile serves
};

/// One declared topology: profiles/NAME.toml as a value.
struct Profile {
  enum class Launch { one_at_a_time, together };

  ProfileName name;
  std::string file;                ///< where it was read from; empty when made in a test
  std::vector<MachineName> boxes;  ///< the first boxes_per_instance make the first instance, and so on
  int boxes_per_instance = 1;
  Model model;
  UnitName leader_unit;
  UnitName worker_unit;           ///< empty when boxes_per_instance is 1
  std::uint16_t port = 0;         ///< where a leader serves HTTP
  std::uint16_t master_port = 0;  ///< where the ranks of an instance meet, on the leader's fabric address
  Settings settings;
  std::vector<Watchdog> watchdogs;
  Launch launch = Launch::one_at_a_time;
  std::optional<Milliseconds> expected_start;  ///< declared; used until a start is recorded
  Milliseconds start_deadline = std::chrono::minutes(40);
  Milliseconds drain_timeout = std::chrono::seconds(30);
  Milliseconds token_deadline = std::chrono::seconds(30);  ///< how long the ladder waits for the first token
};

/// One unit of an instance on one box.
struct Member {
  MachineName box;
  UnitName unit;
  int rank = 0;  ///< 0 is the leader

  auto operator<=>(const Member&) const = default;
};

/// One running model server, or one that is to be: a leader that serves HTTP and its workers.
struct Instance {
  InstanceName name;  ///< its boxes' names joined by '+'
  ProfileName profile;
  std::vector<Member> members;  ///< in rank order, the leader first; never empty
  Endpoint endpoint;            ///< where the leader serves
  std::string served_name;      ///< what /v1/models must name
  int max_num_seqs = 0;         ///< requests that the leader runs at once

  [[nodiscard]] const Member& leader() const { return members.front(); }
  [[nodiscard]] bool spans(const MachineName& box) const;
};

/// Everything that the operator declared: cluster.toml and the profiles beside it.
struct Declaration {
  Cluster cluster;
  std::vector<Profile> profiles;  ///< in the order of their names
  /// Machines that are done without: nothing is asked of them, done on them or expected of them. No file says
  /// so: the operator does, and the intent keeps it.
  std::set<MachineName> absent = {};
  /// Instances that failed in the run under way, by their profile's and their own name: nothing more is
  /// expected of them, and what is left of them goes. Known to that run alone.
  std::set<std::pair<ProfileName, InstanceName>> given_up = {};
  /// Boxes that run nothing, though they answer; as the operator and the intent say too.
  std::vector<Drained> drained = {};
  /// Instances of the target that are to start again even if they are as declared.
  std::set<InstanceName> renewed = {};

  /// The profile of that name, nullptr when there is none. Valid while the declaration lives.
  [[nodiscard]] const Profile* find(const ProfileName& profile) const;
  /// The machines that are not absent, in the cluster's order.
  [[nodiscard]] std::vector<MachineName> machines_left() const;
  [[nodiscard]] bool is_drained(const MachineName& box) const;
  /// Whether none of the instance's machines is absent.
  [[nodiscard]] bool can_ask(const Instance& instance) const;
  /// Whether none of them is absent or drained, and it was not given up.
  [[nodiscard]] bool can_have(const Instance& instance) const;
};

/// The profile's settings on one box, with the cluster's override for it.
[[nodiscard]] Settings settings_on(const Cluster& cluster, const Profile& profile, const MachineName& box);
/// The instances that a profile declares, in the order of its boxes. Every box must be in the cluster.
[[nodiscard]] std::vector<Instance> instances_of(const Cluster& cluster, const Profile& profile);
/// The one of them that spans the box; nothing when none does.
[[nodiscard]] std::optional<Instance> instance_on(const Cluster& cluster, const Profile& profile,
                                                  const MachineName& box);
/// Those of them that can be had: see can_have(). Boxes are never dealt out anew: the others keep their
/// places.
[[nodiscard]] std::vector<Instance> instances_left(const Declaration& declaration, const Profile& profile);

}  // namespace ff::domain
