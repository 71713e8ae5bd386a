// The first error over all ranks of a start that failed.
#include "planner/first_error.h"

#include "catch.hpp"

using namespace ff;
using namespace std::chrono_literals;
using domain::Trouble;

namespace {

struct Line {
  Milliseconds at;
  std::string text;
};

planner::RankLog rank(const std::string& machine, const std::vector<Line>& lines, Milliseconds ahead = 0ms) {
  planner::RankLog log{ahead, {}};
  for (const Line& line : lines) {
    log.entries.push_back(
        {MachineName(machine), UnitName("ff-x.service"), WallTime(1000s + line.at), line.text});
  }
  return log;
}

std::string first(const std::vector<planner::RankLog>& ranks) {
  const auto found = planner::first_error(ranks);
  return found ? found->line.machine.text() + ": " + found->line.text : "";
}

const std::string cache =
    "ERROR 10-08 07:56:13 [core.py:946] ValueError: No available memory for the cache blocks.";
const std::string dead_peer =
    "ERROR 10-08 07:56:14 [core.py:946] torch.distributed.DistBackendError: NCCL error: "
    "ncclRemoteError: A call failed possibly due to a remote process exiting prematurely";

}  // namespace

TEST_CASE("what a line says by itself", "[planner][first-error]") {
  const std::vector<std::pair<std::string, Trouble>> lines = {
      {"INFO 10-08 07:56:13 [loading.py:1] Loading weights took 493.49 seconds", Trouble::none},
      {"WARNING 10-08 [import.py:9] Failed to import from vllm._C with ImportError: x", Trouble::none},
      {cache, Trouble::no_cache_room},
      {"ValueError: Free memory on device cuda:0 (109.53/121.69 GiB) on startup is less than desired GPU "
       "memory "
       "utilization (0.91, 110.74 GiB).",
       Trouble::memory_short},
      {"ValueError: To serve at least one request with the model's max seq len (262144), (6.0 GiB KV cache "
       "is "
       "needed, which is larger than the available KV cache memory (4.8 GiB).",
       Trouble::no_cache_room},
      {"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.", Trouble::memory_ran_out},
      {"NVRM: nvCheckOkFailedNoLog: Out of memory [NV_ERR_NO_MEMORY] (0x00000051)", Trouble::driver_memory},
      {"Out of memory: Killed process 812 (VLLM::EngineCor) total-vm:1kB", Trouble::killed_for_memory},
      {"RuntimeError: Engine core initialization failed. See root cause above.", Trouble::consequence},
      {"vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.", Trouble::consequence},
      {dead_peer, Trouble::consequence},
      {"OSError: [Errno 98] Address already in use", Trouble::port_taken},
      {"vllm serve: error: unrecognized arguments: --frobnicate", Trouble::bad_arguments},
      {"AttributeError: 'ShmRingBuffer' object has no attribute 'shared_memory'",
       Trouble::shared_memory_gone},
      {"ff-replica.service: Failed at step EXEC spawning /usr/bin/docker: No such file",
       Trouble::image_missing},
      {"ff-replica.service: Main process exited, code=exited, status=1/FAILURE", Trouble::consequence},
      {"ERROR [core.py:946] Traceback (most recent call last):", Trouble::none},
      {"ERROR [core.py:946]   File \"vllm/v1/engine/core.py\", line 937, in run", Trouble::none},
      {"KeyError: 'architectures'", Trouble::exception},
      {"ERROR 10-08 [x.py:1] the worker is not well", Trouble::error},
      {"no error is told here", Trouble::none},
  };
  for (const auto& [line, trouble] : lines) {
    INFO(line);
    CHECK(domain::word(planner::trouble_in(line)) == std::string(domain::word(trouble)));
  }
}

TEST_CASE("the cause on one box goes before the louder consequence on another", "[planner][first-error]") {
  const auto leader = rank("box1", {{0ms, "INFO starting"},
                                    {5s, dead_peer},
                                    {6s,
                                     "RuntimeError: Engine core "
                                     "initialization failed."}});
  const auto worker = rank("box2", {{0ms, "INFO starting"}, {4900ms, cache}});
  CHECK(first({leader, worker}) == "box2: " + cache);
  CHECK(first({worker, leader}) == "box2: " + cache);
  CHECK(first({leader}) == "box1: " + dead_peer);
  CHECK(first({rank("box1", {{0ms, "INFO all is well"}})}).empty());
  CHECK(first({}).empty());
}

TEST_CASE("of two causes the earlier one, by clocks that were set against each other",
          "[planner][first-error]") {
  const std::string oom = "torch.OutOfMemoryError: CUDA out of memory.";
  CHECK(first({rank("box1", {{5s, oom}}), rank("box2", {{3s, cache}})}) == "box2: " + cache);
  // box2's clock is 4 s behind: what it calls 3 s was 7 s.
  CHECK(first({rank("box1", {{5s, oom}}), rank("box2", {{3s, cache}}, -4s)}) == "box1: " + oom);
  // Closer than clocks ever are: the leader's.
  CHECK(first({rank("box1", {{5s, oom}}), rank("box2", {{4800ms, cache}})}) == "box1: " + oom);
  CHECK(first({rank("box1", {{5s, oom}, {4s, cache}})}) == "box1: " + cache);
}

TEST_CASE("a known cause goes before an earlier exception, and that before an error",
          "[planner][first-error]") {
  const auto log = rank("box1", {{1s, "ERROR [x.py:1] odd"}, {2s, "KeyError: 'x'"}, {3s, cache}});
  CHECK(first({log}) == "box1: " + cache);
  CHECK(first({rank("box1", {{1s, "ERROR [x.py:1] odd"}, {2s, "KeyError: 'x'"}})}) == "box1: KeyError: 'x'");
}

TEST_CASE("the lines around it are of the same journal", "[planner][first-error]") {
  std::vector<Line> lines;
  for (int i = 0; i < 20; ++i) lines.push_back({Milliseconds(i * 1000), "INFO line " + std::to_string(i)});
  lines[10].text = cache;
  const auto found = planner::first_error({rank("box1", lines)});
  REQUIRE(found);
  REQUIRE(found->around.size() == 11);
  CHECK(found->around.front().text == "INFO line 4");
  CHECK(found->around[6].text == cache);
  CHECK(found->around.back().text == "INFO line 14");
}
