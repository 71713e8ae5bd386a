#include "catch.hpp"
#include "openai/chunk.h"
#include "openai/sse.h"

using namespace ff::openai;
using Events = std::vector<std::string>;

namespace {

Events all(std::string_view text) {
  return SseParser().feed(text);
}

}  // namespace

TEST_CASE("sse: data of events, whatever else there is") {
  CHECK(all("data: one\n\ndata:two\n\n") == Events{"one", "two"});
  CHECK(all("data:  two blanks\r\n\r\n") == Events{" two blanks"});
  CHECK(all("\xef\xbb\xbf"
            "data: a\r\rdata: b\n\n") == Events{"a", "b"});
  CHECK(all(": ping\n\nevent: x\nid: 3\nretry: 5\ndata: a\ndata\ndata: b\n\n") == Events{"a\n\nb"});
  CHECK(all("data:\n\n") == Events{""});
  CHECK(all("event: x\n\n").empty());
  CHECK(all("database: x\n\n").empty());
  CHECK(all("data: never ended\n").empty());
}

TEST_CASE("sse: the same events wherever the stream is cut") {
  const std::string text =
      "\xef\xbb\xbf: hi\r\n\r\ndata: {\"a\":1}\r\ndata: \xc3\xa4\r\n\r\nevent: m\rdata: c\r\rdata: "
      "[DONE]\n\n";
  const Events whole = all(text);
  REQUIRE(whole == Events{"{\"a\":1}\n\xc3\xa4", "c", "[DONE]"});
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      SseParser parser;
      Events events = parser.feed(text.substr(0, first));
      for (const std::string& piece : {text.substr(first, second - first), text.substr(second)}) {
        for (std::string& event : parser.feed(piece)) events.push_back(std::move(event));
      }
      REQUIRE(events == whole);
    }
  }
}

TEST_CASE("sse: an event without end does not fill the memory") {
  SseParser parser;
  CHECK(parser.feed("data: " + std::string(2 << 20, 'x')).empty());
  CHECK(parser.overflowed());
  CHECK(parser.feed("\n\ndata: a\n\n").empty());
}

TEST_CASE("chunks: a role is no token, text and reasoning are") {
  using Kind = Chunk::Kind;
  const auto kind = [](const std::string& choice) { return chunk_of("{\"choices\":[" + choice + "]}").kind; };
  CHECK(kind(R"({"delta":{"role":"assistant","content":""}})") == Kind::nothing);
  CHECK(kind(R"({"delta":{"role":"assistant"},"finish_reason":null})") == Kind::nothing);
  CHECK(kind(R"({"delta":{"content":null}})") == Kind::nothing);
  CHECK(kind("") == Kind::nothing);
  CHECK(kind(R"({"delta":{"content":"ok"}})") == Kind::token);
  CHECK(kind(R"({"delta":{"content":"","reasoning_content":"h"}})") == Kind::token);
  CHECK(kind(R"({"delta":{"reasoning":"h"}})") == Kind::token);
  CHECK(kind(R"({"delta":{"tool_calls":[{"index":0}]}})") == Kind::token);
  CHECK(kind(R"({"delta":{},"finish_reason":"length"})") == Kind::token);
  CHECK(kind(R"({"delta":{},"finish_reason":"stop"})") == Kind::nothing);
  CHECK(chunk_of(R"({"choices":[{"delta":{"content":"ok"}}]})").text == "ok");
}

TEST_CASE("chunks: usage, errors, the end, and what is none of them") {
  using Kind = Chunk::Kind;
  CHECK(chunk_of(R"({"choices":[],"usage":{"completion_tokens":1}})").kind == Kind::token);
  CHECK(chunk_of(R"({"choices":[],"usage":{"completion_tokens":0}})").kind == Kind::nothing);
  CHECK(chunk_of(R"({"choices":[],"usage":null})").kind == Kind::nothing);
  CHECK(chunk_of("[DONE]").kind == Kind::done);
  CHECK(chunk_of("{\"choices\":").kind == Kind::nothing);
  CHECK(chunk_of("[1,2]").kind == Kind::nothing);
  CHECK(chunk_of(R"({"error":null,"choices":[{"delta":{"content":"x"}}]})").kind == Kind::token);
  const Chunk openai = chunk_of(R"({"error":{"message":"EngineCore encountered an issue.","code":500}})");
  CHECK(openai.kind == Kind::error);
  CHECK(openai.text == "EngineCore encountered an issue.");
  CHECK(chunk_of(R"({"object":"error","message":"dead\u001b[2J"})").text == "dead\\x1b[2J");
  CHECK(chunk_of(R"({"error":{"code":500}})").text == R"({"code":500})");
  CHECK(chunk_of(R"({"error":"Unauthorized"})").text == "Unauthorized");
}
