#include "catch.hpp"
#include "render/proxy_config.h"
#include "render/quote.h"

namespace {

using namespace ff;
using domain::Route;
using render::proxy_config;
using render::proxy_config_read;

domain::Cluster cluster() {
  domain::Cluster cluster;
  cluster.route_host = MachineName("edge");
  cluster.proxy.listen = {"10.77.0.100", 8080};
  return cluster;
}

Route serving() {
  return {Route::Kind::serving, {{{"10.77.0.11", 8001}, 12}, {{"10.77.0.12", 8001}, 8}}, "replica", "", 60};
}

Route maintenance(std::string message = "", int retry_after_s = 60) {
  return {Route::Kind::maintenance, {}, "maintenance", std::move(message), retry_after_s};
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("nginx: only live members, one line each, never marked dead") {
  const std::string text = proxy_config(cluster(), serving());
  CHECK(count(text, "server 10.77.0.11:8001 max_fails=0;") == 1);
  CHECK(count(text, "server 10.77.0.12:8001 max_fails=0;") == 1);
  CHECK(count(text, "max_fails") == 2);
  CHECK(count(text, "least_conn;") == 1);
  // One on a box that lost its power would take a request along that another copy could have had.
  CHECK(text.find("keepalive 32") == std::string::npos);
  for (const char* never : {"backup", " down", "non_idempotent", "daemon ", "max_conns"})
    CHECK(count(text, never) == 0);
}

TEST_CASE("nginx: maintenance holds no upstream, and Retry-After stays in its bounds") {
  const std::string text = proxy_config(cluster(), maintenance("Back at 14:30."));
  CHECK(count(text, "upstream ff_model") == 0);
  CHECK(count(text, "proxy_pass") == 0);
  CHECK(count(text, R"(return 503 '{"error":{"message":"Back at 14:30.","type":"service_unavailable")") == 1);
  CHECK(count(text, "Retry-After 60 always") == 1);
  CHECK(count(proxy_config(cluster(), maintenance("", 0)), "Retry-After 15 always") == 1);
  CHECK(count(proxy_config(cluster(), maintenance("", 3600)), "Retry-After 60 always") == 1);
}

TEST_CASE("nginx: epoch and route are read back, whatever a route holds") {
  std::string bytes;
  for (int c = 1; c < 256; ++c) bytes += static_cast<char>(c);
  const Route odd = maintenance(bytes + std::string(5000, '%') + bytes, -7);
  Route six = serving();
  six.upstreams[0].endpoint.address = "fd00::11";
  six.state = "a state\nwith more";
  Route by_hand = maintenance("A disk is changed.");
  by_hand.notice = domain::Notice{"ops @\n% x@host", WallTime(Milliseconds{1764475200123}), {}};
  Route until = by_hand;
  until.notice->until = WallTime(Milliseconds{1764482400000});
  for (const Route& route : {serving(), maintenance(), odd, six, by_hand, until}) {
    const std::string text = proxy_config(cluster(), route);
    const auto read = proxy_config_read(text);
    REQUIRE(read);
    CHECK(read->route == route);
    CHECK(read->epoch.size() == 16);
    CHECK(count(text, "add_header X-FF-Epoch \"" + read->epoch + "\" always;") >= 3);
    CHECK(count(text, "return 200 \"" + read->epoch + " ") == 1);
    CHECK(text == proxy_config(cluster(), route));
  }
  CHECK(count(proxy_config(cluster(), six), "server [fd00::11]:8001 max_fails=0;") == 1);
}

TEST_CASE("nginx: the epoch changes with the route and with what the cluster makes of it") {
  const auto epoch = [](const domain::Cluster& c, const Route& r) {
    return proxy_config_read(proxy_config(c, r))->epoch;
  };
  Route other = serving();
  other.upstreams[1].cap = 9;
  domain::Cluster longer = cluster();
  longer.proxy.read_timeout = std::chrono::hours(2);
  CHECK(epoch(cluster(), serving()) != epoch(cluster(), other));
  CHECK(epoch(cluster(), serving()) != epoch(longer, serving()));
  CHECK(epoch(cluster(), maintenance("a")) != epoch(cluster(), maintenance("b")));
}

TEST_CASE("nginx: a file changed by hand, or another's, is not ff's") {
  std::string text = proxy_config(cluster(), serving());
  REQUIRE(proxy_config_read(text));
  for (std::size_t at = 0; at < text.size(); at += 97) {
    std::string changed = text;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    CHECK_FALSE(proxy_config_read(changed));
  }
  CHECK_FALSE(proxy_config_read(text + "\n"));
  CHECK_FALSE(proxy_config_read(text.substr(0, text.size() / 2)));
  CHECK_FALSE(proxy_config_read(""));
  CHECK_FALSE(proxy_config_read("events {}\nhttp { server { listen 8080; } }\n"));
  CHECK(render::proxy_config_was_ours(text + "\n"));
  CHECK_FALSE(render::proxy_config_was_ours("# " + text));
}

TEST_CASE("nginx: a message cannot leave its quotes nor name a variable") {
  const std::string wild =
      "'; } server { listen 1; } \" $remote_addr \\ @epoch@ \n\r\t \x1b[2J \xff \xe2\x82\xac "
      "\xf0\x9f\x98\x80 end";
  const std::string text = proxy_config(cluster(), maintenance(wild));
  CHECK(count(text, "$remote_addr") == count(proxy_config(cluster(), maintenance()), "$remote_addr"));
  CHECK(count(text,
              R"("message":"\\u0027; } server { listen 1; } \\u0022 \\u0024remote_addr \\u005c @epoch@)") ==
        1);
  CHECK(count(text, R"(\\u000a\\u000d\\u0009 \\u001b[2J \\ufffd \\u20ac \\ud83d\\ude00 end)") == 1);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("nginx: no line outgrows nginx's buffer of 4096 bytes") {
  const std::string text = proxy_config(cluster(), maintenance(std::string(20'000, '$')));
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    CHECK(end - begin < 4000);
    begin = end + 1;
  }
}

TEST_CASE("quote: the way there and back") {
  CHECK(render::json_string("a\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80") ==
        "\"a"
        "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\"");
  CHECK(render::json_string("abcdef", 5) == "\"abcd...\"");
  CHECK(render::nginx_quoted("it's \\n") == "'it\\'s \\\\n'");
  CHECK(render::percent_encoded("a b%\n\xff") == "a%20b%25%0a%ff");
  CHECK(render::percent_decoded("a%20b%25%0a%ff") == "a b%\n\xff");
  CHECK(render::percent_decoded("%zz%4") == "%zz%4");
}
