// No fresh lease, no act: each call of the fenced controls, in the simulated world.
#include <functional>

#include "catch.hpp"
#include "engine_story.hpp"
#include "ports/fenced.h"

namespace ff::testing {
namespace {

using Call = std::function<ErrorCode(ports::MachineActors&, Limit)>;

constexpr auto succeeded = static_cast<ErrorCode>(-1);

template <class T>
ErrorCode code_of(const Result<T>& result) {
  return result ? succeeded : result.error().code;
}

const UnitName unit(replica_unit);

/// Counts what it is asked to open.
class Door : public ports::Dialer {
 public:
  int opened = 0;
  Result<UniqueFd> open(const ports::Target&, Limit) override {
    ++opened;
    return UniqueFd();
  }
};

const std::vector<std::pair<const char*, Call>> calls = {
    {"start", [](auto& on, Limit limit) { return code_of(on.units->start(unit, limit)); }},
    {"stop", [](auto& on, Limit limit) { return code_of(on.units->stop(unit, limit)); }},
    {"enable", [](auto& on, Limit limit) { return code_of(on.units->enable({unit}, limit)); }},
    {"disable", [](auto& on, Limit limit) { return code_of(on.units->disable({unit}, limit)); }},
    {"reset_failed", [](auto& on, Limit limit) { return code_of(on.units->reset_failed(unit, limit)); }},
    {"reload", [](auto& on, Limit limit) { return code_of(on.units->reload(limit)); }},
    {"reload_unit", [](auto& on, Limit limit) { return code_of(on.units->reload_unit(unit, limit)); }},
    {"write_file",
     [](auto& on, Limit limit) { return code_of(on.host->write_file({"/etc/x", "x"}, limit)); }},
    {"append_file",
     [](auto& on, Limit limit) { return code_of(on.host->append_file({"/etc/x", "x"}, limit)); }},
    {"make_link",
     [](auto& on, Limit limit) { return code_of(on.host->make_link("/etc/y", "/etc/x", limit)); }},
    {"remove_file", [](auto& on, Limit limit) { return code_of(on.host->remove_file("/etc/x", limit)); }},
    {"run", [](auto& on, Limit limit) { return code_of(on.host->run({"true"}, limit)); }},
};

}  // namespace

TEST_CASE("no call of a fenced control acts without a fresh lease", "[engine]") {
  Story story;
  sim::Seat seat(story.world);
  const Limit limit = ports::within(*seat.readers().clock, std::chrono::seconds(30));
  auto world = seat.enter({RunId("aaaa0001"), "op@there", {}, "switch replica"}, {}, limit);
  REQUIRE(world);
  ports::MachineActors& box = world->actors.at(MachineName("box1"));
  SECTION("with one they do what they are called") {
    CHECK(box.host->write_file({"/etc/x", "x"}, limit));
    CHECK_FALSE(story.world.acts().empty());
  }
  Door door;
  ports::FencedDialer streams(door, *world->lease, MachineName("box1"));
  SECTION("a stream opens with one, and not without") {
    CHECK(streams.open(ports::UnixSocket{"/run/x"}, limit));
    seat.lose_lease();
    CHECK(code_of(streams.open(ports::UnixSocket{"/run/x"}, limit)) == ErrorCode::lease_lost);
    CHECK(door.opened == 1);
  }
  SECTION("without one the machine is not even asked") {
    const std::size_t before = story.world.acts().size();
    seat.lose_lease();
    for (const auto& [name, call] : calls) {
      INFO(name);
      CHECK(call(box, limit) == ErrorCode::lease_lost);
    }
    CHECK(story.world.acts().size() == before);
  }
}

}  // namespace ff::testing
