#include "app/rehearse.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "planner/mishaps.h"
#include "planner/starts.h"

namespace ff::app {
namespace {

using domain::Event;
using domain::Mishap;
using domain::Outcome;

/// What nothing tells: a start that was neither recorded nor declared, and stops that were never seen.
constexpr Milliseconds unknown_start = std::chrono::minutes(10);
constexpr Milliseconds usual_stop{2000};
constexpr Milliseconds usual_memory{5000};
/// Each play is a world of its own.
constexpr std::size_t threads = 4;
/// A lock whose link was lost is free after 15 s.
constexpr Milliseconds locks_are_free{16'000};

/// The target's own come last: where profiles share a unit they count.
std::vector<ports::Pace> paces_for(const Planned& planned) {
  std::vector<const domain::Profile*> profiles;
  for (const domain::Profile& profile : planned.declaration.profiles) profiles.push_back(&profile);
  std::ranges::stable_partition(
      profiles, [&](const domain::Profile* profile) { return profile->name != planned.plan.to; });
  const domain::OutageTimes rest =
      planned.plan.prediction.rest.value_or(domain::OutageTimes{.stop = usual_stop, .memory = usual_memory});
  std::map<std::pair<MachineName, UnitName>, ports::Pace> paces;
  for (const domain::Profile* profile : profiles) {
    for (const domain::Instance& instance : domain::instances_of(planned.declaration.cluster, *profile)) {
      const auto expected = planner::expected_start(planned.declaration, planned.snapshot, instance);
      for (const domain::Member& member : instance.members) {
        paces[{member.box, member.unit}] = {
            member.box, member.unit, expected.duration.value_or(unknown_start), rest.stop, rest.memory};
      }
    }
  }
  std::vector<ports::Pace> all;
  for (auto& [where, pace] : paces) all.push_back(std::move(pace));
  return all;
}

std::optional<Milliseconds> outage_of(const std::vector<ports::NoModel>& outages, WallTime now) {
  if (outages.empty()) return std::nullopt;
  return outages.back().ended.value_or(now) - outages.front().began;
}

std::vector<Event> course_of(ports::Imagined& world) {
  std::vector<Event> course;
  std::ranges::copy_if(world.events(), std::back_inserter(course),
                       [](const Event& event) { return event.kind != Event::Kind::progress; });
  return course;
}

}  // namespace

Rehearsal::Rehearsal(const Scene& scene, const ports::Imagine& imagine, SwitchRequest request,
                     Planned planned)
    : scene_(scene),
      imagine_(imagine),
      request_(std::move(request)),
      planned_(std::move(planned)),
      paces_(paces_for(planned_)) {}

Result<Rehearsal> Rehearsal::prepare(const Scene& scene, const ports::Imagine& imagine, SwitchRequest request,
                                     const std::stop_token& stop) {
  FF_TRY(planned, look_and_plan(scene, request, stop));
  for (const domain::Hazard& hazard : planned.plan.hazards) {
    if (hazard.weight == domain::Hazard::Class::accept) request.accepted.push_back(hazard.id);
  }
  return Rehearsal(scene, imagine, std::move(request), std::move(planned));
}

std::vector<domain::Hazard> Rehearsal::refusing() const {
  return domain::refusing(planned_.plan, request_.accepted);
}

std::vector<Mishap> Rehearsal::mishaps() const {
  return planner::mishaps_of(planned_.declaration, planned_.plan);
}

Result<Mishap> Rehearsal::mishap_named(const std::string& name) const {
  for (const Mishap& mishap : mishaps()) {
    const std::string whole = domain::text(mishap);
    if (name == whole || name == whole.substr(0, whole.rfind(':'))) return mishap;
  }
  return fail(ErrorCode::bad_input,
              "no fault '" + name + "' applies to this plan; --faults lists those that do");
}

bool Rehearsal::carry_out(ports::Imagined& world, Outcome& outcome) const {
  return world.perform([&](ports::Readers& readers, ports::Gate& gate) {
    const Scene scene{scene_.declaration, readers};
    auto ended = switch_to(scene, gate, request_, [](const domain::Plan&) { return true; }, {});
    if (ended) {
      outcome = std::move(*ended);
    } else {
      outcome = domain::outcome_of(Outcome::Kind::nothing_changed, planned_.plan);
      outcome.error = std::move(ended.error());
    }
  });
}

Rehearsed Rehearsal::play(const std::vector<Mishap>& mishaps) const {
  const auto world = imagine_(planned_.snapshot, paces_);
  for (const Mishap& mishap : mishaps) world->expect(mishap);
  Rehearsed rehearsed;
  rehearsed.mishaps = mishaps;
  while (!carry_out(*world, rehearsed.outcome)) {
    rehearsed.killed = true;
    world->pass(locks_are_free);
  }
  rehearsed.met = world->happened() == static_cast<int>(mishaps.size());
  rehearsed.course = course_of(*world);
  const WallTime end = rehearsed.course.empty() ? planned_.snapshot.seen_at : rehearsed.course.back().at;
  // The run's own probe asks for no token, sees nothing where the route host is gone, and dies with its ff.
  rehearsed.outcome.outage_seen = outage_of(world->outages(), end);
  return rehearsed;
}

std::vector<Rehearsed> Rehearsal::play_all(const std::vector<std::vector<Mishap>>& all,
                                           const std::stop_token& stop) const {
  std::vector<Rehearsed> rehearsed(all.size());
  std::atomic<std::size_t> next{0};
  const ports::Lane lane{scene_.declaration.cluster.route_host, [&](std::stop_token) -> Status {
                           for (std::size_t i = next++; i < all.size() && !stop.stop_requested(); i = next++)
                             rehearsed[i] = play(all[i]);
                           return Done{};
                         }};
  (void)scene_.readers.lanes->run(std::vector(threads, lane), stop);
  return rehearsed;
}

std::vector<MishapPair> pairs_of(const std::vector<Mishap>& mishaps, std::size_t count, std::uint64_t seed) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (std::size_t i = 0; i < mishaps.size(); ++i) {
    for (std::size_t j = i + 1; j < mishaps.size(); ++j) places.emplace_back(i, j);
  }
  std::mt19937_64 random(seed);
  // By hand: what std::shuffle makes of a seed differs between libraries.
  const std::size_t drawn = std::min(count, places.size());
  for (std::size_t i = 0; i < drawn; ++i) std::swap(places[i], places[i + random() % (places.size() - i)]);
  std::vector<MishapPair> pairs;
  for (std::size_t i = 0; i < drawn; ++i) {
    MishapPair pair = {mishaps[places[i].first], mishaps[places[i].second]};
    if (pair.second.stage < pair.first.stage) std::swap(pair.first, pair.second);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace ff::app
