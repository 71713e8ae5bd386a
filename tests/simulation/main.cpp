// ff-simulate: plays scenarios drawn from seeds and tells what did not hold. scripts/simulate builds and runs
// it.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "canary_run.hpp"
#include "play.hpp"
#include "shrink.hpp"
#include "tally.hpp"

namespace {

using namespace ff::simulation;

struct Options {
  std::uint64_t first = 1;
  std::uint64_t seeds = 1000;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t told = 5;
  bool story = false;
  bool canaries = false;
  std::string canary;  ///< planted in every seed; empty for none
};

constexpr const char* usage =
    "usage: ff-simulate [--seeds N] [--first S] [--jobs N] [--told N] [--story] [--canary NAME]\n"
    "       ff-simulate --canaries [--first S]\n"
    "  --told N        so many failing seeds are shrunk and told (5)\n"
    "  --story         tells the story of each seed, whether it fails or not\n"
    "  --canary NAME   plants this bug in every seed\n"
    "  --canaries      plants each known bug in turn and tells how soon it is caught\n";

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size();
}

/// False when the arguments make no sense.
bool read(Options& options, const std::vector<std::string_view>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--story") {
      options.story = true;
    } else if (words[i] == "--canaries") {
      options.canaries = true;
    } else if (i + 1 == words.size()) {
      return false;
    } else if (words[i] == "--canary") {
      options.canary = words[++i];
    } else {
      std::uint64_t* const number = words[i] == "--seeds"   ? &options.seeds
                                    : words[i] == "--first" ? &options.first
                                    : words[i] == "--jobs"  ? &options.jobs
                                    : words[i] == "--told"  ? &options.told
                                                            : nullptr;
      if (number == nullptr || !read_number(words[++i], *number)) return false;
    }
  }
  return true;
}

void print(const std::string& line) {
  std::puts(line.c_str());
}

void tell(const Scenario& scenario, const Report& report) {
  for (const std::string& rule : report.broken) print("  broken   " + rule);
  for (const std::string& line : words(scenario)) print("  " + line);
  for (const std::string& line : report.story) print("    " + line);
}

void tell_failure(std::uint64_t seed, const Plant& plant, const std::string& canary) {
  const Report report = play(draw(seed), plant);
  const std::string planted = canary.empty() ? "" : " --canary " + canary;
  print(fmt::format("seed {} fails; replay: scripts/simulate --first {} --seeds 1 --story{}", seed, seed,
                    planted));
  for (const std::string& rule : report.broken) print("  broken   " + rule);
  print(" shrunk:");
  const Scenario small = shrunk(draw(seed), report, plant);
  tell(small, play(small, plant));
}

/// All seeds on as many threads; their tallies are added up.
Tally play_all(const Options& options, const Plant& plant) {
  std::atomic<std::uint64_t> next{0};
  std::mutex mutex;
  Tally all;
  const auto work = [&] {
    Tally own;
    for (std::uint64_t i = next++; i < options.seeds; i = next++) {
      const std::uint64_t seed = options.first + i;
      const Report report = play(draw(seed), plant);
      own.add(seed, report);
      if (!options.story) continue;
      const std::lock_guard lock(mutex);
      print(fmt::format("seed {}", seed));
      tell(draw(seed), report);
    }
    const std::lock_guard lock(mutex);
    all.add(own);
  };
  std::vector<std::jthread> threads;
  for (std::uint64_t i = 0; i < std::max<std::uint64_t>(options.jobs, 1); ++i) threads.emplace_back(work);
  threads.clear();
  return all;
}

int simulate(const Options& options) {
  const auto canary = canary_named(options.canary);
  if (!options.canary.empty() && !canary) return std::fputs("no such canary\n", stderr), 64;
  const Plant plant = canary ? canary->plant : Plant{};
  const auto began = std::chrono::steady_clock::now();
  const Tally tally = play_all(options, plant);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::uint64_t told = 0;
  for (const std::uint64_t seed : tally.failed) {
    if (told++ < options.told && !options.story) tell_failure(seed, plant, options.canary);
  }
  for (const std::string& line : tally.lines(took.count())) print(line);
  return tally.failed.empty() ? 0 : 1;
}

int run_canaries(const Options& options) {
  bool all_caught = false;
  for (const std::string& line : canary_table(options.first, all_caught)) print(line);
  return all_caught ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read(options, {words + 1, words + count})) return std::fputs(usage, stderr), 64;
  return options.canaries ? run_canaries(options) : simulate(options);
}
