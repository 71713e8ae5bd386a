#include <signal.h>

#include <memory>

#include "catch.hpp"
#include "eventually.hpp"
#include "standin/test/engine_under_test.h"

using namespace ff::standin::test;
using ff::tests::eventually;

namespace {

std::vector<std::string> rank_flags(int rank, int master_port) {
  std::vector<std::string> flags{"--tensor-parallel-size",
                                 "2",
                                 "--nnodes",
                                 "2",
                                 "--node-rank",
                                 std::to_string(rank),
                                 "--master-addr",
                                 "127.0.0.1",
                                 "--master-port",
                                 std::to_string(master_port),
                                 "--gpu-memory-utilization",
                                 "0.74",
                                 "--kv-cache-dtype",
                                 "fp8"};
  if (rank > 0) flags.emplace_back("--headless");
  return flags;
}

/// A box of its own for each rank of one split instance.
struct Split {
  Box leader_box{"start=0.2\nstop=0\n"};
  Box worker_box{"start=0.2\nstop=0\n"};
  const int master_port = free_port();
  EngineUnderTest worker{worker_box, rank_flags(1, master_port)};
  std::unique_ptr<EngineUnderTest> leader;

  void start_leader() { leader = std::make_unique<EngineUnderTest>(leader_box, rank_flags(0, master_port)); }
};

}  // namespace

TEST_CASE("a leader is up only with its worker, which serves nothing itself", "[standin]") {
  Box box("start=0\nstop=0\n");
  const int master_port = free_port();
  EngineUnderTest leader(box, rank_flags(0, master_port));
  REQUIRE(leader.process().says("world_size=2"));
  CHECK_FALSE(eventually([&] { return leader.status_of("/health") == 200; }, std::chrono::milliseconds(500)));
  EngineUnderTest worker(box, rank_flags(1, master_port));
  REQUIRE(leader.ready());
  CHECK(leader.chat(R"("max_tokens":1)")->status == 200);
  CHECK(worker.status_of("/health") == -1);
  CHECK(worker.process().says("Model loading took 35.86 GiB memory"));
  CHECK(leader.process().output().find("GPU KV cache size: 3,") != std::string::npos);
  leader.process().signal(SIGTERM);
  CHECK(leader.process().wait_exit() == 0);
  worker.process().signal(SIGTERM);
  CHECK(worker.process().wait_exit() == 0);
}

TEST_CASE("with a dead worker /health stays 200 and completions hang", "[standin]") {
  Split split;
  split.start_leader();
  REQUIRE(split.leader->ready());
  split.worker.process().signal(SIGKILL);
  (void)split.worker.process().wait_exit();
  CHECK(eventually([&] { return !split.leader->chat(R"("max_tokens":1)", 1); }));
  CHECK(split.leader->status_of("/health") == 200);
  CHECK(split.leader->process().runs());

  // A new worker does not help: the instance is broken for good.
  EngineUnderTest another(split.worker_box, rank_flags(1, split.master_port));
  CHECK_FALSE(eventually([&] { return split.leader->chat(R"("max_tokens":1)", 1).has_value(); },
                         std::chrono::milliseconds(1500)));
}

TEST_CASE("a worker never joins a restarted leader", "[standin]") {
  Split split;
  split.start_leader();
  REQUIRE(split.leader->ready());
  split.leader->process().signal(SIGKILL);
  (void)split.leader->process().wait_exit();
  REQUIRE(split.worker.process().says("Broken pipe"));
  split.start_leader();
  REQUIRE(split.leader->process().says("world_size=2"));
  CHECK_FALSE(eventually([&] { return split.leader->status_of("/health") == 200; }, std::chrono::seconds(1)));
  CHECK(split.worker.process().runs());

  // Both ranks anew is what helps.
  split.worker.process().signal(SIGTERM);
  CHECK(split.worker.process().wait_exit() == 0);
  EngineUnderTest worker(split.worker_box, rank_flags(1, split.master_port));
  CHECK(split.leader->ready());
}

TEST_CASE("a worker that dies while loading takes the leader with it", "[standin]") {
  Split split;
  split.worker_box.set("start=0.3\nfault=die_loading\n");
  split.leader_box.set("start=3600\n");
  split.start_leader();
  REQUIRE(split.leader->process().says("Initializing a V1 LLM engine"));
  CHECK(split.worker.process().wait_exit() == 1);
  split.leader_box.set("start=0\n");
  CHECK(split.leader->process().wait_exit() == 1);
  CHECK(split.leader->process().output().find("Connection closed by peer") != std::string::npos);
}
