#include "config/load.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "render/environment.h"
#include "source_folder.hpp"
#include "tests/unit/config_texts.hpp"

namespace ff::config {
namespace {

using namespace texts;
namespace fs = std::filesystem;

/// A folder of its own, gone with the test.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "ff-config-XXXXXX";
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
    write("cluster.toml", cluster);
    write("split.toml", split);
    write("replica.toml", replica);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
  }
  [[nodiscard]] fs::path path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name = "cluster.toml") const { return path_ / name; }

 private:
  fs::path path_;
};

/// The only line of evidence of a load that fails.
std::string only_fault(const std::string& cluster_file) {
  const auto loaded = load(cluster_file);
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().code == ErrorCode::bad_input);
  CHECK(loaded.error().advice.kind == Advice::Kind::edit_file);
  INFO(joined(loaded.error().evidence, "\n"));
  REQUIRE(loaded.error().evidence.size() == 1);
  return loaded.error().evidence[0];
}

TEST_CASE("the shipped profiles load, with the figures of the two boxes", "[config]") {
  const auto loaded = load(ff::tests::source_folder() + "/profiles/cluster.toml");
  INFO((loaded ? "" : joined(loaded.error().evidence, "\n")));
  REQUIRE(loaded);
  const domain::Profile* split_profile = loaded->find(ProfileName("split"));
  const domain::Profile* replica_profile = loaded->find(ProfileName("replica"));
  REQUIRE(split_profile != nullptr);
  REQUIRE(replica_profile != nullptr);
  CHECK(split_profile->expected_start == std::chrono::minutes(20));
  CHECK(replica_profile->expected_start == std::chrono::minutes(13));
  CHECK(split_profile->settings.max_num_seqs == 12);
  CHECK(split_profile->settings.max_model_len == 262144);
  CHECK(domain::instances_of(loaded->cluster, *split_profile).size() == 1);
  const auto copies = domain::instances_of(loaded->cluster, *replica_profile);
  REQUIRE(copies.size() == 2);
  CHECK(copies[0].max_num_seqs == 8);
  CHECK(copies[1].max_num_seqs == 12);
  const auto share = [&](const char* box) {
    return domain::settings_on(loaded->cluster, *replica_profile, MachineName(box)).gpu_memory_utilization;
  };
  CHECK(share("box1") == 0.74);
  CHECK(share("box2") == 0.78);
  REQUIRE(split_profile->watchdogs.size() == 1);
  CHECK_FALSE(split_profile->watchdogs[0].arm);
  const domain::Profile* solo_profile = loaded->find(ProfileName("solo"));
  REQUIRE(solo_profile != nullptr);
  const auto alone = domain::instances_of(loaded->cluster, *solo_profile);
  REQUIRE(alone.size() == 1);
  // The copy of box1 as replica has it, so that a switch between the two does not stop it.
  CHECK(render::unit_environment(loaded->cluster, *solo_profile, MachineName("box1"), 0, alone[0]) ==
        render::unit_environment(loaded->cluster, *replica_profile, MachineName("box1"), 0, copies[0]));
}

TEST_CASE("the cluster file is the flag's, else the environment's, else the system's", "[config]") {
  CHECK(cluster_file("a.toml", "b.toml") == "a.toml");
  CHECK(cluster_file("", "b.toml") == "b.toml");
  CHECK(cluster_file("", "") == "/etc/ff/cluster.toml");
}

TEST_CASE("a relative ssh_config is taken from the cluster file's folder", "[config]") {
  const Folder folder;
  const auto loaded = load(folder.file());
  REQUIRE(loaded);
  CHECK(loaded->cluster.file == folder.file());
  CHECK(loaded->cluster.ssh_config == folder.file("ssh_config"));
  folder.write("cluster.toml", with(cluster, "\"ssh_config\"", "\"/etc/ff/ssh_config\""));
  CHECK(load(folder.file())->cluster.ssh_config == "/etc/ff/ssh_config");
}

TEST_CASE("a relative cluster file gives absolute paths", "[config]") {
  const Folder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const auto loaded = load("cluster.toml");
  const std::string fault = [&] {
    folder.write("replica.toml", "x = 1");
    const auto broken = load("cluster.toml");
    return broken ? std::string() : broken.error().evidence[0];
  }();
  fs::current_path(before);
  REQUIRE(loaded);
  CHECK(loaded->cluster.file == folder.file());
  CHECK(loaded->cluster.ssh_config == folder.file("ssh_config"));
  CHECK(begins(fault, "replica.toml:1:1: "));
}

