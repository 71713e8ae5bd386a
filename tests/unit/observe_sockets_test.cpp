// Connections as kernels list them, and who holds them.
#include "observe/sockets.h"

#include "catch.hpp"

using namespace ff;
using domain::Endpoint;

TEST_CASE("a row of /proc/net/tcp is a connection with both ends", "[observe][clients]") {
  // Recorded on box1 of a lab: 10.77.0.11:8001, called from 10.77.0.12.
  const auto socket = observe::socket_in(
      "   3: 0B004D0A:1F41 0C004D0A:A3F6 01 00000000:00000000 00:00000000 00000000     0        0 48213 1 "
      "0000000000000000 20 4 30 10 -1");
  REQUIRE(socket);
  CHECK(socket->local == Endpoint{"10.77.0.11", 8001});
  CHECK(socket->remote == Endpoint{"10.77.0.12", 41974});
  CHECK(socket->inode == 48213);
}

TEST_CASE("a row of /proc/net/tcp6 may hold an IPv4 connection", "[observe][clients]") {
  const auto mapped = observe::socket_in(
      "  11: 0000000000000000FFFF00000B004D0A:1F41 0000000000000000FFFF000064004D0A:D431 01 "
      "00000000:00000000 "
      "02:00000A2B 00000000     0        0 91177 2 0000000000000000 20 4 24 10 -1");
  REQUIRE(mapped);
  CHECK(mapped->local == Endpoint{"10.77.0.11", 8001});
  CHECK(mapped->remote == Endpoint{"10.77.0.100", 54321});
  const auto six = observe::socket_in(
      "   0: B80D0120000000000000000011000000:1F41 B80D0120000000000000000064000000:C001 01 "
      "00000000:00000000 "
      "00:00000000 00000000  1000        0 5 1 0000000000000000 20 4 30 10 -1");
  REQUIRE(six);
  CHECK(six->local == Endpoint{"2001:db8::11", 8001});
  CHECK(six->remote == Endpoint{"2001:db8::64", 49153});
}

TEST_CASE("what is no established connection is none", "[observe][clients]") {
  for (
      const char* row :
      {"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
       "   0: 0B004D0A:1F41 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4 1 0 100",
       "   1: 0B004D0A:1F41 0C004D0A:A3F6 06 00000000:00000000 03:00000B0E 00000000     0        0 0 3 0",
       "   2: 0B004D0A:1F41 0C004D0A", "   2: 0B004D:1F41 0C004D0A:A3F6 01 0:0 0:0 0 0 0 7", "", "a b c d e"})
    CHECK_FALSE(observe::socket_in(row));
}

TEST_CASE("an answer of a machine, line by line", "[observe][clients]") {
  const std::string id(64, 'a');
  const auto view = observe::sockets_from(
      "tcp 4026531840    3: 0B004D0A:1F41 0C004D0A:A3F6 01 00000000:00000000 00:00000000 00000000     0      "
      "  0 "
      "48213 1 0\n"
      "tcp 4026532999    0: 020011AC:1F41 010011AC:A3F7 01 00000000:00000000 00:00000000 00000000     0      "
      "  0 "
      "77 1 0\n"
      "owner 48213 4711 vllm serve\n"
      "cgroup 4711 /system.slice/ff-replica.service\n"
      "owner 77 4712 python3\n"
      "cgroup 4712 /system.slice/docker-" +
      id +
      ".scope\n"
      "own 10.77.0.11\nown 127.0.0.1\n"
      "own6 20010db8000000000000000000000011\nown6 nonsense\nbash: warning of something\n");
  REQUIRE(view.sockets.size() == 2);
  CHECK(view.sockets[0].space == 4026531840);
  CHECK(view.sockets[1].local == Endpoint{"172.17.0.2", 8001});
  CHECK(view.owners.at(48213) == domain::SocketOwner{4711, "vllm serve", UnitName("ff-replica.service"), ""});
  CHECK(view.owners.at(77).container == std::string(12, 'a'));
  CHECK(view.addresses == std::set<std::string>{"10.77.0.11", "127.0.0.1", "2001:db8::11"});
}

TEST_CASE("ports are asked for as the kernel writes them", "[observe][clients]") {
  CHECK(observe::sockets_command({80, 8001}).back() == "0050|1F41");
}
