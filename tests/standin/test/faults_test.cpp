#include <signal.h>
#include <sys/stat.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <thread>

#include "catch.hpp"
#include "eventually.hpp"
#include "standin/test/engine_under_test.h"

using namespace ff::standin::test;
using ff::tests::eventually;

TEST_CASE("die_loading: exits 1 in the middle", "[standin]") {
  Box box("start=0.4\nfault=die_loading\n");
  EngineUnderTest engine(box, {});
  CHECK(engine.process().wait_exit() == 1);
  const std::string log = engine.process().output();
  CHECK(log.find("Traceback (most recent call last):") != std::string::npos);
  CHECK(log.find("No available memory for the cache blocks") != std::string::npos);
  CHECK(log.find("Model loading took") == std::string::npos);
}

TEST_CASE("hang: completions wait, also those under way, everything else answers", "[standin]") {
  Box box("start=0\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  std::jthread under_way([&] { CHECK(engine.chat(R"("max_tokens":40,"stream":true)")->status == 200); });
  REQUIRE(eventually([&] { return engine.metric("vllm:generation_tokens_total{") > 0; }));
  box.set("start=0\nfault=hang\n");
  CHECK(eventually([&] { return !engine.chat(R"("max_tokens":1)", 1); }));
  const double before = engine.metric("vllm:generation_tokens_total{");
  CHECK_FALSE(engine.chat(R"("max_tokens":1)", 1));
  CHECK(engine.metric("vllm:generation_tokens_total{") == before);
  CHECK(engine.metric("vllm:num_requests_running{") >= 1);
  CHECK(engine.status_of("/health") == 200);
  CHECK(engine.status_of("/v1/models") == 200);
  box.set("start=0\n");
}

TEST_CASE("never_ready: stops talking and is refused for ever", "[standin]") {
  Box box("start=0.2\nfault=never_ready\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.process().says("75% Completed | 3/4"));
  const std::string log = engine.process().output();
  // Five times the whole load: it would have been long up.
  CHECK_FALSE(eventually([&] { return engine.process().output() != log; }, std::chrono::seconds(1)));
  CHECK(engine.process().runs());
  CHECK(engine.status_of("/health") == -1);
}

TEST_CASE("slow_first_token: later tokens keep their pace", "[standin]") {
  Box box("start=0\nfault=slow_first_token\nslow_first_token=2\ntokens_per_second_scale=50\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  CHECK_FALSE(engine.chat(R"("max_tokens":1)", 1));
  CHECK(engine.chat(R"("max_tokens":20)")->status == 200);
  CHECK(engine.metric(
            "vllm:time_to_first_token_seconds_bucket{engine=\"0\",model_name=\"big\",le=\"1.0\"}") == 0);
}

TEST_CASE("wrong_model: advertises another and knows only that one", "[standin]") {
  Box box("start=0\nfault=wrong_model\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  const auto models = nlohmann::json::parse(engine.get("/v1/models")->body);
  CHECK(models.at("data").at(0).at("id") == "some-other-model");
  CHECK(engine.chat(R"("model":"big")")->status == 404);
}

TEST_CASE("refuse_stop: SIGTERM changes nothing", "[standin]") {
  Box box("start=0\nfault=refuse_stop\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  engine.process().signal(SIGTERM);
  REQUIRE(engine.process().says("Received signal, still waiting"));
  CHECK(engine.status_of("/health") == 200);
  CHECK(engine.chat(R"("max_tokens":1)")->status == 200);
  CHECK(engine.process().runs());
}

TEST_CASE("orphan: a process outside the unit's cgroup holds the memory on", "[standin]") {
  Box box("start=0\nstop=0\nmemory_return=0\nfault=orphan\n");
  box.keep_memory();
  const long free_kb = box.available_kb();
  ::mkdir(box.path("cgroup").c_str(), 0755);
  EngineUnderTest engine(box, {}, {{"FF_STANDIN_CGROUP_ROOT", box.path("cgroup")}});
  REQUIRE(engine.ready());
  const long held_kb = free_kb - box.available_kb();
  engine.process().signal(SIGTERM);
  CHECK(engine.process().wait_exit() == 0);

  const std::string members = read_text(box.path("cgroup") + "/left-behind/cgroup.procs");
  int orphan = 0;
  std::from_chars(members.data(), members.data() + members.size(), orphan);
  REQUIRE(orphan > 1);
  CHECK(read_text("/proc/" + std::to_string(orphan) + "/cmdline").starts_with("VLLM::EngineCore"));
  CHECK(free_kb - box.available_kb() == held_kb);
  CHECK(engine.status_of("/health") == -1);
  ::kill(orphan, SIGTERM);
  CHECK(eventually([&] { return box.available_kb() == free_kb; }));
}

TEST_CASE("a fault of the other topology leaves this one alone", "[standin]") {
  Box box("start=0\nfault_split=die_loading\nstart_split=3600\n");
  EngineUnderTest engine(box, {});
  CHECK(engine.ready());
}
