// What a holder does to files and with commands, on this machine. Needs root.
#include <sys/stat.h>

#include <filesystem>

#include "adapters_lease_support.h"
#include "base/text.h"
#include "catch.hpp"

namespace ff {
namespace {

using namespace std::chrono_literals;
using tests::text_of;

const MachineName box1("box1");

struct Acting {
  tests::Scratch scratch;
  std::string place = scratch.path + "/etc";
  adapters::local::RealClock clock;
  adapters::local::LocalDialer dialer{box1};
  adapters::lease::SessionLocks locks;
  std::unique_ptr<ports::Lease> lease;
  ports::HostControl& host = locks.host(box1);

  explicit Acting(Milliseconds beat_every = 50ms)
      : locks({{box1, &dialer}}, {box1}, clock, tests::terms_in(scratch.path + "/run", beat_every)) {
    auto taken = locks.take(tests::holder_named("7f3a0001"), soon());
    if (!taken) FAIL(taken.error().what);
    lease = *std::move(taken);
  }
  Limit soon() { return ports::within(clock, 20s); }
};

bool root() {
  if (::geteuid() == 0) return true;
  WARN("skipped: only root may act on a machine");
  return false;
}

unsigned mode_of(const std::string& path) {
  struct stat seen = {};
  return ::lstat(path.c_str(), &seen) == 0 ? seen.st_mode & 07777U : 0U;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  return names;
}

TEST_CASE("a file is written whole, with its mode and missing folders", "[lease]") {
  if (!root()) return;
  Acting acting;
  const std::string path = acting.place + "/a b/it's";
  REQUIRE(acting.host.write_file({path, "one\n", 0640}, acting.soon()));
  CHECK(text_of(path) == "one\n");
  CHECK(mode_of(path) == 0640);
  CHECK(mode_of(acting.place) == 0755);
  REQUIRE(acting.host.write_file({path, "", 0644}, acting.soon()));
  CHECK(text_of(path).empty());
  CHECK(mode_of(path) == 0644);
  CHECK(names_in(acting.place + "/a b").size() == 1);
}

TEST_CASE("a file of several MB with every byte arrives, and heartbeats with it", "[lease]") {
  if (!root()) return;
  Acting acting;
  std::string content(3'000'001, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 2654435761U >> 11);
  REQUIRE(acting.host.write_file({acting.place + "/big", content}, acting.soon()));
  CHECK(text_of(acting.place + "/big") == content);
  CHECK(acting.lease->fresh());
}

TEST_CASE("an append adds durably, and makes the file when it is missing", "[lease]") {
  if (!root()) return;
  Acting acting;
  const std::string path = acting.place + "/runs/1.jsonl";
  REQUIRE(acting.host.append_file({path, "one\n", 0600}, acting.soon()));
  REQUIRE(acting.host.append_file({path, "two\n", 0644}, acting.soon()));
  CHECK(text_of(path) == "one\ntwo\n");
  CHECK(mode_of(path) == 0600);
}

TEST_CASE("a link is made, replaced, and removed as often as asked", "[lease]") {
  if (!root()) return;
  Acting acting;
  const std::string path = acting.place + "/system.control/x.service";
  REQUIRE(acting.host.make_link(path, "/dev/zero", acting.soon()));
  REQUIRE(acting.host.make_link(path, "/dev/null", acting.soon()));
  CHECK(std::filesystem::read_symlink(path) == "/dev/null");
  REQUIRE(acting.host.remove_file(path, acting.soon()));
  CHECK(names_in(acting.place + "/system.control").empty());
  CHECK(acting.host.remove_file(path, acting.soon()));
  CHECK(acting.host.remove_file(acting.place + "/no/such/folder", acting.soon()));
}

TEST_CASE("a file that cannot be written is refused and said to be as it was", "[lease]") {
  if (!root()) return;
  Acting acting;
  std::filesystem::create_directories(acting.place + "/folder/full");
  const auto onto_folder = acting.host.write_file({acting.place + "/folder", "x"}, acting.soon());
  REQUIRE_FALSE(onto_folder);
  CHECK(onto_folder.error().code == ErrorCode::refused);
  CHECK(onto_folder.error().what == acting.place + "/folder was not written; it is as it was");
  CHECK(onto_folder.error().where.machine == box1);
  CHECK(onto_folder.error().evidence.size() == 1);
  CHECK(names_in(acting.place) == std::vector<std::string>{"folder"});

  std::ofstream(acting.place + "/file") << "x";
  const auto below_file = acting.host.write_file({acting.place + "/file/y", "x"}, acting.soon());
  CHECK(below_file.error().what == acting.place + "/file/y was not written; nothing is there");
  const auto unmade = acting.host.make_link(acting.place + "/folder", "/dev/null", acting.soon());
  CHECK(unmade.error().code == ErrorCode::refused);
  CHECK(std::filesystem::is_directory(acting.place + "/folder/full"));
  const auto kept = acting.host.remove_file(acting.place + "/folder", acting.soon());
  CHECK(kept.error().what == acting.place + "/folder was not removed; it is as it was");
}

TEST_CASE("paths that name no file are bad input and never sent", "[lease]") {
  if (!root()) return;
  Acting acting;
  for (const char* path : {"", "relative", "/ends/", "/"}) {
    CHECK(acting.host.write_file({path, "x"}, acting.soon()).error().code == ErrorCode::bad_input);
  }
  CHECK(acting.host.remove_file(std::string("/a\0b", 4), acting.soon()).error().code == ErrorCode::bad_input);
  CHECK(acting.host.run({}, acting.soon()).error().code == ErrorCode::bad_input);
  CHECK(acting.host.run({std::string(40'000, 'x')}, acting.soon()).error().code == ErrorCode::bad_input);
}

TEST_CASE("a command's words, output and end are its own", "[lease]") {
  if (!root()) return;
  Acting acting;
  const auto said = acting.host.run({"printf", "%s|", "a b", "", "it's", "$HOME", "x\ny"}, acting.soon());
  REQUIRE(said);
  CHECK(*said == "a b||it's|$HOME|x\ny|");
  const auto failed = acting.host.run({"bash", "-c", "echo out; echo err >&2; exit 7"}, acting.soon());
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ErrorCode::failed);
  CHECK(failed.error().evidence == std::vector<std::string>{"out", "err"});
  CHECK(failed.error().what.ends_with("exited with 7"));
  CHECK(acting.host.run({"no-such-command"}, acting.soon()).error().what.ends_with("exited with 127"));
  // Not a function of the holder's own, nor a shell builtin that would end it.
  CHECK(acting.host.run({"finish"}, acting.soon()).error().what.ends_with("exited with 127"));
  CHECK(acting.lease->fresh());
}

TEST_CASE("output and heartbeats never mix, and output is cut at 64 KiB", "[lease]") {
  if (!root()) return;
  Acting acting(1ms);
  std::string expected;
  for (int i = 1; expected.size() < 65536; ++i) expected += std::to_string(i) + "\n";
  expected.resize(65536);
  for (int turn = 0; turn < 10; ++turn) {
    const auto much = acting.host.run({"seq", "1", "200000"}, acting.soon());
    REQUIRE(much);
    REQUIRE((*much == expected));
  }
}

TEST_CASE("signals are at their defaults in a command, and it is no favourite of the kernel's", "[lease]") {
  if (!root()) return;
  Acting acting;
  const auto seen = acting.host.run(
      {"bash", "-c", "cat /proc/self/oom_score_adj; sed -n 's/^Sig\\(Ign\\|Blk\\):.//p' /proc/self/status"},
      acting.soon());
  REQUIRE(seen);
  const std::vector<std::string> told = lines(*seen);
  REQUIRE(told.size() == 3);
  CHECK(told[0] + "\n" == text_of("/proc/self/oom_score_adj"));
  constexpr unsigned long standard_signals = 0x7fffffff;
  for (const int mask : {1, 2})
    CHECK((std::stoul(told[static_cast<std::size_t>(mask)], nullptr, 16) & standard_signals) == 0);
}

}  // namespace
}  // namespace ff
