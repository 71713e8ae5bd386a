// Whom a run tells, by a real command.
#include "adapters/local/notifier.h"

#include <fstream>
#include <sstream>

#include "adapters/sim/seat.h"
#include "adapters_lease_support.h"
#include "base/waiting.h"
#include "catch.hpp"

namespace ff {
namespace {

using namespace std::chrono_literals;
using adapters::local::Notifier;
using Kind = domain::Event::Kind;

domain::Event event(Kind kind, const std::string& text) {
  domain::Event event;
  event.kind = kind;
  event.run = RunId("7f3a0001");
  event.text = text;
  return event;
}

domain::Cluster cluster(const std::vector<std::string>& command, Milliseconds timeout = 5s) {
  domain::Cluster cluster;
  cluster.name = "lab";
  cluster.notify = {command, timeout};
  return cluster;
}

TEST_CASE("which events people are told", "[local][notify]") {
  using Names = std::vector<std::string>;
  CHECK(adapters::local::notices_of(event(Kind::run_started, "")) == Names{"started"});
  CHECK(adapters::local::notices_of(event(Kind::outage_over, "")) == Names{"outage_over"});
  CHECK(adapters::local::notices_of(event(Kind::run_ended, "reached")) == Names{"ended"});
  CHECK(adapters::local::notices_of(event(Kind::run_ended, "rolled_back")) == Names{"ended"});
  CHECK(adapters::local::notices_of(event(Kind::run_ended, "down")) == Names{"needs_a_hand", "ended"});
  CHECK(adapters::local::notices_of(event(Kind::run_ended, "degraded")) == Names{"needs_a_hand", "ended"});
  CHECK(adapters::local::notices_of(event(Kind::step_done, "x")).empty());
}

TEST_CASE("a command gets the event on its input and in its environment, in order", "[local][notify]") {
  const tests::Scratch scratch;
  const std::string file = scratch.path + "/told";
  adapters::sim::CollectedEvents inner;
  {
    Notifier notifier(
        cluster({"sh", "-c",
                 "echo \"$FF_EVENT $FF_CLUSTER_NAME $FF_RUN $FF_TEXT\" >>" + file + "; cat >>" + file}),
        inner);
    notifier.emit(event(Kind::run_started, "split -> replica"));
    notifier.emit(event(Kind::progress, "nobody is told"));
    notifier.emit(event(Kind::run_ended, "down"));
  }
  CHECK(inner.all.size() == 3);
  const std::string told = tests::text_of(file);
  CHECK(told.find("started lab 7f3a0001 split -> replica\n"
                  "{\"format\":1,\"notice\":\"started\",\"cluster\":\"lab\",") == 0);
  const std::size_t hand = told.find("needs_a_hand lab 7f3a0001 down\n");
  REQUIRE(hand != std::string::npos);
  CHECK(told.find("ended lab 7f3a0001 down\n", hand) != std::string::npos);
  CHECK(told.find("nobody is told") == std::string::npos);
}

TEST_CASE("a command that hangs, fails or is not there holds nothing up", "[local][notify]") {
  adapters::sim::CollectedEvents inner;
  const MonoTime began = boot_now();
  {
    Notifier(cluster({"sleep", "60"}, 200ms), inner).emit(event(Kind::run_started, ""));
  }
  {
    Notifier(cluster({"false"}), inner).emit(event(Kind::run_started, ""));
  }
  {
    Notifier(cluster({"/nonexistent/tell"}), inner).emit(event(Kind::run_started, ""));
  }
  {
    Notifier(cluster({}), inner).emit(event(Kind::run_started, ""));
  }
  CHECK(inner.all.size() == 4);
  CHECK(boot_now() - began < 30s);
}

}  // namespace
}  // namespace ff
