#include "tests/unit/config_texts.hpp"

namespace ff::config {
namespace {

using namespace texts;

TEST_CASE("a profile comes with all that its file says", "[config]") {
  const auto parsed = parse_profile(split, "here/split.toml");
  REQUIRE(parsed);
  CHECK(parsed->name == ProfileName("split"));
  CHECK(parsed->file == "here/split.toml");
  CHECK(parsed->boxes == std::vector{MachineName("box1"), MachineName("box2")});
  CHECK(parsed->boxes_per_instance == 2);
  CHECK(parsed->launch == domain::Profile::Launch::together);
  CHECK(parsed->expected_start == std::chrono::minutes(20));
  CHECK(parsed->start_deadline == std::chrono::minutes(40));
  CHECK(parsed->drain_timeout == std::chrono::seconds(30));
  CHECK(parsed->token_deadline == std::chrono::seconds(90));
  CHECK(parsed->model == domain::Model{"vllm/vllm-openai:v0.30.0", "/models/nemotron", "nemotron"});
  CHECK(parsed->leader_unit == UnitName("ff-split-leader.service"));
  CHECK(parsed->worker_unit == UnitName("ff-split-worker.service"));
  CHECK(parsed->port == 8000);
  CHECK(parsed->master_port == 29501);
  CHECK(parsed->settings.gpu_memory_utilization == 0.78);
  CHECK(parsed->settings.max_num_seqs == 12);
  CHECK(parsed->settings.max_model_len == 262144);
  CHECK(parsed->settings.shutdown_timeout == std::chrono::seconds(30));
  CHECK(parsed->settings.extra_args == std::vector<std::string>{"--kv-cache-dtype", "fp8"});
  REQUIRE(parsed->watchdogs.size() == 1);
  CHECK(parsed->watchdogs[0].unit == UnitName("old-split-watchdog.timer"));
  CHECK(parsed->watchdogs[0].boxes == std::vector{MachineName("box1")});
  CHECK(parsed->watchdogs[0].arm);
}

TEST_CASE("a profile that says only what it must gets the domain's own defaults", "[config]") {
  const auto parsed = parse_profile(replica, "replica.toml");
  REQUIRE(parsed);
  const domain::Profile defaults;
  CHECK(parsed->boxes_per_instance == defaults.boxes_per_instance);
  CHECK(parsed->launch == defaults.launch);
  CHECK(parsed->expected_start == defaults.expected_start);
  CHECK(parsed->start_deadline == defaults.start_deadline);
  CHECK(parsed->drain_timeout == defaults.drain_timeout);
  CHECK(parsed->token_deadline == defaults.token_deadline);
  CHECK(parsed->settings.shutdown_timeout == defaults.settings.shutdown_timeout);
  CHECK(parsed->settings.extra_args.empty());
  CHECK(parsed->worker_unit.empty());
  CHECK(parsed->master_port == 0);
  CHECK(parsed->watchdogs.empty());
}

TEST_CASE("a split without a master port gets vLLM's own", "[config]") {
  const auto parsed = parse_profile(with(split, "master_port = 29501\n", ""), "split.toml");
  REQUIRE(parsed);
  CHECK(parsed->master_port == 29501);
}

TEST_CASE("a span that does not divide the boxes is a fault", "[config]") {
  const auto faults = faults_of_split(with(split, R"(["box1", "box2"])", R"(["box1", "box2", "box3"])"));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] ==
        "split.toml:2:22: boxes_per_instance: 2 does not divide the 3 boxes into instances; allowed: a "
        "divisor of 3");
}

TEST_CASE("a span of more boxes than there are is a fault", "[config]") {
  const auto faults = faults_of_split(with(split, R"(["box1", "box2"])", R"(["box1"])"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "split.toml:2:22: boxes_per_instance: 2 is more than the 1 in boxes"));
}

TEST_CASE("a span of several boxes needs a worker's unit, and one of a single box has none", "[config]") {
  const auto missing = faults_of_split(with(split, "worker = \"ff-split-worker.service\"\n", ""));
  REQUIRE(missing.size() == 1);
  CHECK(begins(missing[0], "split.toml:13:10: units.worker is missing; allowed: "));
  const auto needless = faults_of_split(with(split, "boxes_per_instance = 2", "boxes_per_instance = 1"));
  REQUIRE(needless.size() == 2);
  CHECK(begins(needless[0], "split.toml:14:10: units.worker has no meaning with boxes_per_instance = 1"));
  CHECK(
      begins(needless[1], "split.toml:16:15: units.master_port has no meaning with boxes_per_instance = 1"));
}

TEST_CASE("leader and worker are different units", "[config]") {
  const auto faults = faults_of_split(with(split, "ff-split-worker.service", "ff-split-leader.service"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "split.toml:14:10: units.worker: ff-split-leader.service is the leader's unit"));
}

TEST_CASE("the ranks meet on a port of their own", "[config]") {
  const auto written = faults_of_split(with(split, "master_port = 29501", "master_port = 8000"));
  REQUIRE(written.size() == 1);
  CHECK(begins(written[0], "split.toml:16:15: units.master_port: 8000 is units.port too"));
  const std::string without = with(split, "master_port = 29501\n", "");
  const auto by_default = faults_of_split(with(without, "port = 8000", "port = 29501"));
  REQUIRE(by_default.size() == 1);
  CHECK(begins(by_default[0], "split.toml:15:8: units.master_port: 29501 is units.port too"));
}

