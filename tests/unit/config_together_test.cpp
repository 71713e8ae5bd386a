#include "tests/unit/config_texts.hpp"

namespace ff::config {
namespace {

using namespace texts;

/// The valid cluster with box1 in the edge's place.
std::string cluster_on_box1() {
  return with(with(cluster, R"(route_host = "edge")", R"(route_host = "box1")"), "192.0.2.100:8080",
              "192.0.2.11:8080");
}

TEST_CASE("a declaration holds the profiles in the order of their names", "[config]") {
  const auto parsed = parse({"cluster.toml", cluster}, {{"split.toml", split}, {"replica.toml", replica}});
  REQUIRE(parsed);
  REQUIRE(parsed->profiles.size() == 2);
  CHECK(parsed->profiles[0].name == ProfileName("replica"));
  CHECK(parsed->profiles[1].name == ProfileName("split"));
  CHECK(parsed->find(ProfileName("split")) == &parsed->profiles[1]);
  CHECK(parsed->find(ProfileName("off")) == nullptr);
}

TEST_CASE("a cluster without profiles is none the worse", "[config]") {
  const auto text =
      with(cluster, "[overrides.replica.box1]\ngpu_memory_utilization = 0.74\nmax_num_seqs = 8\n", "");
  CHECK(parse({"cluster.toml", text}, {}));
}

TEST_CASE("faults of all files come at once", "[config]") {
  const auto faults =
      faults_of_all(with(cluster, "name = \"test\"", "name = 1"), with(split, "port = 8000", "port = 0"),
                    with(replica, "port = 8001", "prt = 8001"));
  REQUIRE(faults.size() == 4);
  CHECK(begins(faults[0], "cluster.toml:1:8: name: "));
  CHECK(begins(faults[1], "replica.toml:6:2: units.port is missing"));
  CHECK(begins(faults[2], "replica.toml:8:1: unknown key \"prt\" in [units] (did you mean port?)"));
  CHECK(begins(faults[3], "split.toml:15:8: units.port: "));
}

TEST_CASE("a cluster that is not TOML does not hide the profiles' faults", "[config]") {
  const auto faults = faults_of_all("name = \n", with(split, "port = 8000", "port = 0"), replica);
  REQUIRE(faults.size() == 2);
  CHECK(begins(faults[0], "cluster.toml:1:8: not TOML: "));
  CHECK(begins(faults[1], "split.toml:15:8: units.port: "));
}

TEST_CASE("a profile that is not TOML is one fault, and its overrides none", "[config]") {
  const auto faults = faults_of_all(cluster, split, "boxes = [");
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "replica.toml:1:"));
}

TEST_CASE("boxes that are no machines are told one by one", "[config]") {
  const auto faults =
      faults_of_all(cluster, split, with(replica, R"(["box1", "box2"])", R"(["bx1", "box1", "gpu"])"));
  REQUIRE(faults.size() == 2);
  CHECK(faults[0] ==
        "replica.toml:1:10: boxes: there is no machine bx1 (did you mean box1?); allowed: box1, box2");
  CHECK(faults[1] == "replica.toml:1:25: boxes: there is no machine gpu; allowed: box1, box2");
}

TEST_CASE("a machine without a fabric address is no box", "[config]") {
  const auto faults = faults_of_all(cluster, split, with(replica, R"("box2"])", R"("box2", "edge"])"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "replica.toml:1:26: boxes: edge has no fabric address in the cluster file"));
}

TEST_CASE("a watchdog may be on any machine, but on a machine", "[config]") {
  CHECK(faults_of_all(cluster, with(split, "boxes = [\"box1\"]\narm", "boxes = [\"edge\"]\narm"), replica)
            .empty());
  const auto faults =
      faults_of_all(cluster, with(split, "boxes = [\"box1\"]\narm", "boxes = [\"box9\"]\narm"), replica);
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "split.toml:25:10: watchdogs[0].boxes: there is no machine box9"));
}

TEST_CASE("an override of an unknown profile, or of a box that it does not use, is a fault", "[config]") {
  const auto unknown =
      faults_of_all(with(cluster, "[overrides.replica.box1]", "[overrides.relpica.box1]"), split, replica);
  REQUIRE(unknown.size() == 1);
  CHECK(begins(unknown[0],
               "cluster.toml:29:12: overrides.relpica: there is no profile relpica (did you mean replica?)"));
  const auto unused = faults_of_all(cluster, split, with(replica, R"(["box1", "box2"])", R"(["box2"])"));
  REQUIRE(unused.size() == 1);
  CHECK(begins(unused[0],
               "cluster.toml:29:20: overrides.replica.box1: box1 is not among the boxes of replica"));
}

