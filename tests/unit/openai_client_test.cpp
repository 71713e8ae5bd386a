#include "adapters/http/curl_http.h"
#include "catch.hpp"
#include "openai/client.h"
#include "tests/unit/adapters_http_support.h"

namespace {

using namespace ff;
using namespace ff::tests;

const std::string key = "sk-secret-1234";

/// A server that answers every request with `reply`, and a client of it.
struct Talk {
  Page reply;
  Page head{""};
  std::atomic<bool> stays_open = false;
  SystemClock clock;
  LoopbackDialer dialer;
  adapters::http::CurlHttp http{dialer, clock};
  TinyServer server{[this](int fd) {
    head = read_head(fd);
    write_all(fd, reply.get());
    if (stays_open) peer_closed(fd);
  }};
  openai::Client client{http, clock, server.endpoint(), key};

  explicit Talk(std::string text) : reply(std::move(text)) {}
  Limit limit(Milliseconds duration = std::chrono::seconds(20)) { return ports::within(clock, duration); }
  Error token_error() {
    const auto token = client.first_token("m", limit());
    REQUIRE_FALSE(token);
    CHECK(token.error().what.find(key) == std::string::npos);
    return token.error();
  }
};

std::string stream(const std::string& events) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + events;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("openai: models with their lengths, asked with the key") {
  Talk talk(
      answer(200, R"({"object":"list","data":[{"id":"qwen","max_model_len":262144},{"id":"lora"},3]})"));
  const auto models = talk.client.models(talk.limit());
  REQUIRE(models);
  REQUIRE(models->size() == 2);
  CHECK(models->at(0).id == "qwen");
  CHECK(models->at(0).max_model_len == 262144);
  CHECK(models->at(1).max_model_len == std::nullopt);
  CHECK(has(talk.head.get(), "GET /v1/models "));
  CHECK(has(talk.head.get(), "Authorization: Bearer " + key + "\r\n"));
}

TEST_CASE("openai: statuses say what can be done, and no error shows the key") {
  Talk talk(answer(401, R"({"error":"Unauthorized: sk-secret-1234"})"));
  const auto refused = talk.client.models(talk.limit());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::not_permitted);
  CHECK(has(refused.error().what, "Unauthorized: ***"));

  talk.reply = answer(404, R"({"object":"error","message":"The model `m` does not exist."})");
  CHECK(talk.token_error().code == ErrorCode::not_found);
  talk.reply = answer(503, "<html>sk-secret-1234 503</html>");
  CHECK(has(talk.token_error().what, "answered 503: <html>*** 503</html>"));
  talk.reply = answer(200, "sk-secret-1234 is no JSON");
  const auto garbage = talk.client.models(talk.limit());
  REQUIRE_FALSE(garbage);
  CHECK_FALSE(has(garbage.error().what, key));
}

TEST_CASE("openai: the first token ends the request, whatever comes before it") {
  Talk talk(
      stream(": ping\n\n"
             "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
             "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm\"}}]}\n\n"));
  talk.stays_open = true;
  const auto token = talk.client.first_token("m", talk.limit());
  REQUIRE(token);
  CHECK(token->text == "Hm");
  CHECK(token->after < std::chrono::seconds(10));
  CHECK(has(talk.head.get(), "POST /v1/chat/completions "));
  CHECK(has(talk.head.get(), "Content-Type: application/json\r\n"));
}

TEST_CASE("openai: a stream without a token is a failure, each with its own words") {
  Talk talk(stream("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\ndata: [DONE]\n\n"));
  CHECK(has(talk.token_error().what, "ended without a token"));
  talk.reply =
      stream("data: {\"error\":{\"message\":\"EngineCore encountered an issue\"}}\n\ndata: [DONE]\n\n");
  CHECK(has(talk.token_error().what, "broke off: EngineCore encountered an issue"));
  talk.reply = answer(200, "{\"error\":{\"message\":\"not a stream\"}}");
  CHECK(has(talk.token_error().what, "not a stream"));
  talk.reply = stream("");
  CHECK(has(talk.token_error().what, "empty"));
}

TEST_CASE("openai: an engine that hangs after its headers is a timeout") {
  Talk talk(stream("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"));
  talk.stays_open = true;
  const auto token = talk.client.first_token("m", talk.limit(Milliseconds(200)));
  REQUIRE_FALSE(token);
  CHECK(token.error().code == ErrorCode::timeout);
}
