#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "catch.hpp"
#include "eventually.hpp"
#include "standin/test/engine_under_test.h"

using namespace ff::standin::test;
using ff::tests::eventually;
using Json = nlohmann::json;

namespace {

std::vector<Json> events_of(const std::string& body) {
  std::vector<Json> events;
  std::istringstream text(body);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("data: {")) events.push_back(Json::parse(line.substr(6)));
  }
  return events;
}

}  // namespace

TEST_CASE("while it loads the connection is refused, then the API is vLLM's", "[standin]") {
  Box box("start=3600\n");
  EngineUnderTest engine(box, {"--max-model-len", "262144", "--gpu-memory-utilization", "0.78"});
  REQUIRE(engine.process().says("Initializing a V1 LLM engine"));
  CHECK(engine.status_of("/health") == -1);
  CHECK(engine.process().output().find("startup complete") == std::string::npos);
  box.set("start=0.2\n");
  REQUIRE(engine.ready());

  CHECK(engine.status_of("/health") == 200);
  CHECK(engine.status_of("/nothing") == 404);
  CHECK(Json::parse(engine.get("/version")->body).at("version").is_string());
  const auto models = Json::parse(engine.get("/v1/models")->body);
  CHECK(models.at("data").at(0).at("id") == "big");
  CHECK(models.at("data").at(0).at("max_model_len") == 262144);
  const std::string log = engine.process().output();
  for (const char* line :
       {"Loading safetensors checkpoint shards:  25% Completed | 1/4 [", "Loading weights took ",
        "Model loading took 71.72 GiB memory and ", "Available KV cache memory: 16.45 GiB",
        "GPU KV cache size: 499,110 tokens", "Maximum concurrency for 262,144 tokens per request: 1.90x",
        "Graph capturing finished"}) {
    INFO(line);
    CHECK(log.find(line) != std::string::npos);
  }
}

TEST_CASE("a completion, plain and streamed", "[standin]") {
  Box box("start=0\ntokens_per_second_scale=20\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());

  const auto plain = engine.chat(R"("model":"big","max_tokens":3)");
  REQUIRE(plain);
  CHECK(plain->status == 200);
  const auto answer = Json::parse(plain->body);
  CHECK(answer.at("usage").at("completion_tokens") == 3);
  CHECK(answer.at("choices").at(0).at("finish_reason") == "length");

  const auto streamed =
      engine.chat(R"("max_tokens":3,"stream":true,"stream_options":{"include_usage":true})");
  REQUIRE(streamed);
  const auto events = events_of(streamed->body);
  REQUIRE(events.size() == 6);
  CHECK(events[0].at("choices").at(0).at("delta").at("role") == "assistant");
  CHECK(events[1].at("choices").at(0).at("delta").at("content") != "");
  CHECK(events[4].at("choices").at(0).at("finish_reason") == "length");
  CHECK(events[5].at("usage").at("completion_tokens") == 3);
  CHECK(streamed->body.ends_with("data: [DONE]\n\n"));

  CHECK(engine.metric("vllm:generation_tokens_total{") == 6);
  CHECK(engine.metric("vllm:num_requests_running{") == 0);
  CHECK(engine.metric(
            "vllm:request_success_total{engine=\"0\",model_name=\"big\",finished_reason=\"length\"}") == 2);
  CHECK(engine.get("/metrics")->body.find("kv_cache_size_tokens=\"") != std::string::npos);
}

TEST_CASE("a request that vLLM refuses is refused in its form", "[standin]") {
  Box box("start=0\n");
  EngineUnderTest engine(box, {"--max-model-len", "4096"});
  REQUIRE(engine.ready());
  const auto status = [&](const std::string& members) { return engine.chat(members)->status; };
  CHECK(status(R"("model":"another")") == 404);
  CHECK(status(R"("max_tokens":"many")") == 400);
  CHECK(status(R"("max_tokens":5000)") == 400);
  CHECK(status(R"("broken)") == 400);
  const auto error = Json::parse(engine.chat(R"("model":"another")")->body).at("error");
  CHECK(error.at("type") == "NotFoundError");
  CHECK(error.at("code") == 404);
}

TEST_CASE("a request with tools is answered by a call, plain and streamed", "[standin]") {
  Box box("start=0\ntokens_per_second_scale=50\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  const std::string tools =
      R"("tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{
         "city":{"type":"string"},"days":{"type":"integer"}}}}}])";
  const auto choice = Json::parse(engine.chat(tools)->body).at("choices").at(0);
  CHECK(choice.at("finish_reason") == "tool_calls");
  const auto function = choice.at("message").at("tool_calls").at(0).at("function");
  CHECK(function.at("name") == "weather");
  CHECK(Json::parse(function.at("arguments").get<std::string>()) == Json{{"city", "city"}, {"days", 1}});

  std::string name;
  std::string arguments;
  for (const Json& event : events_of(engine.chat(tools + R"(,"stream":true)")->body)) {
    const Json& delta = event.at("choices").at(0).at("delta");
    if (!delta.contains("tool_calls")) continue;
    const Json& part = delta.at("tool_calls").at(0).at("function");
    name += part.value("name", "");
    arguments += part.at("arguments").get<std::string>();
  }
  CHECK(name == "weather");
  CHECK(Json::parse(arguments) == Json{{"city", "city"}, {"days", 1}});
}

