// What the copies' counters say beside the proxy's.
#include "app/tally.h"

#include "catch.hpp"
#include "words/clients.h"

using namespace ff;

namespace {

const domain::Endpoint one = {"192.0.2.11", 8001};
const domain::Endpoint two = {"192.0.2.12", 8001};

app::Counts counts(int second, double proxy_before, double proxy_after,
                   std::map<domain::Endpoint, double> copies) {
  return {MonoTime(std::chrono::seconds(second)), proxy_before, proxy_after, std::move(copies)};
}

}  // namespace

TEST_CASE("counters add up while all came by the proxy", "[app][tally]") {
  // Three of the proxy's are ff's own questions.
  const auto tally =
      app::tally_of(counts(0, 100, 101, {{one, 40}, {two, 50}}), counts(2, 122, 123, {{one, 50}, {two, 60}}));
  REQUIRE(tally);
  CHECK(tally->by_copies == 20);
  CHECK(tally->by_proxy == 20);
  CHECK(tally->around() == 0);
  CHECK(tally->adds_up());
  CHECK(words::tally(*tally) == "counters add up: in 2.0 s the copies took in 20 requests, the proxy 20");
}

TEST_CASE("what cannot have come by the proxy is told, but for a check of ff's a copy", "[app][tally]") {
  const app::Counts before = counts(0, 100, 101, {{one, 40}, {two, 50}});
  const auto with_checks = app::tally_of(before, counts(1, 107, 108, {{one, 44}, {two, 53}}));
  REQUIRE(with_checks);
  CHECK(with_checks->around() == 2);
  CHECK(with_checks->adds_up());
  const auto tally = app::tally_of(before, counts(1, 107, 108, {{one, 60}, {two, 53}}));
  REQUIRE(tally);
  CHECK(tally->around() == 18);
  CHECK_FALSE(tally->adds_up());
  CHECK(words::tally(*tally) ==
        "counters do not add up: in 1.0 s the copies took in 23 requests, the proxy 5; at least 18 went "
        "around it");
}

TEST_CASE("nothing is said where a counter began anew or is missing", "[app][tally]") {
  const app::Counts before = counts(0, 100, 101, {{one, 40}});
  CHECK_FALSE(app::tally_of(before, counts(1, 110, 111, {{one, 2}})));
  CHECK_FALSE(app::tally_of(before, counts(1, 4, 5, {{one, 44}})));
  CHECK_FALSE(app::tally_of(before, counts(1, 110, 111, {{two, 44}})));
  CHECK_FALSE(app::tally_of(before, counts(1, 110, 111, {})));
  // A copy that has come since is not counted; the others are.
  const auto tally = app::tally_of(before, counts(1, 110, 111, {{one, 44}, {two, 1000}}));
  REQUIRE(tally);
  CHECK(tally->by_copies == 4);
  CHECK(tally->copies == 1);
}

TEST_CASE("nginx's page is read", "[app][tally]") {
  CHECK(app::requests_in_stub("Active connections: 1 \nserver accepts handled requests\n 3 3 1234 \n"
                              "Reading: 0 Writing: 1 Waiting: 0 \n") == 1234.0);
  CHECK_FALSE(app::requests_in_stub(""));
  CHECK_FALSE(app::requests_in_stub("<html>\nno\n 1 2 3\n"));
  CHECK_FALSE(app::requests_in_stub("Active connections: 1 \nserver accepts handled requests\n 3 3 x\n"));
}
