// How long plans take for many boxes, and beside them something that only walks through the same snapshot.
//   ff-bench-planner [BOXES] [ROUNDS]     prints "NAME MICROSECONDS" a round: settled, roll, split, peer
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "planner/planner.h"
#include "world_builder.hpp"

using namespace ff;

namespace {

using Microseconds = std::chrono::microseconds;

template <class Work>
void timed(const char* name, const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  const std::size_t result = work();
  const auto took = std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - began);
  if (result == std::size_t(-1)) std::abort();  // so that the work is not left out
  std::printf("%s %lld\n", name, static_cast<long long>(took.count()));
}

std::size_t plan(const testing::World& world, const char* target) {
  const domain::Plan made = planner::make_plan(world.declaration, ProfileName(target), world.snapshot);
  return made.stages.size() + made.hazards.size();
}

/// The least that anything could do that looks at every unit and every instance once.
std::size_t walk(const testing::World& world) {
  std::string text;
  for (const auto& [name, view] : world.snapshot.machines) {
    for (const auto& [unit, state] : view.units) {
      if (!state.at_rest()) text += name.text() + " " + unit.text() + (view.enabled(unit) ? " on\n" : "\n");
    }
  }
  for (const domain::Profile& profile : world.declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(world.declaration.cluster, profile))
      text += instance.name.text();
  }
  return text.size();
}

int number(int count, char** words, int index, int otherwise) {
  return count > index ? std::atoi(words[index]) : otherwise;
}

}  // namespace

int main(int count, char** words) {
  const int boxes = number(count, words, 1, 1000);
  const int rounds = number(count, words, 2, 10);
  const testing::World settled = testing::replicas_serve(boxes);
  testing::World changed = settled;
  changed.profile("replica").settings.max_num_seqs = 9;
  for (int round = 0; round < rounds; ++round) {
    timed("settled", [&] { return plan(settled, "replica"); });
    timed("roll", [&] { return plan(changed, "replica"); });
    timed("split", [&] { return plan(settled, "split"); });
    timed("peer", [&] { return walk(settled); });
  }
}
