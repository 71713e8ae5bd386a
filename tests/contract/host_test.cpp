// What every HostReader promises.
#include <string>
#include <vector>

#include "base/text.h"
#include "catch.hpp"
#include "contract/world.hpp"

namespace {

using namespace std::chrono_literals;
using ff::ErrorCode;
using ff::UnitName;
using ff::tests::ContractWorld;

const UnitName plain("ffc-plain.service");

ff::ports::HostFacts look(ContractWorld& world, const std::vector<std::string>& files = {}) {
  const auto facts = world.host().look(files, world.within(20s));
  if (!facts) FAIL(facts.error().what);
  return *facts;
}

/// What the machine's own file holds, read another way.
std::string file(ContractWorld& world, const std::string& path) {
  const auto text = world.host().output_of({"cat", path}, world.within(20s));
  REQUIRE(text);
  return std::string(ff::trimmed(*text));
}

}  // namespace

TEST_CASE("a look tells who the machine is and what it has", "[host]") {
  FF_CONTRACT_WORLD(world);
  const auto facts = look(world);
  CHECK(facts.uid == 0);
  CHECK(facts.machine_id.text() == file(world, "/etc/machine-id"));
  CHECK(facts.boot_id.text() == file(world, "/proc/sys/kernel/random/boot_id"));
  CHECK(facts.memory.total > facts.memory.available);
  CHECK(facts.memory.available > ff::gibibytes(0.1));
  CHECK(facts.listening.contains(22));
  CHECK_FALSE(facts.listening.contains(9));
  CHECK(facts.clock > ff::WallTime());
  CHECK(facts.lock_holder.empty());
  CHECK(facts.files.empty());
}

TEST_CASE("enablement and masks are read from the links", "[host]") {
  FF_CONTRACT_WORLD(world);
  CHECK_FALSE(look(world).enabled_links.contains(plain));
  REQUIRE(world.by_hand("enable", plain));
  CHECK(look(world).enabled_links.contains(plain));
  CHECK_FALSE(look(world).masked_links.contains(plain));
  world.mask(plain);
  CHECK(look(world).masked_links.contains(plain));
  CHECK(look(world).enabled_links.contains(plain));
  world.unmask(plain);
  CHECK_FALSE(look(world).masked_links.contains(plain));
}

TEST_CASE("asked files come whole, byte for byte, and missing ones do not", "[host]") {
  FF_CONTRACT_WORLD(world);
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const std::string mib(1024 * 1024, 'x');
  const std::vector<std::pair<std::string, std::string>> files = {
      {"/var/tmp/ffc/text", "one\n two\t\n\n"},
      {"/var/tmp/ffc/empty", ""},
      {"/var/tmp/ffc/bytes", bytes + bytes},
      {"/var/tmp/ffc/it's \"$odd\" `name`", "x"},
      {"/var/tmp/ffc/just", mib},
      {"/var/tmp/ffc/over", mib + "tail"},
  };
  std::vector<std::string> paths = {"/var/tmp/ffc/none", "/var/tmp/ffc", "/dev/zero"};
  for (const auto& [path, content] : files) {
    world.put_file(path, content);
    paths.push_back(path);
  }
  const auto facts = look(world, paths);
  CHECK(facts.files.size() == files.size());
  for (const auto& [path, content] : files) {
    INFO(path);
    REQUIRE(facts.files.contains(path));
    CHECK((facts.files.at(path) == content.substr(0, mib.size())));
  }
  const auto alone = world.host().read_files(paths, world.within(20s));
  REQUIRE(alone);
  CHECK((*alone == facts.files));
}

TEST_CASE("who holds the lock is told while it is held, and only then", "[host]") {
  FF_CONTRACT_WORLD(world);
  world.put_file("/run/ff/lock.holder", "a run that was killed");
  CHECK(look(world).lock_holder.empty());
  {
    const auto held = world.hold_lock("7f3a by ops@runner");
    CHECK(look(world).lock_holder == "7f3a by ops@runner");
    CHECK(look(world).lock_holder == "7f3a by ops@runner");
  }
  CHECK(look(world).lock_holder.empty());
}

TEST_CASE("a command's output is its value, its failure an error", "[host]") {
  FF_CONTRACT_WORLD(world);
  world.put_file("/var/tmp/ffc/words", "one two\n");
  const auto text = world.host().output_of({"cat", "/var/tmp/ffc/words"}, world.within(20s));
  REQUIRE(text);
  CHECK(*text == "one two\n");
  const auto failed = world.host().output_of({"cat", "/var/tmp/ffc/nowhere"}, world.within(20s));
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ErrorCode::failed);
  CHECK(failed.error().where.machine == world.machine());
  REQUIRE_FALSE(failed.error().evidence.empty());
  CHECK_THAT(failed.error().evidence.back(), Catch::Contains("/var/tmp/ffc/nowhere"));
}

TEST_CASE("a listing has the regular files, sorted", "[host]") {
  FF_CONTRACT_WORLD(world);
  world.put_file("/var/tmp/ffc-list/b", "");
  world.put_file("/var/tmp/ffc-list/a b", "");
  world.put_file("/var/tmp/ffc-list/.hidden", "");
  world.put_file("/var/tmp/ffc-list/folder/c", "");
  const auto names = world.host().list("/var/tmp/ffc-list", world.within(20s));
  REQUIRE(names);
  CHECK(*names == std::vector<std::string>{".hidden", "a b", "b"});
  const auto none = world.host().list("/var/tmp/ffc-nowhere", world.within(20s));
  REQUIRE(none);
  CHECK(none->empty());
}

TEST_CASE("a look that is not wanted any more ends at once", "[host]") {
  FF_CONTRACT_WORLD(world);
  std::stop_source source;
  source.request_stop();
  const auto cancelled = world.host().look({}, world.within(20s, source.get_token()));
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().code == ErrorCode::cancelled);
  CHECK(cancelled.error().where.machine == world.machine());
}
