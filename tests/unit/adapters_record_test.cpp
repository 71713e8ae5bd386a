#include <filesystem>
#include <fstream>
#include <map>

#include "adapters/record/record_file.h"
#include "adapters/record/record_store.h"
#include "catch.hpp"
#include "codec/record.h"

namespace ff {
namespace {

using namespace std::chrono_literals;
using adapters::record::RecordStore;
using adapters::record::run_from;

/// A route host that is a map of files; `fault` is what every call fails with.
struct Host : ports::HostReader, ports::HostControl {
  std::map<std::string, std::string> files;
  std::optional<Error> fault;
  bool torn_append = false;

  Result<ports::HostFacts> look(const std::vector<std::string>&, Limit) override {
    return fail(ErrorCode::failed, "a record store reads files only");
  }
  Result<std::map<std::string, std::string>> read_files(const std::vector<std::string>& paths,
                                                        Limit) override {
    if (fault) return fail(*fault);
    std::map<std::string, std::string> found;
    for (const std::string& path : paths) {
      if (files.contains(path)) found[path] = files[path];
    }
    return found;
  }
  Result<std::string> output_of(const std::vector<std::string>&, Limit) override { return ""; }
  Result<std::vector<std::string>> list(const std::string& folder, Limit) override {
    if (fault) return fail(*fault);
    std::vector<std::string> names;
    for (const auto& [path, text] : files) {
      if (path.starts_with(folder + "/")) names.push_back(path.substr(folder.size() + 1));
    }
    return names;
  }
  Status write_file(const ports::File& file, Limit) override {
    if (fault) return fail(*fault);
    files[file.path] = file.content;
    return Done{};
  }
  Status append_file(const ports::File& file, Limit) override {
    if (fault) return fail(*fault);
    if (std::exchange(torn_append, false)) {
      files[file.path] += file.content.substr(0, 20);
      return fail(ErrorCode::timeout, "no answer in time");
    }
    files[file.path] += file.content;
    return Done{};
  }
  Status make_link(const std::string&, const std::string&, Limit) override { return Done{}; }
  Status remove_file(const std::string&, Limit) override { return Done{}; }
  Result<std::string> run(const std::vector<std::string>&, Limit) override { return ""; }
};

domain::RunHeader header_of(const std::string& run, std::int64_t generation) {
  return {RunId(run), generation, ProfileName("split"), ProfileName("replica"), "ops@runner", "0.1.0",
          {},         {}};
}

domain::Record record_of(domain::Record::Kind kind, const std::string& text) {
  domain::Record record;
  record.kind = kind;
  record.at = WallTime(1761142922123ms);
  record.text = text;
  return record;
}

std::string whole_text() {
  return adapters::record::sealed(codec::header_line(header_of("7f3a0001", 7))) +
         adapters::record::sealed(codec::record_line(record_of(domain::Record::Kind::about_to, "launch"))) +
         adapters::record::sealed(codec::record_line(record_of(domain::Record::Kind::ended, "reached")));
}

struct Folder {
  std::string path = std::filesystem::temp_directory_path() / ("ff-record-" + std::to_string(::getpid()));
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST_CASE("a run reads back as it was written, on the route host and in the copy", "[record]") {
  Host host;
  const Folder folder;
  RecordStore store(host, folder.path + "/runs");
  const auto writer = store.writer(host);
  REQUIRE(writer->begin(header_of("7f3a0001", 7), {}));
  REQUIRE(writer->append({record_of(domain::Record::Kind::about_to, "launch")}, {}));
  REQUIRE(writer->append({record_of(domain::Record::Kind::ended, "reached")}, {}));
  CHECK(host.files["/var/lib/ff/runs/7f3a0001.jsonl"] == whole_text());
  const auto run = store.read(RunId("7f3a0001"), {});
  REQUIRE(run);
  CHECK(run->outcome() == "reached");
  CHECK(run->header.generation == 7);
  CHECK_FALSE(run->torn);

  host.fault = Error{ErrorCode::unreachable, "no route", {}, {}, {}};
  const auto copy = store.read(RunId("7f3a0001"), {});
  REQUIRE(copy);
  CHECK(copy->records.size() == 2);
  const auto listing = store.runs({});
  REQUIRE(listing);
  CHECK(listing->runs.size() == 1);
  CHECK(listing->damaged == std::vector<std::string>{"all that is on the route host: no route"});
}

TEST_CASE("every cut of a record is a shorter run or a refusal, never another run", "[record]") {
  const std::string text = whole_text();
  const std::size_t first_end = text.find('\n') + 1;
  const std::size_t second_end = text.find('\n', first_end) + 1;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto run = run_from(text.substr(0, length));
    REQUIRE(run.has_value() == (length >= first_end));
    if (!run) continue;
    CHECK(run->torn == (length != first_end && length != second_end));
    CHECK(run->records.size() == (length >= second_end ? 1 : 0));
    CHECK(run->outcome().empty());
  }
}

TEST_CASE("one changed byte before the last line refuses the run, in the last line it tears it", "[record]") {
  const std::string text = whole_text();
  const std::size_t last_begin = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    const auto run = run_from(changed);
    if (at + 1 < last_begin) {
      REQUIRE_FALSE(run);
      CHECK(run.error().code == ErrorCode::bad_input);
    } else {
      REQUIRE(run);
      CHECK(run->torn);
    }
  }
}

TEST_CASE("after an append of unknown fate the file is whole again", "[record]") {
  Host host;
  RecordStore store(host, "");
  const auto writer = store.writer(host);
  REQUIRE(writer->begin(header_of("7f3a0001", 7), {}));
  host.torn_append = true;
  CHECK_FALSE(writer->append({record_of(domain::Record::Kind::about_to, "launch")}, {}));
  CHECK(store.read(RunId("7f3a0001"), {})->torn);
  REQUIRE(writer->append({record_of(domain::Record::Kind::ended, "reached")}, {}));
  CHECK(host.files["/var/lib/ff/runs/7f3a0001.jsonl"] == whole_text());
}

TEST_CASE("a run after a release is newer than those before it, whose generations were higher", "[record]") {
  Host host;
  RecordStore store(host, "");
  domain::RunHeader before = header_of("before", 9);
  domain::RunHeader after = header_of("after", 1);
  after.started = before.started + Milliseconds(1);
  REQUIRE(store.writer(host)->begin(after, {}));
  REQUIRE(store.writer(host)->begin(before, {}));
  CHECK(store.runs({})->runs.front().header.run == RunId("after"));
}

TEST_CASE("runs are listed newest first and the damaged ones named", "[record]") {
  Host host;
  RecordStore store(host, "");
  for (const int n : {3, 1, 2}) {
    REQUIRE(store.writer(host)->begin(header_of("run" + std::to_string(n), n), {}));
  }
  host.files["/var/lib/ff/runs/bad.jsonl"] = "nonsense\n";
  host.files["/var/lib/ff/runs/.run9.jsonl.ff-new"] = "half";
  const auto listing = store.runs({});
  REQUIRE(listing);
  REQUIRE(listing->runs.size() == 3);
  CHECK(listing->runs.front().header.generation == 3);
  CHECK(listing->runs.back().header.generation == 1);
  REQUIRE(listing->damaged.size() == 1);
  CHECK(listing->damaged[0] == "/var/lib/ff/runs/bad.jsonl: line 1: does not fit its checksum");
}

TEST_CASE("a run that is not there is not found, whatever is asked for", "[record]") {
  Host host;
  host.files["/etc/secret.jsonl"] = whole_text();
  RecordStore store(host, "");
  CHECK(store.read(RunId("abc"), {}).error().code == ErrorCode::not_found);
  CHECK(store.read(RunId("../../../../etc/secret"), {}).error().code == ErrorCode::not_found);
  CHECK(store.read(RunId(""), {}).error().code == ErrorCode::not_found);
}

TEST_CASE("a copy that cannot be kept is told once and fails no run", "[record]") {
  Host host;
  const Folder folder;
  std::ofstream(folder.path) << "a file where a folder should be";
  RecordStore store(host, folder.path + "/runs");
  const auto writer = store.writer(host);
  REQUIRE(writer->begin(header_of("7f3a0001", 7), {}));
  REQUIRE(writer->append({record_of(domain::Record::Kind::ended, "reached")}, {}));
  REQUIRE(store.copy_fault());
  CHECK(store.copy_fault()->what.find("folder cannot be made") != std::string::npos);
}

}  // namespace
}  // namespace ff
