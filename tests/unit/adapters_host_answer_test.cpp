#include "adapters/host/look_answer.h"
#include "catch.hpp"

using ff::ErrorCode;
using ff::UnitName;
using ff::adapters::host::base64_decoded;
using ff::adapters::host::facts_of;
using ff::adapters::host::memory_of;
using ff::adapters::host::port_of;
using ff::adapters::host::port_of_socket;
using ff::adapters::host::records_of;
using ff::adapters::host::room_of;
using ff::domain::Folder;

namespace {

const std::string meminfo =
    "MemTotal:       127601452 kB\nMemFree:          733044 kB\nMemAvailable:   110000000 kB\n";

std::string record(const std::string& key, const std::string& value) {
  return key + " " + std::to_string(value.size()) + "\n" + value + "\n";
}

std::string identity() {
  return record("uid", "0") + record("machine-id", "ff01\n") + record("boot-id", "5ae8\n") +
         record("meminfo", meminfo);
}

}  // namespace

TEST_CASE("a look's records become facts", "[host]") {
  const auto facts = facts_of(
      identity() +
      record("sockets",
             "LISTEN 0      128          0.0.0.0:22        0.0.0.0:*          \n"
             "LISTEN 0      4096   127.0.0.53%lo:53        0.0.0.0:*          \n"
             "LISTEN 0      511             [::]:8080         [::]:*          \n"
             "LISTEN 0      511                *:9100            *:*          ") +
      record("listen", "0100007F:1F41 00000000000000000000000000000000:0016 ") + record("link", "a.service") +
      record("link", "odd\nname.service") + record("mask", "b.service") + record("path", "/etc/x") +
      record("text", "one\n\ntwo\n") + record("path", "/etc/y") + record("base64", "YQBiAA==") +
      record("locked", "7f3a by ops@runner\n") + record("clock-us", "1795972374656408"));
  REQUIRE(facts);
  CHECK(facts->uid == 0);
  CHECK(facts->machine_id.text() == "ff01");
  CHECK(facts->boot_id.text() == "5ae8");
  CHECK(facts->memory.total == ff::kibibytes(127601452));
  CHECK(facts->memory.available == ff::kibibytes(110000000));
  CHECK(facts->listening == std::set<std::uint16_t>{22, 53, 8001, 8080, 9100});
  CHECK(facts->enabled_links == std::set{UnitName("a.service"), UnitName("odd\nname.service")});
  CHECK(facts->masked_links == std::set{UnitName("b.service")});
  CHECK(facts->files.at("/etc/x") == "one\n\ntwo\n");
  CHECK(facts->files.at("/etc/y") == std::string("a\0b\0", 4));
  CHECK(facts->lock_holder == "7f3a by ops@runner\n");
  CHECK(facts->clock.time_since_epoch().count() == 1795972374656);
}

TEST_CASE("a lock whose holder has not said who it is is held all the same", "[host]") {
  CHECK(facts_of(identity())->lock_holder.empty());
  CHECK_FALSE(facts_of(identity() + record("locked", ""))->lock_holder.empty());
}

TEST_CASE("what is missing or forbidden is an error, not an empty fact", "[host]") {
  const std::string intact = identity();
  const auto all = records_of(intact);
  REQUIRE(all);
  const auto without = [&](const std::string& key) {
    std::string body;
    for (const auto& [name, value] : *all) {
      if (name != key) body += record(std::string(name), std::string(value));
    }
    return facts_of(body);
  };
  CHECK(without("uid"));
  CHECK_FALSE(without("machine-id"));
  CHECK_FALSE(without("boot-id"));
  CHECK_FALSE(without("meminfo"));
  const auto denied = facts_of(identity() + record("denied", "/var/lib/ff/intent.json"));
  REQUIRE_FALSE(denied);
  CHECK(denied.error().code == ErrorCode::not_permitted);
  CHECK_THAT(denied.error().what, Catch::Contains("/var/lib/ff/intent.json"));
}

TEST_CASE("a body that is cut anywhere inside a record is damaged", "[host]") {
  const std::string body = identity() + record("path", "/etc/x") + record("text", "12345");
  const std::size_t last = body.size() - record("text", "12345").size();
  for (std::size_t size = last + 1; size < body.size(); ++size) CHECK_FALSE(records_of(body.substr(0, size)));
  REQUIRE(records_of(body));
  CHECK(records_of(body)->size() == 6);
}

