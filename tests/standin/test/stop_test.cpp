#include <signal.h>

#include <atomic>
#include <thread>

#include "catch.hpp"
#include "eventually.hpp"
#include "standin/test/engine_under_test.h"

using namespace ff::standin::test;
using ff::tests::eventually;

namespace {

/// A stream in a thread of its own; `whole` tells in the end whether it came to its [DONE].
class Stream {
 public:
  Stream(const EngineUnderTest& engine, int tokens)
      : thread_([this, &engine, tokens] {
          const auto answer = engine.chat(R"("stream":true,"max_tokens":)" + std::to_string(tokens));
          whole_ = answer && answer->body.ends_with("data: [DONE]\n\n");
        }) {}
  bool whole() {
    thread_.join();
    return whole_;
  }

 private:
  std::atomic<bool> whole_ = false;
  std::thread thread_;
};

bool running(const EngineUnderTest& engine, int count) {
  return eventually([&] { return engine.metric("vllm:num_requests_running{") == count; });
}

}  // namespace

TEST_CASE("without a shutdown timeout SIGTERM cuts streams at once", "[standin]") {
  Box box("start=0\nstop=0\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.ready());
  Stream stream(engine, 100000);
  REQUIRE(running(engine, 1));
  engine.process().signal(SIGTERM);
  CHECK(engine.process().wait_exit() == 0);
  CHECK_FALSE(stream.whole());
}

TEST_CASE("with a shutdown timeout what runs ends well and new requests are refused", "[standin]") {
  Box box("start=0\nstop=0\nfirst_token=3600\n");
  EngineUnderTest engine(box, {"--shutdown-timeout", "60"});
  REQUIRE(engine.ready());
  Stream stream(engine, 4);
  REQUIRE(running(engine, 1));
  engine.process().signal(SIGTERM);
  CHECK(eventually([&] {
    const auto answer = engine.chat(R"("max_tokens":1)", 1);
    return answer && answer->status == 503;
  }));
  CHECK(engine.status_of("/metrics") == 200);
  CHECK(engine.process().runs());
  box.set("start=0\nstop=0\nfirst_token=0\n");
  CHECK(stream.whole());
  CHECK(engine.process().wait_exit() == 0);
  CHECK(engine.status_of("/health") == -1);
}

TEST_CASE("a drain ends at its timeout", "[standin]") {
  Box box("start=0\nstop=0\nfirst_token=3600\n");
  EngineUnderTest engine(box, {"--shutdown-timeout", "1"});
  REQUIRE(engine.ready());
  Stream stream(engine, 4);
  REQUIRE(running(engine, 1));
  engine.process().signal(SIGTERM);
  CHECK(engine.process().wait_exit() == 0);
  CHECK_FALSE(stream.whole());
}

TEST_CASE("a stop while loading ends it", "[standin]") {
  Box box("start=3600\nstop=0\n");
  EngineUnderTest engine(box, {});
  REQUIRE(engine.process().says("Initializing a V1 LLM engine"));
  engine.process().signal(SIGTERM);
  CHECK(engine.process().wait_exit() == 0);
}

TEST_CASE("a port that is taken is an error after the load", "[standin]") {
  Box box("start=0\n");
  EngineUnderTest first(box, {});
  REQUIRE(first.ready());
  EngineUnderTest second(box, {"--port", std::to_string(first.port())});
  CHECK(second.process().wait_exit() == 1);
  CHECK(second.process().output().find("address already in use") != std::string::npos);
}

TEST_CASE("wrong arguments end with 2", "[standin]") {
  Child child({FF_STANDIN, "serve", "m", "--port", "x"}, {});
  CHECK(child.wait_exit() == 2);
  Child verb({FF_STANDIN, "sreve"}, {});
  CHECK(verb.wait_exit() == 2);
}
