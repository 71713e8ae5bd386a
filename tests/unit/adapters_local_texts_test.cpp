// Text files of a folder, and what is left out of it.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "adapters/local/text_files.h"
#include "catch.hpp"

using namespace ff;
namespace fs = std::filesystem;

namespace {

/// A folder that goes with the test.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("ff-texts-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path / "inner"); }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void put(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }
};

struct Walked {
  ports::TextsRead read;
  std::vector<std::string> files;
};

Walked walk(const std::vector<std::string>& paths) {
  Walked walked;
  adapters::local::TextFiles texts;
  const auto read = texts.each(
      paths,
      [&](const std::string& path, const std::string&) { walked.files.push_back(fs::path(path).filename()); },
      {});
  REQUIRE(read);
  walked.read = *read;
  return walked;
}

}  // namespace

TEST_CASE("links, binary and huge files are left out and counted", "[local][clients]") {
  const Folder folder;
  folder.put("b.env", "B=1\n");
  folder.put("inner/a.yaml", "a: 1\n");
  folder.put("binary", std::string("a\0b", 3));
  folder.put("huge", std::string((1 << 20) + 1, 'x'));
  folder.put("empty", "");
  fs::create_symlink("/etc", folder.path / "out");
  fs::create_symlink(folder.path / "b.env", folder.path / "same");
  REQUIRE(::mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  const Walked walked = walk({folder.path.string()});
  CHECK(walked.files == std::vector<std::string>{"b.env", "empty", "a.yaml"});
  CHECK(walked.read.files == 3);
  CHECK(walked.read.links == 2);
  CHECK(walked.read.binary == 1);
  CHECK(walked.read.huge == 1);
  CHECK(walked.read.unreadable.empty());
}

TEST_CASE("a path that is named may be a link or a file, but has to be there", "[local][clients]") {
  const Folder folder;
  folder.put("inner/a.yaml", "a: 1\n");
  fs::create_symlink(folder.path / "inner", folder.path / "link");
  CHECK(walk({(folder.path / "link").string(), (folder.path / "inner/a.yaml").string()}).read.files == 2);
  adapters::local::TextFiles texts;
  const auto none = texts.each({(folder.path / "none").string()}, [](const auto&, const auto&) {}, {});
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::bad_input);
}

TEST_CASE("a stop ends the walk", "[local][clients]") {
  const Folder folder;
  folder.put("a", "a");
  std::stop_source stop;
  stop.request_stop();
  adapters::local::TextFiles texts;
  const auto read = texts.each({folder.path.string()}, [](const auto&, const auto&) {}, stop.get_token());
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::cancelled);
}
