#include <set>

#include "adapters/systemd/errors.h"
#include "catch.hpp"

using ff::ErrorCode;
using ff::adapters::systemd::job_failure;
using ff::adapters::systemd::refusal;

namespace {

const ff::Place place{ff::MachineName("box1"), ff::UnitName("a.service")};

ff::domain::UnitState failed() {
  ff::domain::UnitState state;
  state.active = ff::domain::ActiveState::failed;
  state.sub = "failed";
  state.result = "exit-code";
  state.last_exit = "exit 3";
  return state;
}

}  // namespace

TEST_CASE("every result of a job is told apart", "[systemd]") {
  std::set<std::string> sentences;
  for (const char* result : {"failed", "canceled", "timeout", "dependency", "skipped", "assert",
                             "unsupported", "collected", "once", "invalid", "frozen"}) {
    const ff::Error error = job_failure(result, "start", failed(), place);
    INFO(result);
    CHECK(sentences.insert(error.what).second);
    CHECK(error.where.machine == place.machine);
    CHECK(error.where.unit == place.unit);
    CHECK_THAT(error.what, Catch::StartsWith("start: "));
    CHECK_THAT(error.what, Catch::EndsWith("now failed, result exit-code, exit 3"));
    // A job's end is never the caller's own stop, deadline or lost link.
    CHECK((error.code == ErrorCode::failed || error.code == ErrorCode::refused));
  }
  CHECK_THAT(job_failure("frozen", "stop", {}, place).what, Catch::Contains("\"frozen\""));
  CHECK(job_failure("assert", "start", {}, place).code == ErrorCode::refused);
  CHECK(job_failure("dependency", "start", {}, place).code == ErrorCode::failed);
}

TEST_CASE("D-Bus errors become what the caller can do about them", "[systemd]") {
  const auto code = [](const std::string& name) { return refusal(name, "text", "start", place).code; };
  CHECK(code("org.freedesktop.systemd1.UnitMasked") == ErrorCode::refused);
  CHECK(code("org.freedesktop.systemd1.NoSuchUnit") == ErrorCode::not_found);
  CHECK(code("org.freedesktop.systemd1.TransactionIsDestructive") == ErrorCode::refused);
  CHECK(code("org.freedesktop.DBus.Error.AccessDenied") == ErrorCode::not_permitted);
  CHECK(code("org.freedesktop.DBus.Error.InteractiveAuthorizationRequired") == ErrorCode::not_permitted);
  CHECK(code("org.freedesktop.DBus.Error.NoReply") == ErrorCode::link_lost);
  CHECK(code("org.freedesktop.DBus.Error.Disconnected") == ErrorCode::link_lost);
  CHECK(code("org.freedesktop.DBus.Error.Timeout") == ErrorCode::timeout);
  CHECK(code("com.example.Surprise") == ErrorCode::failed);
}

TEST_CASE("a refusal keeps systemd's own words as evidence", "[systemd]") {
  const ff::Error error = refusal("com.example.Surprise", "Boo.", "enable", place);
  CHECK(error.what == "enable: systemd answered com.example.Surprise");
  CHECK(error.evidence == std::vector<std::string>{"Boo."});
  CHECK(error.where.unit == place.unit);
  CHECK(refusal("com.example.Surprise", "", "enable", place).evidence.empty());
}
