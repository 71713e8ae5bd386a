#include "catch.hpp"
#include "codec/event.h"
#include "codec/holder.h"
#include "codec/outcome.h"
#include "codec/plan.h"
#include "codec/record.h"
#include "codec/status.h"
#include "codec/value.h"

namespace ff {
namespace {

using namespace std::chrono_literals;

const WallTime noon(1761142922123ms);

TEST_CASE("a run's header and records survive the way through their lines", "[codec]") {
  domain::RunHeader header{
      RunId("7f3a0001"), 7,    ProfileName("split"),  ProfileName("replica"), "ops@runner",
      "0.1.0",           noon, {MachineName("box2")}, {"port:box1: known"}};
  const auto header_back = codec::header_from(codec::header_line(header));
  REQUIRE(header_back);
  CHECK(codec::header_line(*header_back) == codec::header_line(header));
  CHECK(header_back->accepted == header.accepted);
  CHECK(header_back->absent == header.absent);

  domain::Record record;
  record.kind = domain::Record::Kind::failed;
  record.at = noon;
  record.stage = 3;
  record.step = "launch box1";
  record.where = {MachineName("box1"), UnitName("ff-replica.service")};
  record.text = "two\nlines and a \"quote\"";
  record.took = 302s;
  const std::string line = codec::record_line(record);
  CHECK(line.find('\n') == std::string::npos);
  const auto back = codec::record_from(line);
  REQUIRE(back);
  CHECK(codec::record_line(*back) == line);
  CHECK(back->text == record.text);
  CHECK(back->took == record.took);
  for (std::size_t length = 0; length < line.size(); ++length) {
    CHECK_FALSE(codec::record_from(line.substr(0, length)));
  }
}

TEST_CASE("a recorded start that names no box is no start", "[codec]") {
  const domain::RecordedStart start{ProfileName("replica"), MachineName("box2"), 302s, noon};
  CHECK(codec::start_from(codec::start_line(start)) == start);
  CHECK_FALSE(codec::start_from("{}"));
  CHECK_FALSE(codec::start_from(R"({"profile": "replica", "box": "box2", "duration_ms": "long"})"));
}

TEST_CASE("a holder's note survives its line, and a foreign one is refused", "[codec]") {
  const codec::HolderNote note{RunId("7f3a0001"), "ops@runner", "switch replica", noon, "retire box1", 42};
  const std::string line = codec::holder_json(note);
  CHECK(line ==
        "{\"run\":\"7f3a0001\",\"operator\":\"ops@runner\",\"verb\":\"switch replica\",\"since\":"
        "\"2025-10-22T14:22:02.123Z\",\"step\":\"retire box1\",\"pid\":42}\n");
  const auto back = codec::holder_from(line);
  REQUIRE(back);
  CHECK(codec::holder_json(*back) == line);
  CHECK_FALSE(codec::holder_from("pid 42"));
}

TEST_CASE("an event is one versioned line without what it has not", "[codec]") {
  domain::Event event;
  event.kind = domain::Event::Kind::step_done;
  event.at = noon;
  event.run = RunId("7f3a0001");
  event.stage = 2;
  event.step = "launch";
  event.elapsed = 1500ms;
  CHECK(codec::event_line(event) ==
        R"({"format":1,"event":"step_done","at":"2025-10-22T14:22:02.123Z","run":"7f3a0001","stage":2,)"
        R"("step":"launch","elapsed_ms":1500})");
}

TEST_CASE("a plan as JSON names every step with what it would do", "[codec]") {
  domain::Plan plan;
  plan.from = ProfileName("split");
  plan.to = ProfileName("replica");
  domain::Settle settle;
  settle.machine = MachineName("edge");
  settle.pause = 2s;
  settle.retired = {{MachineName("box1"), UnitName("ff-split-leader.service")}};
  plan.stages = {
      {{{domain::Mask{MachineName("box1"), {UnitName("ff-split-leader.service")}}, "must stay down"}}},
      {{{settle, "look again"}}}};
  const auto value = codec::parse(codec::plan_json(plan));
  REQUIRE(value);
  REQUIRE(value->find("format") != nullptr);
  const auto& stages = std::get<codec::Value::Array>(value->find("stages")->held);
  REQUIRE(stages.size() == 2);
  CHECK(
      codec::one_line(stages[0]) ==
      R"([{"kind":"mask","machine":"box1","units":["ff-split-leader.service"],"reason":"must stay down"}])");
  CHECK(codec::one_line(stages[1]).find(R"("retired":[["box1","ff-split-leader.service"]])") !=
        std::string::npos);
}

TEST_CASE("an outcome and a status as JSON carry every member, versioned", "[codec]") {
  domain::Outcome outcome;
  outcome.kind = domain::Outcome::Kind::degraded;
  outcome.error = Error{ErrorCode::failed, "no token", {MachineName("box1"), {}}, {"line"}, {}};
  const auto value = codec::parse(codec::outcome_json(outcome));
  REQUIRE(value);
  CHECK(codec::one_line(*value->find("format")) == "1");
  CHECK(codec::one_line(*value->find("outcome")) == "\"degraded\"");
  CHECK(codec::one_line(*value->find("outage_seen_ms")) == "null");
  CHECK(codec::one_line(*value->find("error")->find("code")) == "\"failed\"");

  const auto status = codec::parse(codec::status_json({}, ProfileName("replica"), 1, 2, {}, {}, {}));
  REQUIRE(status);
  CHECK(codec::one_line(*status->find("serving")) == "1");
  CHECK(status->find("observed")->find("machines") != nullptr);
}

TEST_CASE("bytes that are not UTF-8 never break a document", "[codec]") {
  domain::Record record;
  record.text = "caf\xe9 \xff";
  const auto back = codec::record_from(codec::record_line(record));
  REQUIRE(back);
  CHECK(back->text == "caf\xef\xbf\xbd \xef\xbf\xbd");
}

}  // namespace
}  // namespace ff