TEST_CASE("a key guards /v1 and nothing else", "[standin]") {
  Box box("start=0\n");
  EngineUnderTest engine(box, {}, {{"VLLM_API_KEY", "secret"}});
  REQUIRE(engine.ready());
  CHECK(engine.status_of("/v1/models") == 401);
  CHECK(engine.status_of("/health") == 200);
  CHECK(engine.status_of("/metrics") == 200);
  CHECK(engine.get("/v1/models", "secret")->status == 200);
}

TEST_CASE("more requests than max-num-seqs wait their turn, and the metrics say so", "[standin]") {
  Box box("start=0\nfirst_token=3600\n");
  EngineUnderTest engine(box, {"--max-num-seqs", "2"});
  REQUIRE(engine.ready());
  std::vector<std::jthread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&] { CHECK(engine.chat(R"("max_tokens":1)")->status == 200); });
  }
  CHECK(eventually([&] {
    return engine.metric("vllm:num_requests_running{") == 2 &&
           engine.metric("vllm:num_requests_waiting{") == 1;
  }));
  box.set("start=0\nfirst_token=0\n");
  clients.clear();
  CHECK(engine.metric("vllm:num_requests_running{") == 0);
  CHECK(engine.metric("vllm:num_requests_waiting{") == 0);
}

TEST_CASE("a hundred clients that come at once are all let in", "[standin]") {
  Box box("start=0\nfirst_token=3600\n");
  EngineUnderTest engine(box, {"--max-num-seqs", "256"});
  REQUIRE(engine.ready());
  std::vector<std::jthread> clients;
  for (int i = 0; i < 100; ++i) {
    clients.emplace_back([&] { CHECK(engine.chat(R"("max_tokens":1)")->status == 200); });
  }
  CHECK(eventually([&] { return engine.metric("vllm:num_requests_running{") == 100; }));
  box.set("start=0\nfirst_token=0\n");
}

TEST_CASE("a client that leaves gives its place back", "[standin]") {
  Box box("start=0\nfirst_token=3600\n");
  EngineUnderTest engine(box, {"--max-num-seqs", "1"});
  REQUIRE(engine.ready());
  CHECK_FALSE(engine.chat(R"("max_tokens":1)", 1));
  CHECK(eventually([&] { return engine.metric("vllm:num_requests_running{") == 0; }));
  CHECK(engine.metric(
            "vllm:request_success_total{engine=\"0\",model_name=\"big\",finished_reason=\"abort\"}") == 1);
}

TEST_CASE("eight requests at once get the measured pace", "[standin]") {
  Box box("start=0\nfirst_token=0\n");
  EngineUnderTest engine(box, {"--max-num-seqs", "16"});
  REQUIRE(engine.ready());
  const auto began = std::chrono::steady_clock::now();
  std::vector<std::jthread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&] { CHECK(engine.chat(R"("max_tokens":28,"stream":true)")->status == 200); });
  }
  clients.clear();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  // 8 x 27 tokens after the first ones at 109 a second; a machine under load may only be slower.
  CHECK(seconds > 1.8);
  CHECK(seconds < 6);
}

TEST_CASE("an engine remembers which requests it got", "[standin]") {
  Box box("start=0\ntokens_per_second_scale=50\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  (void)engine.chat(R"("max_tokens":1)", 15, "one");
  (void)engine.chat(R"("max_tokens":1)", 15, "one");
  (void)engine.chat(R"("max_tokens":1,"user":"two")");
  const auto seen = Json::parse(engine.get("/standin/requests")->body);
  CHECK(seen.at("total") == 3);
  CHECK(seen.at("requests") == Json::parse(R"([{"id":"one","count":2},{"id":"two","count":1}])"));
}
