// The scripts, run by this machine's own bash.
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "adapters/host/scripts.h"
#include "adapters/host/shell_host_reader.h"
#include "adapters/local/local_dialer.h"
#include "base/waiting.h"
#include "catch.hpp"

namespace {

using namespace std::chrono_literals;
using ff::ErrorCode;
namespace host = ff::adapters::host;
namespace ports = ff::ports;

ff::Limit within(ff::Milliseconds time) {
  return {ff::boot_now() + time, {}};
}

/// This machine behind a login shell that prints `before` every command line it is given.
class NoisyDialer : public ports::Dialer {
 public:
  explicit NoisyDialer(std::string before) : before_(std::move(before)) {}
  ff::Result<ff::UniqueFd> open(const ports::Target& target, ff::Limit limit) override {
    return inner_.open(ports::Command{before_ + std::get<ports::Command>(target).line}, std::move(limit));
  }

 private:
  std::string before_;
  ff::adapters::local::LocalDialer inner_{ff::MachineName("here")};
};

struct Here {
  explicit Here(std::string before = {}) : dialer(std::move(before)) {}
  NoisyDialer dialer;
  host::ShellHostReader reader{dialer, ff::MachineName("here")};
};

struct Folder {
  Folder() {
    char name[] = "/tmp/ff-host-XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  void put(const std::string& name, const std::string& content) const {
    std::ofstream(path + "/" + name, std::ios::binary) << content;
  }
  std::string path;
};

const ff::domain::Folder* told(const ports::HostFacts& facts, const std::string& path) {
  for (const ff::domain::Folder& folder : facts.folders) {
    if (folder.path == path) return &folder;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a look tells the room where its paths are, or above them", "[host]") {
  Here here;
  Folder folder;
  folder.put("there", "x");
  const auto facts = here.reader.look(
      {folder.path + "/there", folder.path + "/gone/deep/file", folder.path + "/", "/proc/ff-none"},
      within(10s));
  REQUIRE(facts);
  const ff::domain::Folder* room = told(*facts, folder.path);
  REQUIRE(room != nullptr);
  CHECK(room->writable);
  CHECK(std::abs(static_cast<double>(room->free.count) -
                 static_cast<double>(std::filesystem::space(folder.path).free)) < 1e9);
  CHECK(std::ranges::count(facts->folders, folder.path, &ff::domain::Folder::path) == 1);
  CHECK(facts->files.size() == 1);
  REQUIRE(told(*facts, "/proc") != nullptr);
  CHECK(told(*facts, "/proc")->free == ff::Bytes{0});
}

TEST_CASE("no script needs more quoting than single quotes", "[host]") {
  for (const auto script :
       {host::Script::look, host::Script::files, host::Script::output, host::Script::list})
    CHECK(host::text_of(script).find('\'') == std::string::npos);
}

TEST_CASE("arguments reach a command as they are", "[host]") {
  Here here;
  const std::string odd = "it's \"$HOME\" `id` \\ $(id) *\n!";
  const auto text = here.reader.output_of({"printf", "%s|", odd, "", "-n"}, within(20s));
  REQUIRE(text);
  CHECK(*text == odd + "||-n|");
}

TEST_CASE("output is the command's alone, whatever the login shell prints", "[host]") {
  Here here("echo hello; echo oops >&2; ");
  const auto text = here.reader.output_of({"sh", "-c", "echo out; echo err >&2"}, within(20s));
  REQUIRE(text);
  CHECK(*text == "out\n");
}

TEST_CASE("a failing command's last lines are its evidence", "[host]") {
  Here here;
  const auto failed = here.reader.output_of({"sh", "-c", "seq 50 >&2; exit 7"}, within(20s));
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ErrorCode::failed);
  CHECK_THAT(failed.error().what, Catch::EndsWith("exited with 7"));
  REQUIRE(failed.error().evidence.size() == 10);
  CHECK(failed.error().evidence.back() == "50");
  CHECK_FALSE(here.reader.output_of({"ff-no-such-command"}, within(20s)));
}

TEST_CASE("output over its limit is cut, output that never ends meets the deadline", "[host]") {
  Here here;
  const auto text = here.reader.output_of({"head", "-c", "3000000", "/dev/zero"}, within(20s));
  REQUIRE(text);
  CHECK(text->size() == 1024 * 1024);
  const auto endless = here.reader.output_of({"cat", "/dev/zero"}, within(200ms));
  REQUIRE_FALSE(endless);
  CHECK(endless.error().code == ErrorCode::timeout);
}

TEST_CASE("a command that is killed is told as ended early", "[host]") {
  Here here("kill -9 $$; ");
  const auto gone = here.reader.output_of({"true"}, within(20s));
  REQUIRE_FALSE(gone);
  CHECK(gone.error().code == ErrorCode::failed);
  Here midway;
  const auto half = midway.reader.output_of(
      {"bash", "-c", "read -r _ _ _ parent _ </proc/$PPID/stat; kill -9 $parent; sleep 1"}, within(20s));
  REQUIRE_FALSE(half);
  CHECK_THAT(half.error().what, Catch::Contains("before it had finished"));
}

TEST_CASE("a listing names regular files alone", "[host]") {
  const Folder folder;
  folder.put("b", "");
  folder.put("a\nb", "");
  folder.put("it's", "");
  std::filesystem::create_directory(folder.path + "/sub");
  std::filesystem::create_symlink("nowhere", folder.path + "/dangling");
  mkfifo((folder.path + "/fifo").c_str(), 0600);
  Here here("echo noise; ");
  const auto names = here.reader.list(folder.path, within(20s));
  REQUIRE(names);
  CHECK(*names == std::vector<std::string>{"a\nb", "b", "it's"});
  CHECK(here.reader.list(folder.path + "/nowhere", within(20s))->empty());
}

TEST_CASE("a look at files does not hang on what is no file", "[host]") {
  const Folder folder;
  folder.put("text", "one\n\n");
  folder.put("nul", std::string("a\0b", 3));
  mkfifo((folder.path + "/fifo").c_str(), 0600);
  Here here("echo noise; ");
  std::vector<std::string> paths;
  for (const char* name : {"text", "nul", "fifo", "none"}) paths.push_back(folder.path + "/" + name);
  const auto facts = here.reader.look(paths, within(20s));
  REQUIRE(facts);
  CHECK(facts->files.size() == 2);
  CHECK(facts->files.at(paths[0]) == "one\n\n");
  CHECK(facts->files.at(paths[1]) == std::string("a\0b", 3));
  CHECK(facts->memory.total > facts->memory.available);
  CHECK(here.reader.read_files(paths, within(20s)) == facts->files);
}
