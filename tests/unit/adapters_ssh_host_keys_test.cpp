#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "adapters/ssh/host_keys.h"
#include "base/text.h"
#include "catch.hpp"

namespace {

using ff::ErrorCode;
using ff::adapters::ssh::HostKeys;
using ff::adapters::ssh::KeyHandle;
using ff::adapters::ssh::Route;

KeyHandle new_key(ssh_keytypes_e type, int bits) {
  ssh_key key = nullptr;
  REQUIRE(ssh_pki_generate(type, bits, &key) == SSH_OK);
  return KeyHandle(key);
}

std::string line_of(const std::string& names, const KeyHandle& key) {
  char* text = nullptr;
  REQUIRE(ssh_pki_export_pubkey_base64(key.get(), &text) == SSH_OK);
  const std::string line = names + " " + ssh_key_type_to_char(ssh_key_type(key.get())) + " " + text + "\n";
  ssh_string_free_char(text);
  return line;
}

/// known_hosts files of these contents, gone with the object.
class Files {
 public:
  explicit Files(const std::vector<std::string>& contents) {
    for (const std::string& content : contents) {
      std::string path = "/tmp/ff-known-hosts-XXXXXX";
      close(mkstemp(path.data()));
      std::ofstream(path) << content;
      paths.push_back(path);
    }
  }
  ~Files() {
    for (const std::string& path : paths) unlink(path.c_str());
  }
  std::vector<std::string> paths;
};

HostKeys known(const Files& files, const std::string& name) {
  Route route;
  route.hostname = "10.0.0.1";
  route.key_name = name;
  route.known_hosts_files = files.paths;
  return HostKeys::known(route);
}

std::string evidence(const ff::Status& status) {
  return ff::joined(status.error().evidence, "\n");
}

}  // namespace

TEST_CASE("only a key that is known under the name passes", "[ssh]") {
  const KeyHandle key = new_key(SSH_KEYTYPE_ED25519, 0);
  const KeyHandle stranger = new_key(SSH_KEYTYPE_ED25519, 0);
  SECTION("by name, among several names, after comments and other hosts") {
    const Files files({"# comment\n\n" + line_of("other", stranger) + line_of("box1,10.0.0.1", key)});
    CHECK(known(files, "box1").check(key.get()));
    CHECK(known(files, "BOX1").check(key.get()));
    CHECK(known(files, "10.0.0.1").check(key.get()));
    CHECK_FALSE(known(files, "box2").check(key.get()));
  }
  SECTION("from the second file") {
    const Files files({line_of("other", stranger), line_of("box1", key)});
    CHECK(known(files, "box1").check(key.get()));
  }
  SECTION("by pattern and by an unusual port") {
    const Files files({line_of("box*", key) + line_of("[10.0.0.1]:2222", key)});
    CHECK(known(files, "box7").check(key.get()));
    CHECK(known(files, "[10.0.0.1]:2222").check(key.get()));
    CHECK_FALSE(known(files, "10.0.0.1").check(key.get()));
  }
  SECTION("one of two keys of the same type") {
    const Files files({line_of("box1", stranger) + line_of("box1", key)});
    CHECK(known(files, "box1").check(key.get()));
  }
}

TEST_CASE("a hashed name is found", "[ssh]") {
  const KeyHandle key = new_key(SSH_KEYTYPE_ED25519, 0);
  const Files files({line_of("box1", key)});
  REQUIRE(std::system(("ssh-keygen -q -H -f " + files.paths[0] + " >/dev/null 2>&1").c_str()) == 0);
  unlink((files.paths[0] + ".old").c_str());
  CHECK(known(files, "box1").check(key.get()));
  CHECK_FALSE(known(files, "box2").check(key.get()));
}

TEST_CASE("unknown, changed, other type and revoked are told apart", "[ssh]") {
  const KeyHandle key = new_key(SSH_KEYTYPE_ED25519, 0);
  const KeyHandle stranger = new_key(SSH_KEYTYPE_ED25519, 0);
  const KeyHandle other_type = new_key(SSH_KEYTYPE_ECDSA_P256, 256);
  SECTION("unknown") {
    const Files files({""});
    const auto status = known(files, "box1").check(key.get());
    REQUIRE_FALSE(status);
    CHECK(status.error().code == ErrorCode::not_trusted);
    CHECK(status.error().what == "the host key of box1 is unknown");
    CHECK(status.error().advice.kind == ff::Advice::Kind::check_host_key);
    CHECK(evidence(status).find("ssh-keyscan -p 22 -t ed25519 10.0.0.1 | sed 's/^[^ ]* /box1 /' >> " +
                                files.paths[0]) != std::string::npos);
  }
  SECTION("changed") {
    const Files files({"\n" + line_of("box1", stranger)});
    const auto status = known(files, "box1").check(key.get());
    REQUIRE_FALSE(status);
    CHECK(status.error().what.find("has changed") != std::string::npos);
    CHECK(evidence(status).find(files.paths[0] + ":2") != std::string::npos);
    CHECK(evidence(status).find("ssh-keygen -R box1 -f " + files.paths[0]) != std::string::npos);
  }
  SECTION("another type") {
    const Files files({line_of("box1", other_type)});
    const auto status = known(files, "box1").check(key.get());
    REQUIRE_FALSE(status);
    CHECK(status.error().what.find("another type only (ecdsa-sha2-nistp256, not ssh-ed25519)") !=
          std::string::npos);
  }
  SECTION("revoked, though it is listed too") {
    const Files files({line_of("box1", key) + "@revoked " + line_of("*", key)});
    const auto status = known(files, "box1").check(key.get());
    REQUIRE_FALSE(status);
    CHECK(status.error().what.find("revoked") != std::string::npos);
  }
  SECTION("a certificate authority vouches for nothing here") {
    const Files files({"@cert-authority " + line_of("*", key)});
    CHECK_FALSE(known(files, "box1").check(key.get()));
  }
}

TEST_CASE("the key exchange prefers what can be checked", "[ssh]") {
  const KeyHandle rsa = new_key(SSH_KEYTYPE_RSA, 2048);
  const KeyHandle p256 = new_key(SSH_KEYTYPE_ECDSA_P256, 256);
  const Files files({line_of("box1", rsa) + line_of("box2", p256)});
  CHECK(known(files, "box1").preferred().starts_with("rsa-sha2-512,rsa-sha2-256,ssh-ed25519"));
  CHECK(known(files, "box2").preferred().starts_with("ecdsa-sha2-nistp256,ssh-ed25519"));
  CHECK(known(files, "box3").preferred().starts_with("ssh-ed25519"));
}
