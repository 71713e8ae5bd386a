// The simulated systemd beside a real one: the same units and the same deeds, and what both say at rest.
//   FF_TWIN_SEQUENCES   how many sequences are drawn (60)
//   FF_TWIN_FIRST       the seed of the first (1)
#include <cstdlib>
#include <map>
#include <string>

#include "catch.hpp"
#include "contract/twin_draw.hpp"
#include "contract/world.hpp"
#include "domain/snapshot.h"

namespace {

using namespace std::chrono_literals;
using namespace ff;
using tests::ContractWorld;
using tests::Deed;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::vector<UnitName> names_of(const tests::Sequence& sequence) {
  std::vector<UnitName> names;
  for (const tests::DrawnUnit& unit : sequence.units) names.push_back(unit.name);
  return names;
}

/// How a call ended, as far as callers tell endings apart.
std::string ending(const Status& status) {
  return status ? "done" : std::string(word(status.error().code));
}

std::string act(ContractWorld& world, const tests::DrawnDeed& drawn) {
  ports::UnitControl& control = world.control();
  const Limit limit = world.within(20s);
  switch (drawn.deed) {
    case Deed::start:
      return ending(control.start(drawn.unit, limit));
    case Deed::stop:
      return ending(control.stop(drawn.unit, limit));
    case Deed::crash:
      world.crash(drawn.unit);
      return {};
    case Deed::mask:
      world.mask(drawn.unit);
      return {};
    case Deed::unmask:
      world.unmask(drawn.unit);
      return {};
    case Deed::enable:
      return ending(control.enable({drawn.unit}, limit));
    case Deed::disable:
      return ending(control.disable({drawn.unit}, limit));
    case Deed::reset_failed:
      return ending(control.reset_failed(drawn.unit, limit));
  }
  return {};
}

std::string told(const UnitName& unit, const domain::UnitState& state) {
  return unit.text() + " " + word(state.load) + " " + word(state.active) + " " + state.file_state + "\n";
}

/// What all units are once nothing moves any more, a line for each.
std::string at_rest(ContractWorld& world, const std::vector<UnitName>& units) {
  const auto watch = world.units().watch(units, world.within(20s));
  REQUIRE(watch);
  int calm = 0;
  std::string text;
  // An automatic restart comes 50 ms after the failure, which shows as activating until then.
  for (int looks = 0; calm < 2 && looks < 200; ++looks) {
    (void)(*watch)->next(world.within(60ms));
    const auto states = world.units().states(units, world.within(20s));
    REQUIRE(states);
    std::string now;
    bool moves = false;
    for (const auto& [unit, state] : *states) {
      now += told(unit, state);
      moves =
          moves || !(state.at_rest() || (state.active == domain::ActiveState::active && !state.job_queued));
    }
    calm = !moves && now == text ? calm + 1 : 0;
    text = now;
  }
  return text;
}

/// One of the two, with its units as the sequence has them.
void prepare(ContractWorld& world, const tests::Sequence& sequence) {
  world.forget("fft-");
  for (const tests::DrawnUnit& unit : sequence.units)
    world.put_file("/etc/systemd/system/" + unit.name.text(), unit.text);
  REQUIRE(world.control().reload(world.within(20s)));
}

std::string story(const tests::Sequence& sequence, std::size_t deeds) {
  std::string text;
  for (const tests::DrawnUnit& unit : sequence.units) text += unit.name.text() + ":\n" + unit.text;
  for (std::size_t i = 0; i < deeds; ++i) text += tests::text(sequence.deeds[i]) + "\n";
  return text;
}

}  // namespace

TEST_CASE("random units and deeds end alike on the simulated and on a real systemd", "[twin]") {
  const char* name = std::getenv("FF_WORLD");
  if (name == nullptr || std::string(name) != "lab") {
    WARN("skipped: there is no real systemd");
    return;
  }
  const auto real = tests::make_lab_world();
  const std::uint64_t first = number_from("FF_TWIN_FIRST", 1);
  const std::uint64_t count = number_from("FF_TWIN_SEQUENCES", 60);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto simulated = tests::make_sim_world();
    const tests::Sequence sequence = tests::draw_sequence(seed);
    prepare(*real, sequence);
    prepare(*simulated, sequence);
    for (std::size_t i = 0; i < sequence.deeds.size(); ++i) {
      INFO("seed " << seed << "\n" << story(sequence, i + 1));
      const std::string real_end = act(*real, sequence.deeds[i]);
      const std::string real_state = at_rest(*real, names_of(sequence));
      CHECK(act(*simulated, sequence.deeds[i]) == real_end);
      const std::string simulated_state = at_rest(*simulated, names_of(sequence));
      CHECK(simulated_state == real_state);
      if (simulated_state != real_state) break;  // what comes after it says no more
    }
  }
  real->forget("fft-");
}