TEST_CASE("hostile records are damaged, never read beyond their end", "[host]") {
  for (const char* body : {"x", "x\n", "x 1\n", "x 1\na", "x -1\n\n", "x 18446744073709551615\na\n",
                           "x 99999999999999999999\na\n", "x 1\nab\n", " \n\n", "\n"})
    CHECK_FALSE(records_of(body));
  CHECK_FALSE(facts_of(identity() + record("text", "content without a path")));
  CHECK_FALSE(facts_of(identity() + record("path", "/x") + record("base64", "###")));
  CHECK_FALSE(facts_of(identity() + record("sockets", "what is this")));
  CHECK_FALSE(facts_of(identity() + record("listen", "nonsense")));
  CHECK(facts_of(identity() + record("news", "of a later version")));
  CHECK_FALSE(facts_of(std::string(1000, '\xff')));
}

TEST_CASE("memory is read in kB lines alone", "[host]") {
  CHECK(memory_of(meminfo));
  CHECK_FALSE(memory_of(""));
  CHECK_FALSE(memory_of("MemTotal: 1 kB\n"));
  CHECK_FALSE(memory_of("MemTotal: 1 kB\nMemAvailable: x kB\n"));
  CHECK_FALSE(memory_of("MemTotal: 1 kB\nMemAvailable: 5\n"));
  CHECK_FALSE(memory_of("MemTotal kB\nMemAvailable: kB\n"));
}

TEST_CASE("ports come from the end of an address", "[host]") {
  CHECK(port_of("0100007F:1F90") == 8080);
  CHECK(port_of("00000000000000000000000000000000:FFFF") == 65535);
  CHECK_FALSE(port_of("0100007F"));
  CHECK_FALSE(port_of("0100007F:"));
  CHECK_FALSE(port_of("0100007F:10000"));
  CHECK_FALSE(port_of_socket("LISTEN 0 128"));
  CHECK_FALSE(port_of_socket("LISTEN 0 128 *:x *:*"));
  CHECK_FALSE(port_of_socket("LISTEN 0 128 *:70000 *:*"));
}

TEST_CASE("the room in folders is told by free blocks, and by inodes where they are counted", "[host]") {
  CHECK(room_of("100 4096 50 7 /var/lib/ff") == Folder{"/var/lib/ff", true, ff::kibibytes(400)});
  CHECK(room_of("100 4096 0 0 /btrfs")->free == ff::kibibytes(400));
  CHECK(room_of("100 4096 50 0 /inodes")->free == ff::kibibytes(0));
  CHECK(room_of("0 4096 50 7 /with a blank")->path == "/with a blank");
  CHECK(room_of("9223372036854775807 4096 1 1 /vast")->free > ff::gibibytes(1000));
  for (const char* line : {"", "1 2 3 4", "1 2 3 4 ", "x 2 3 4 /a", "1 0 3 4 /a", "1 2 3 /a"})
    CHECK_FALSE(room_of(line));
  const auto facts = facts_of(identity() + record("read-only", "/etc") +
                              record("rooms", "1 4096 9 9 /etc\n2 4096 9 9 /var/lib\n"));
  REQUIRE(facts);
  const std::vector<Folder> expected = {{"/etc", false, ff::kibibytes(4)},
                                        {"/var/lib", true, ff::kibibytes(8)}};
  CHECK(facts->folders == expected);
  CHECK(facts_of(identity() + record("rooms", ""))->folders.empty());
  CHECK_FALSE(facts_of(identity() + record("rooms", "nonsense")));
}

TEST_CASE("base64 is decoded whole or not at all", "[host]") {
  CHECK(base64_decoded("") == "");
  CHECK(base64_decoded("YQ==") == "a");
  CHECK(base64_decoded("YWI=") == "ab");
  CHECK(base64_decoded("YWJj") == "abc");
  CHECK(base64_decoded("//79/A==") == "\xff\xfe\xfd\xfc");
  for (const char* text : {"Y", "YQ", "YQ=", "Y===", "====", "Y=Q=", "YQ==YQ==", "YQ\n="})
    CHECK_FALSE(base64_decoded(text));
}
