#include "domain/profile.h"

#include "tests/catch.hpp"

namespace ff::domain {
namespace {

/// `count` boxes, of which box N has the api address 192.0.2.N.
Cluster cluster_of(int count) {
  Cluster cluster;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    Machine machine;
    machine.name = MachineName("box" + number);
    machine.api = "192.0.2." + number;
    machine.fabric = "198.51.100." + number;
    cluster.machines.push_back(machine);
  }
  return cluster;
}

Profile profile_of(int boxes, int span) {
  Profile profile;
  profile.name = ProfileName("any");
  profile.boxes_per_instance = span;
  profile.leader_unit = UnitName("leader.service");
  if (span > 1) profile.worker_unit = UnitName("worker.service");
  profile.port = 8000;
  profile.model.served_name = "model";
  profile.settings.gpu_memory_utilization = 0.78;
  profile.settings.max_num_seqs = 12;
  for (int i = 1; i <= boxes; ++i) profile.boxes.emplace_back("box" + std::to_string(i));
  return profile;
}

TEST_CASE("a span of one box is a copy on each", "[domain]") {
  const auto instances = instances_of(cluster_of(2), profile_of(2, 1));
  REQUIRE(instances.size() == 2);
  CHECK(instances[0].name == InstanceName("box1"));
  CHECK(instances[1].name == InstanceName("box2"));
  CHECK(instances[1].endpoint == Endpoint{"192.0.2.2", 8000});
  REQUIRE(instances[1].members.size() == 1);
  CHECK(instances[1].leader() == Member{MachineName("box2"), UnitName("leader.service"), 0});
  CHECK(instances[1].served_name == "model");
  CHECK(instances[1].profile == ProfileName("any"));
}

TEST_CASE("a span of all boxes is one split, led by the first", "[domain]") {
  const auto instances = instances_of(cluster_of(3), profile_of(3, 3));
  REQUIRE(instances.size() == 1);
  CHECK(instances[0].name == InstanceName("box1+box2+box3"));
  CHECK(instances[0].endpoint == Endpoint{"192.0.2.1", 8000});
  REQUIRE(instances[0].members.size() == 3);
  CHECK(instances[0].leader().box == MachineName("box1"));
  CHECK(instances[0].members[2] == Member{MachineName("box3"), UnitName("worker.service"), 2});
}

TEST_CASE("spans between are instances of neighbours in the profile's order", "[domain]") {
  Profile profile = profile_of(4, 2);
  profile.boxes = {MachineName("box4"), MachineName("box2"), MachineName("box1"), MachineName("box3")};
  const auto instances = instances_of(cluster_of(4), profile);
  REQUIRE(instances.size() == 2);
  CHECK(instances[0].name == InstanceName("box4+box2"));
  CHECK(instances[1].name == InstanceName("box1+box3"));
  CHECK(instances[0].endpoint.address == "192.0.2.4");
  CHECK(instances[0].spans(MachineName("box2")));
  CHECK_FALSE(instances[0].spans(MachineName("box1")));
}

TEST_CASE("boxes that do not fill an instance make none", "[domain]") {
  CHECK(instances_of(cluster_of(3), profile_of(3, 2)).size() == 1);
  CHECK(instances_of(cluster_of(3), profile_of(0, 1)).empty());
}

TEST_CASE("an override changes what it names, on its box and in its profile only", "[domain]") {
  Cluster cluster = cluster_of(2);
  cluster.overrides[{ProfileName("any"), MachineName("box1")}] = {0.74, std::nullopt};
  cluster.overrides[{ProfileName("other"), MachineName("box2")}] = {0.5, 1};
  const Profile profile = profile_of(2, 1);
  CHECK(settings_on(cluster, profile, MachineName("box1")).gpu_memory_utilization == 0.74);
  CHECK(settings_on(cluster, profile, MachineName("box1")).max_num_seqs == 12);
  CHECK(settings_on(cluster, profile, MachineName("box2")).gpu_memory_utilization == 0.78);
  CHECK(settings_on(cluster, profile, MachineName("box2")).max_num_seqs == 12);
}

TEST_CASE("an instance runs as many requests as its leader's box allows", "[domain]") {
  Cluster cluster = cluster_of(2);
  cluster.overrides[{ProfileName("any"), MachineName("box1")}] = {std::nullopt, 8};
  const auto copies = instances_of(cluster, profile_of(2, 1));
  CHECK(copies[0].max_num_seqs == 8);
  CHECK(copies[1].max_num_seqs == 12);
  cluster.overrides[{ProfileName("any"), MachineName("box2")}] = {std::nullopt, 4};
  CHECK(instances_of(cluster, profile_of(2, 2))[0].max_num_seqs == 8);
}

TEST_CASE("machines and profiles are found by name, or not", "[domain]") {
  const Cluster cluster = cluster_of(2);
  CHECK(cluster.find(MachineName("box2")) == &cluster.machines[1]);
  CHECK(cluster.find(MachineName("box3")) == nullptr);
  const Declaration declaration{cluster, {profile_of(1, 1)}};
  CHECK(declaration.find(ProfileName("any")) == &declaration.profiles[0]);
  CHECK(declaration.find(ProfileName("off")) == nullptr);
}

TEST_CASE("an endpoint's address is told from its port, also in IPv6", "[domain]") {
  CHECK(text(Endpoint{"192.0.2.1", 80}) == "192.0.2.1:80");
  CHECK(text(Endpoint{"2001:db8::1", 80}) == "[2001:db8::1]:80");
}

}  // namespace
}  // namespace ff::domain
