#include "adapters/http/curl_http.h"
#include "catch.hpp"
#include "probe/ladder.h"
#include "tests/unit/adapters_http_support.h"

namespace {

using namespace ff;
using namespace ff::tests;
using domain::ActiveState;
using domain::LoadState;
using domain::Rung;
using std::chrono::seconds;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// An engine whose four pages can be changed one by one; an empty page hangs.
struct Engine {
  Page health = answer(200, "");
  Page models = answer(200, R"({"data":[{"id":"qwen"}]})");
  Page metrics = answer(200,
                        "vllm:num_requests_running 7\nvllm:kv_cache_usage_perc 0.41\n"
                        "vllm:generation_tokens_total 1000\n");
  Page completion = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" +
                    std::string("data: {\"choices\":[{\"delta\":{\"content\":\"ok\"}}]}\n\n");
  Page asked{""};

  SystemClock clock;
  LoopbackDialer dialer;
  adapters::http::CurlHttp http{dialer, clock};
  TinyServer server{[this](int fd) { serve(fd); }};
  domain::Instance instance = {InstanceName("box1+box2"),
                               ProfileName("split"),
                               {{MachineName("box1"), UnitName("leader.service"), 0},
                                {MachineName("box2"), UnitName("worker.service"), 1}},
                               server.endpoint(),
                               "qwen",
                               12};
  std::vector<domain::UnitState> members = {running(), running()};

  static domain::UnitState running() {
    domain::UnitState state;
    state.load = LoadState::loaded;
    state.active = ActiveState::active;
    state.sub = "running";
    return state;
  }
  void serve(int fd) {
    const std::string head = read_head(fd);
    const std::string page = has(head, "/health ")      ? health.get()
                             : has(head, "/v1/models ") ? models.get()
                             : has(head, "/metrics ")   ? metrics.get()
                                                        : completion.get();
    asked.append(head.substr(0, head.find(" HTTP")) + ";");
    page.empty() ? void(peer_closed(fd)) : write_all(fd, page);
  }
  domain::Health climb(std::optional<Milliseconds> token_deadline, Milliseconds limit = seconds(20)) {
    return probe::climb(instance, members, {http, clock}, token_deadline, ports::within(clock, limit));
  }
};

}  // namespace

TEST_CASE("ladder: to a token, with the engine's figures") {
  Engine engine;
  const auto health = engine.climb(seconds(10));
  CHECK(health.rung == Rung::token);
  REQUIRE(health.first_token);
  CHECK(has(health.evidence, "token in "));
  CHECK(health.running == 7);
  CHECK(health.kv_usage == 0.41);
  CHECK(health.generation_tokens == 1000.0);
  CHECK(health.waiting == std::nullopt);
}

TEST_CASE("ladder: the quick climb ends at the model's name and asks for no token") {
  Engine engine;
  const auto health = engine.climb(std::nullopt);
  CHECK(health.rung == Rung::model_named);
  CHECK(health.first_token == std::nullopt);
  CHECK(health.evidence == "/v1/models names qwen");
  CHECK_FALSE(has(engine.asked.get(), "completions"));
}

TEST_CASE("ladder: a rank that is dead ends it, however well the leader answers") {
  Engine engine;
  engine.members[1].active = ActiveState::failed;
  engine.members[1].sub = "failed";
  engine.members[1].result = "exit-code";
  engine.members[1].last_exit = "exit 1";
  const auto health = engine.climb(seconds(10));
  CHECK(health.rung == Rung::none);
  CHECK(health.evidence == "worker.service on box2 is failed (failed), result exit-code, exit 1");
  CHECK(engine.asked.get().empty());
  engine.members[1] = {};
  CHECK(has(engine.climb(std::nullopt).evidence, "worker.service on box2 is not-found"));
}

TEST_CASE("ladder: /health alone is never enough") {
  Engine engine;
  engine.completion = "";
  const auto hung = engine.climb(Milliseconds(200));
  CHECK(hung.rung == Rung::model_named);
  CHECK(has(hung.evidence, "no token from 127.0.0.1:"));
  CHECK(hung.running == 7);

  engine.models = answer(200, R"({"data":[{"id":"llama"},{"id":"other"}]})");
  const auto other = engine.climb(seconds(10));
  CHECK(other.rung == Rung::health_ok);
  CHECK(other.evidence == "serves \"llama\", \"other\", not \"qwen\"");

  engine.models = answer(401, R"({"error":"Unauthorized"})");
  CHECK(has(engine.climb(seconds(10)).evidence, "it wants an API key"));

  engine.health = answer(503, "");
  const auto dead = engine.climb(seconds(10));
  CHECK(dead.rung == Rung::accepting);
  CHECK(dead.evidence == "/health answered 503");
}

TEST_CASE("ladder: a port that refuses, one that hangs up, one that says nothing") {
  Engine engine;
  engine.health = "\n";
  const auto stranger = engine.climb(seconds(10));
  CHECK(stranger.rung == Rung::accepting);

  engine.health = "";
  const auto silent = engine.climb(seconds(10), Milliseconds(200));
  CHECK(silent.rung == Rung::unit_active);
  CHECK(has(silent.evidence, "no whole answer in time"));

  engine.instance.endpoint.port = free_port();
  const auto closed = engine.climb(seconds(10));
  CHECK(closed.rung == Rung::unit_active);
  CHECK(has(closed.evidence, "refuses connections"));
}

TEST_CASE("ladder: states come in the members' order") {
  const Engine engine;
  domain::Snapshot snapshot;
  snapshot.machines[MachineName("box2")].units[UnitName("worker.service")] = Engine::running();
  const auto states = probe::states_in(snapshot, engine.instance);
  REQUIRE(states.size() == 2);
  CHECK(states[0].active == ActiveState::inactive);
  CHECK(states[1].active == ActiveState::active);
}
