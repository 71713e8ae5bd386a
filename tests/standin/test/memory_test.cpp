#include <signal.h>
#include <sys/stat.h>

#include "catch.hpp"
#include "eventually.hpp"
#include "standin/test/engine_under_test.h"

using namespace ff::standin::test;
using ff::tests::eventually;

namespace {

constexpr long total_kb = 127601452;
constexpr long share_kb = total_kb * 78 / 100;

ino_t inode_of(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

bool about(long kb, long expected) {
  return kb > expected - 10 && kb < expected + 10;
}

}  // namespace

TEST_CASE("an engine takes its share bit by bit and the box gets it back late", "[standin]") {
  Box box("start=3600\nstop=0\nmemory_available_kb=123000000\nmemory_return=3600\n");
  box.keep_memory();
  CHECK(box.available_kb() == 123000000);
  const ino_t inode = inode_of(box.path("meminfo"));
  const auto size = read_text(box.path("meminfo")).size();
  EngineUnderTest engine(box, {"--gpu-memory-utilization", "0.78"});
  REQUIRE(engine.process().says("Initializing a V1 LLM engine"));
  CHECK(box.available_kb() == 123000000);
  box.set("start=1\nstop=0\nmemory_available_kb=123000000\nmemory_return=3600\n");
  CHECK(eventually([&] { return box.available_kb() < 110000000 && box.available_kb() > 60000000; }));
  REQUIRE(engine.ready());
  CHECK(about(box.available_kb(), 123000000 - share_kb));

  engine.process().signal(SIGTERM);
  CHECK(engine.process().wait_exit() == 0);
  CHECK(about(box.available_kb(), 123000000 - share_kb));
  CHECK(inode_of(box.path("meminfo")) == inode);
  CHECK(read_text(box.path("meminfo")).size() == size);
}

TEST_CASE("memory comes back after its delay, also after a kill", "[standin]") {
  Box box("start=0\nmemory_available_kb=110000000\nmemory_return=0.3\n");
  box.keep_memory();
  EngineUnderTest engine(box, {"--gpu-memory-utilization", "0.78"});
  REQUIRE(engine.ready());
  CHECK(about(box.available_kb(), 110000000 - share_kb));
  engine.process().signal(SIGKILL);
  CHECK(engine.process().wait_exit() == 1000 + SIGKILL);
  CHECK(eventually([&] { return box.available_kb() == 110000000; }));
}

TEST_CASE("too little free memory is refused with vLLM's line", "[standin]") {
  Box box("start=0\nmemory_available_kb=90000000\n");
  box.keep_memory();
  EngineUnderTest engine(box, {"--gpu-memory-utilization", "0.78"});
  CHECK(engine.process().wait_exit() == 1);
  CHECK(engine.process().output().find(
            "Free memory on device cuda:0 (85.83/121.69 GiB) on startup is less than "
            "desired GPU memory utilization (0.78, 94.92 GiB).") != std::string::npos);
  CHECK(box.available_kb() == 90000000);
}

TEST_CASE("a share that leaves no cache, or too small a one, fails as in vLLM", "[standin]") {
  Box box("start=0\n");
  EngineUnderTest none(box, {"--gpu-memory-utilization", "0.6"});
  CHECK(none.process().wait_exit() == 1);
  CHECK(none.process().output().find("No available memory for the cache blocks") != std::string::npos);
  EngineUnderTest small(box, {"--gpu-memory-utilization", "0.68"});
  CHECK(small.process().wait_exit() == 1);
  CHECK(small.process().output().find("the estimated maximum model length is ") != std::string::npos);
}

TEST_CASE("the keeper follows its settings and says what is wrong with its arguments", "[standin]") {
  Box box("memory_available_kb=110000000\n");
  box.keep_memory();
  box.set("memory_available_kb=50000000\n");
  CHECK(eventually([&] { return box.available_kb() == 50000000; }));
  Child child({FF_STANDIN, "memory-keeper", "--meminfo", box.path("other")}, box.environment());
  CHECK(child.wait_exit() == 2);
}