TEST_CASE("a watchdog is no unit of its own profile, and is declared once", "[config]") {
  for (const char* unit : {"ff-split-leader.service", "ff-split-worker.service"}) {
    const auto faults = faults_of_split(with(split, "old-split-watchdog.timer", unit));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "split.toml:24:8: watchdogs[0].unit: " + std::string(unit)));
  }
  const auto twice =
      faults_of_split(split + "[[watchdogs]]\nunit = \"old-split-watchdog.timer\"\nboxes = [\"box2\"]\n");
  REQUIRE(twice.size() == 1);
  CHECK(begins(twice[0], "split.toml:28:8: watchdogs[1].unit: old-split-watchdog.timer is declared twice"));
}

TEST_CASE("watchdogs that are not a list of tables are one fault", "[config]") {
  for (const char* watchdogs :
       {"watchdogs = 1\n", "watchdogs = [1]\n", "watchdogs = {unit = \"a.timer\"}\n"}) {
    const auto faults = faults_of_replica(watchdogs + replica);
    INFO(watchdogs << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "replica.toml:1:13: watchdogs: is "));
    CHECK(holds(faults[0], "allowed: tables, each [[watchdogs]]"));
  }
}

TEST_CASE("names that systemd refuses, or that start nothing, are faults", "[config]") {
  const std::string longest(255 - 8, 'x');
  for (const std::string& unit :
       {std::string("ff-replica"), std::string(".service"), std::string("a b.service"),
        std::string("a/b.service"), std::string("ff@.service"), std::string("@a.service"),
        std::string("-a.service"), std::string("a.timer"), std::string("a.slice"), std::string("a.service.d"),
        std::string("a\u00e9.service"), longest + "x.service"}) {
    const auto faults = faults_of_replica(with(replica, "ff-replica.service", unit));
    INFO(unit << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "replica.toml:7:10: units.leader: "));
  }
  for (const std::string& unit :
       {std::string("ff@box1.service"), std::string("a:b_c.d.service"), longest + ".service"}) {
    INFO(unit);
    CHECK(faults_of_replica(with(replica, "ff-replica.service", unit)).empty());
  }
}

TEST_CASE("flags that other keys stand for are refused, in every spelling", "[config]") {
  for (const char* flag : {"--port", "--port=1", "--max_num_seqs=3", "--max-num-seqs", "-tp", "--headless",
                           "--master-addr=198.51.100.9", "--served-model-name", "--tensor_parallel_size=2"}) {
    const auto faults = faults_of_split(with(split, "--kv-cache-dtype", flag));
    INFO(flag << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "split.toml:22:15: settings.extra_args: ff writes -"));
  }
  const auto secret = faults_of_split(with(split, "\"fp8\"", "\"fp8\", \"--api-key=sesame\""));
  REQUIRE(secret.size() == 1);
  CHECK(holds(secret[0], "--api-key is a secret"));
  CHECK_FALSE(holds(secret[0], "sesame"));
}

TEST_CASE("a word of JSON is a word", "[config]") {
  const std::string json = R"('{"method":"mtp","num_speculative_tokens":3}')";
  const auto parsed =
      parse_profile(with(split, "\"fp8\"", "\"fp8\", \"--speculative-config\", " + json), "split.toml");
  REQUIRE(parsed);
  CHECK(parsed->settings.extra_args.back() == R"({"method":"mtp","num_speculative_tokens":3})");
}

TEST_CASE("a start that is expected to take longer than it may is a fault", "[config]") {
  const auto faults = faults_of_split(with(split, "expected_start = \"20m\"", "expected_start = \"40m\""));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "split.toml:4:18: expected_start: is not below start_deadline"));
}

TEST_CASE("vLLM's shutdown takes whole seconds", "[config]") {
  const auto faults =
      faults_of_split(with(split, "shutdown_timeout = \"30s\"", "shutdown_timeout = \"1s500ms\""));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "split.toml:21:20: settings.shutdown_timeout: is not in whole seconds"));
}

TEST_CASE("a profile's file name is its name, and some are reserved", "[config]") {
  for (const char* file : {"off.toml", "x/cluster.toml", "a b.toml", "-x.toml", "\u00fc.toml", "x\n.toml"}) {
    const auto faults = faults_of(parse_profile(replica, file));
    INFO(file << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(holds(faults[0], "name"));
    CHECK(faults[0].find('\n') == std::string::npos);
  }
  CHECK(parse_profile(replica, "a/b/solo-1.2.toml")->name == ProfileName("solo-1.2"));
}

TEST_CASE("images and models hold nothing that a shell or docker could take for something else", "[config]") {
  for (const char* bad :
       {"-v", "a b", "a;b", "$(id)", "`id`", "a|b", "a>b", "a'b", "a\\\"b", "a\\u0007b", "a*", "a?"}) {
    const std::string value = bad;
    for (const char* key : {"image = \"vllm/vllm-openai:v0.30.0\"", "path = \"/models/nemotron\""}) {
      const std::string name = std::string(key).substr(0, std::string(key).find(' '));
      std::string changed = name;
      changed += " = \"" + value + "\"";
      const auto faults = faults_of_replica(with(replica, key, changed));
      INFO(changed << "\n" << joined(faults, "\n"));
      REQUIRE(faults.size() == 1);
      CHECK(holds(faults[0], "model." + name + ": "));
    }
  }
  CHECK(
      faults_of_replica(with(replica, "vllm/vllm-openai:v0.30.0", "r.example:5000/a/b@sha256:0123")).empty());
  CHECK(faults_of_replica(with(replica, "/models/nemotron", "nvidia/Some-Model_1.5")).empty());
}

}  // namespace
}  // namespace ff::config