TEST_CASE("a missing cluster file is told with where it was looked for", "[config]") {
  const auto loaded = load("/nonexistent/cluster.toml");
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().code == ErrorCode::bad_input);
  CHECK(loaded.error().what ==
        "the cluster file /nonexistent/cluster.toml cannot be read: No such file or directory");
  CHECK(loaded.error().evidence.back() ==
        "looked for: --cluster FILE, else $FF_CLUSTER, else /etc/ff/cluster.toml");
  CHECK(loaded.error().advice.subject == "/nonexistent/cluster.toml");
}

TEST_CASE("a folder in place of the cluster file is told as one", "[config]") {
  const Folder folder;
  const auto loaded = load(folder.path());
  REQUIRE_FALSE(loaded);
  CHECK(holds(loaded.error().what, "is a folder; allowed: a TOML file"));
}

TEST_CASE("a FIFO in place of a file does not hold the reader up", "[config]") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.file("fifo.toml").c_str(), 0600) == 0);
  CHECK(only_fault(folder.file()) ==
        folder.file("fifo.toml") + ": is not a plain file; allowed: a TOML file");
}

/// Root reads everything; as nobody it meets what others meet.
class AsNobody {
 public:
  AsNobody() : before_(::geteuid()) {
    if (before_ == 0) REQUIRE(::seteuid(65534) == 0);
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() {
    if (before_ == 0 && ::seteuid(before_) != 0) std::abort();
  }

 private:
  uid_t before_;
};

TEST_CASE("a file that may not be read is told with the reason", "[config]") {
  const Folder folder;
  REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  REQUIRE(::chmod(folder.file("split.toml").c_str(), 0) == 0);
  const AsNobody nobody;
  CHECK(only_fault(folder.file()) == folder.file("split.toml") + ": cannot be read: Permission denied");
}

TEST_CASE("a folder that may not be listed is told with the reason", "[config]") {
  const Folder folder;
  REQUIRE(::chmod(folder.path().c_str(), 0311) == 0);
  const AsNobody nobody;
  CHECK(only_fault(folder.file()) == folder.path().string() + ": cannot be read: Permission denied");
}

TEST_CASE("a folder and a link that leads nowhere among the profiles are faults", "[config]") {
  const Folder folder;
  fs::create_directory(folder.file("old.toml"));
  fs::create_symlink("nowhere", folder.file("new.toml"));
  const auto loaded = load(folder.file());
  REQUIRE_FALSE(loaded);
  REQUIRE(loaded.error().evidence.size() == 2);
  CHECK(begins(loaded.error().evidence[0], folder.file("new.toml") + ": cannot be read: "));
  CHECK(loaded.error().evidence[1] == folder.file("old.toml") + ": is a folder; allowed: a TOML file");
}

TEST_CASE("hidden files and files of other kinds are no profiles", "[config]") {
  const Folder folder;
  folder.write(".#split.toml", "x");
  folder.write("split.toml~", "x");
  folder.write("README", "x");
  CHECK(load(folder.file()));
}

TEST_CASE("reserved names are no profiles", "[config]") {
  const Folder folder;
  folder.write("off.toml", replica);
  CHECK(only_fault(folder.file()) ==
        folder.file("off.toml") + ": \"off\" is a reserved name; allowed: any other file name");
  fs::remove(folder.file("off.toml"));
  fs::rename(folder.file("cluster.toml"), folder.file("lab.toml"));
  CHECK(load(folder.file("lab.toml")));
  folder.write("cluster.toml", replica);
  CHECK(begins(only_fault(folder.file("lab.toml")),
               folder.file("cluster.toml") + ": \"cluster\" is a reserved name"));
}

TEST_CASE("a folder of hundreds of TOML files is not one of profiles", "[config]") {
  const Folder folder;
  for (int i = 0; i < 255; ++i) folder.write("p" + std::to_string(i) + ".toml", "");
  CHECK(only_fault(folder.file()) == folder.path().string() + ": holds 257 profiles; allowed: at most 256");
}

TEST_CASE("more than 50 faults end in a count", "[config]") {
  const Folder folder;
  std::string bad = replica;
  for (int i = 0; i < 60; ++i) bad = "unknown" + std::to_string(i) + " = 1\n" + bad;
  folder.write("replica.toml", bad);
  const auto loaded = load(folder.file());
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().what == folder.file("replica.toml") + " has 60 faults");
  REQUIRE(loaded.error().evidence.size() == 51);
  CHECK(begins(loaded.error().evidence[0], folder.file("replica.toml") + ":1:1: unknown key \"unknown59\""));
  CHECK(begins(loaded.error().evidence[49], folder.file("replica.toml") + ":50:1: "));
  CHECK(loaded.error().evidence[50] == "and 10 more");
  CHECK(loaded.error().advice.subject == folder.file("replica.toml"));
}

}  // namespace
}  // namespace ff::config
