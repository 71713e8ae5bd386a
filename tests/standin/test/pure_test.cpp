#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "standin/flags.h"
#include "standin/kv_cache.h"
#include "standin/meminfo.h"
#include "standin/memory_ledger.h"
#include "standin/pace.h"
#include "standin/settings.h"
#include "standin/tool_call.h"

using namespace ff::standin;

TEST_CASE("the pace is the measured curve", "[standin]") {
  const auto copy = [](int running, double long_share) {
    return tokens_per_second(running, long_share, Topology::replica);
  };
  CHECK(copy(1, 0) == Approx(36));
  CHECK(copy(4, 0) == Approx(82));
  CHECK(copy(8, 0) == Approx(109));
  CHECK(copy(16, 0) == Approx(150));
  CHECK(copy(4, 1) == Approx(81));
  CHECK(copy(8, 1) == Approx(113));
  CHECK(copy(16, 1) == Approx(87));
  CHECK(copy(12, 0) == Approx((109 + 150) / 2.0));
  CHECK(copy(40, 0) == Approx(150));
  CHECK(copy(8, 0.5) == Approx((109 + 113) / 2.0));
  CHECK(tokens_per_second(16, 0, Topology::split) == Approx(180));
}

TEST_CASE("vLLM's flags are read, others skipped with their values", "[standin]") {
  const auto flags = parse_serve_flags({"/models/big",
                                        "--served-model-name",
                                        "big",
                                        "alias",
                                        "--port=8001",
                                        "--gpu-memory-utilization",
                                        "0.74",
                                        "--quantization",
                                        "modelopt",
                                        "--headless",
                                        "--max-num-seqs",
                                        "12",
                                        "--speculative-config",
                                        "{\"a\": 1}",
                                        "--nnodes",
                                        "2",
                                        "--node-rank",
                                        "1",
                                        "-tp",
                                        "2",
                                        "--enable-prefix-caching"});
  REQUIRE(flags);
  CHECK(flags->model == "/models/big");
  CHECK(flags->served_model_names == std::vector<std::string>{"big", "alias"});
  CHECK(flags->port == 8001);
  CHECK(flags->gpu_memory_utilization == Approx(0.74));
  CHECK(flags->max_num_seqs == 12);
  CHECK(flags->tensor_parallel_size == 2);
  CHECK(flags->node_rank == 1);
  CHECK(flags->topology() == Topology::split);
  CHECK_FALSE(parse_serve_flags({"m", "--port", "many"}));
  CHECK_FALSE(parse_serve_flags({"m", "--port"}));
  CHECK_FALSE(parse_serve_flags({"--port", "1"}));
  CHECK_FALSE(parse_serve_flags({"m", "--gpu-memory-utilization", "1.2"}));
}

TEST_CASE("a topology's own key goes before the plain one, wrong values are complained about", "[standin]") {
  const std::string text =
      "start_split=20 # seconds\nstart = 2\nfault_replica=hang\nstop=soon\nspeed=1\nnothing\n";
  const ParsedSettings replica = parse_settings(text, Topology::replica);
  CHECK(replica.settings.start_s == Approx(2));
  CHECK(replica.settings.fault == Fault::hang);
  CHECK(replica.settings.stop_s == Approx(Settings{}.stop_s));
  CHECK(replica.complaints.size() == 3);
  const ParsedSettings split = parse_settings(text, Topology::split);
  CHECK(split.settings.start_s == Approx(20));
  CHECK(split.settings.fault == Fault::none);
}

TEST_CASE("the cache of a copy and of the split are as measured", "[standin]") {
  ServeFlags copy;
  copy.gpu_memory_utilization = 0.78;
  CHECK(plan_memory(copy, {}).kv_cache_tokens == 499110);
  CHECK(plan_memory(copy, {}).concurrency(262144) == Approx(1.90).margin(0.01));
  copy.kv_cache_dtype = "fp8_e4m3";
  CHECK(plan_memory(copy, {}).kv_cache_tokens == 1080000);
  copy.gpu_memory_utilization = 0.74;
  CHECK(plan_memory(copy, {}).kv_cache_tokens == Approx(760000).epsilon(0.01));
  copy.nnodes = copy.tensor_parallel_size = 2;
  CHECK(plan_memory(copy, {}).kv_cache_tokens > 3000000);
  CHECK(plan_memory(copy, {}).concurrency(262144) == Approx(12).epsilon(0.02));
  ServeFlags small;
  small.gpu_memory_utilization = 0.6;
  CHECK(plan_memory(small, {}).kv_cache_gib < 0);
}

TEST_CASE("the meminfo text has one length whatever it says", "[standin]") {
  const std::string full = meminfo_text(127601452, 123000000);
  CHECK(full.starts_with("MemTotal:       127601452 kB\n"));
  CHECK(full.find("MemAvailable:   123000000 kB\n") != std::string::npos);
  CHECK(meminfo_text(127601452, 5).size() == full.size());
  CHECK(meminfo_text(0, 0).size() == full.size());
}

TEST_CASE("memory of an engine that is gone comes back when its time has come", "[standin]") {
  using namespace std::chrono_literals;
  const MemoryLedger::Time start{};
  MemoryLedger ledger;
  ledger.hold(1, 70);
  ledger.hold(1, 90);
  ledger.hold(2, 5);
  CHECK(ledger.held_kb() == 95);
  ledger.release(1, start + 500ms);
  CHECK_FALSE(ledger.settle(start + 499ms));
  CHECK(ledger.held_kb() == 95);
  CHECK(ledger.next_return() == start + 500ms);
  CHECK(ledger.settle(start + 500ms));
  CHECK(ledger.held_kb() == 5);
  CHECK_FALSE(ledger.next_return());
}

TEST_CASE("a tool's arguments are the simplest that its schema allows", "[standin]") {
  const auto schema = nlohmann::json::parse(R"({"type":"object","properties":{
    "city":{"type":"string"},"unit":{"enum":["celsius","kelvin"]},"days":{"type":["integer","null"],"minimum":3},
    "tags":{"type":"array","items":{"type":"boolean"}},"where":{"properties":{"zip":{"default":"x"}}}}})");
  const auto expected =
      nlohmann::json::parse(R"({"city":"city","unit":"celsius","days":3,"tags":[true],"where":{"zip":"x"}})");
  CHECK(example_of(schema, "value") == expected);
}

TEST_CASE("a tool is called unless the request says otherwise", "[standin]") {
  auto request = nlohmann::json::parse(R"({"messages":[{"role":"user","content":"x"}],"tools":[
    {"type":"function","function":{"name":"first"}},{"type":"function","function":{"name":"second"}}]})");
  CHECK(choose_tool_call(request)->name == "first");
  request["tool_choice"] = {{"type", "function"}, {"function", {{"name", "second"}}}};
  CHECK(choose_tool_call(request)->name == "second");
  request["tool_choice"] = "none";
  CHECK_FALSE(choose_tool_call(request));
  request.erase("tool_choice");
  request["messages"].push_back({{"role", "tool"}, {"content", "42"}});
  CHECK_FALSE(choose_tool_call(request));
}