TEST_CASE("the served name is one in all profiles", "[config]") {
  const auto faults = faults_of_all(cluster, split, with(replica, "\"nemotron\"", "\"other\""));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0],
               "replica.toml:5:15: model.served_name: is \"other\", but \"nemotron\" in split.toml"));
}

TEST_CASE("profiles may share a port on a box, since they never serve together", "[config]") {
  CHECK(faults_of_all(cluster, split, with(replica, "port = 8001", "port = 8000")).empty());
  CHECK(faults_of_all(cluster, split, with(replica, "port = 8001", "port = 29501")).empty());
}

TEST_CASE("profiles may share a unit of the same use", "[config]") {
  const auto parsed = parse({"cluster.toml", cluster},
                            {{"replica.toml", replica}, {"solo.toml", with(replica, ", \"box2\"", "")}});
  CHECK(faults_of(parsed).empty());
}

TEST_CASE("a unit has one use in all profiles", "[config]") {
  struct {
    const char* from;
    const char* to;
    const char* told;
  } const cases[] = {
      {"ff-replica.service", "ff-split-worker.service",
       "is the leader's unit here and the workers' unit in split.toml"},
      {"ff-replica.service", "nginx.service",
       "is the leader's unit here and the proxy's unit in cluster.toml"},
  };
  for (const auto& one : cases) {
    const auto faults = faults_of_all(cluster, split, with(replica, one.from, one.to));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "replica.toml:7:10: "));
    CHECK(holds(faults[0], one.told));
  }
  const auto watchdog =
      faults_of_all(cluster, with(split, "old-split-watchdog.timer", "ff-replica.service"), replica);
  REQUIRE(watchdog.size() == 1);
  CHECK(holds(watchdog[0], "is the leader's unit here and a watchdog in split.toml"));
}

TEST_CASE("two uses of a unit in one profile are that file's fault alone", "[config]") {
  CHECK(faults_of_all(cluster, with(split, "old-split-watchdog.timer", "ff-split-leader.service"), replica)
            .size() == 1);
  CHECK(faults_of_all(cluster, with(split, "ff-split-worker.service", "ff-split-leader.service"), replica)
            .size() == 1);
}

TEST_CASE("faults become one error in the order of files and lines", "[config]") {
  const Error error =
      error_of({{"b.toml", 1, 1, "x"}, {"a.toml", 10, 1, "y"}, {"a.toml", 9, 5, "z"}, {"a.toml", 9, 4, "w"}});
  CHECK(error.code == ErrorCode::bad_input);
  CHECK(error.what == "the configuration has 4 faults");
  CHECK(error.evidence ==
        std::vector<std::string>{"a.toml:9:4: w", "a.toml:9:5: z", "a.toml:10:1: y", "b.toml:1:1: x"});
  CHECK(error.advice.kind == Advice::Kind::edit_file);
  CHECK(error.advice.subject == "a.toml");
}

TEST_CASE("a copy does not take the proxy's port where both are on one machine", "[config]") {
  const auto same = faults_of_all(cluster_on_box1(), split, with(replica, "port = 8001", "port = 8080"));
  REQUIRE(same.size() == 1);
  CHECK(begins(same[0], "replica.toml:8:8: units.port: 8080 is the port of proxy.listen on box1"));
  const std::string everywhere = with(cluster_on_box1(), "192.0.2.11:8080", "0.0.0.0:8080");
  CHECK(faults_of_all(everywhere, split, with(replica, "port = 8001", "port = 8080")).size() == 1);
  CHECK(faults_of_all(everywhere, with(split, "29501", "8080"), replica).size() == 1);
  const std::string elsewhere = with(cluster_on_box1(), "192.0.2.11:8080", "192.0.2.99:8080");
  CHECK(faults_of_all(elsewhere, split, with(replica, "port = 8001", "port = 8080")).empty());
  CHECK(faults_of_all(cluster, split, with(replica, "port = 8001", "port = 8080")).empty());
}

TEST_CASE("a copy does not take the marker's port on the route host", "[config]") {
  const auto faults = faults_of_all(cluster_on_box1(), split, with(replica, "port = 8001", "port = 9099"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "replica.toml:8:8: units.port: 9099 is proxy.marker_port on box1"));
}

TEST_CASE("a fabric address that is faulty does not make its box a stranger", "[config]") {
  const auto faults = faults_of_all(with(cluster, "198.51.100.11", "fabric.example"), split, replica);
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "cluster.toml:10:10: machines.box1.fabric: "));
}

}  // namespace
}  // namespace ff::config
