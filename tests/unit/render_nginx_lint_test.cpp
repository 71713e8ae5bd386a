// What others wrote into nginx's configuration, as it is found on machines that serve a model.
#include "render/nginx_lint.h"

#include "base/text.h"
#include "catch.hpp"
#include "observe/tools.h"
#include "planner/checkup.h"
#include "render/nginx_syntax.h"
#include "render/proxy_config.h"
#include "world_builder.hpp"

using namespace ff;
using Kind = domain::ProxyFault::Kind;
using Told = std::vector<std::string>;

namespace {

/// Boxes at 192.0.2.11 and .12 that serve on 8000 or 8001, and a route host that is no box.
domain::Declaration declared() {
  domain::Declaration declaration = testing::story().declaration;
  domain::Cluster& cluster = declaration.cluster;
  cluster.machines[0].api = "192.0.2.11";
  cluster.machines[1].api = "192.0.2.12";
  return declaration;
}

const char* kind_word(Kind kind) {
  switch (kind) {
    case Kind::long_fail_timeout:
      return "long_fail_timeout";
    case Kind::max_fails:
      return "max_fails";
    case Kind::placeholder:
      return "placeholder";
    case Kind::name:
      return "name";
    case Kind::no_zone:
      return "no_zone";
    case Kind::short_shutdown:
      return "short_shutdown";
    case Kind::buffering:
      return "buffering";
  }
  return "";
}

/// "FILE:LINE KIND" of each fault.
Told told(const std::vector<domain::ConfigFile>& files, const domain::Declaration& declaration = declared()) {
  Told all;
  for (const domain::ProxyFault& fault : render::lint_nginx(declaration, files).faults)
    all.push_back(fault.file + ":" + std::to_string(fault.line) + " " + kind_word(fault.kind));
  return all;
}

const domain::ConfigFile debian = {"/etc/nginx/nginx.conf", R"(user www-data;
worker_processes auto;
pid /run/nginx.pid;
include /etc/nginx/modules-enabled/*.conf;

events { worker_connections 768; }

http {
	sendfile on;
	ssl_protocols TLSv1.2 TLSv1.3; # Dropping SSLv3, ref: POODLE
	log_format main '$remote_addr - "$request" {$status}; # no comment';
	include /etc/nginx/mime.types;
	gzip on;
	include /etc/nginx/conf.d/*.conf;
	include /etc/nginx/sites-enabled/*;
}
)"};

/// As vLLM's own page on nginx has it.
const domain::ConfigFile published = {"/etc/nginx/conf.d/default.conf", R"(upstream backend {
    least_conn;
    server vllm0:8000 max_fails=3 fail_timeout=10000s;
    server vllm1:8000 max_fails=3 fail_timeout=10000s;
}
server {
    listen 80;
    location / {
        proxy_pass http://backend;
        proxy_set_header Host $host;
        proxy_set_header X-Real-IP $remote_addr;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
    }
}
)"};

/// A main file with these lines of an upstream, and a location that leads to it.
std::vector<domain::ConfigFile> with_upstream(const std::string& upstream,
                                              const std::string& location = "proxy_buffering off;") {
  return {{"n.conf", "events {}\nhttp {\nupstream model {\n" + upstream +
                         "}\nserver { location / { proxy_pass http://model; " + location + " } }\n}\n"}};
}

}  // namespace

TEST_CASE("vLLM's published configuration is taken apart line by line", "[render][lint]") {
  CHECK(told({debian, published}) ==
        Told{"/etc/nginx/conf.d/default.conf:2 no_zone", "/etc/nginx/conf.d/default.conf:3 long_fail_timeout",
             "/etc/nginx/conf.d/default.conf:3 name", "/etc/nginx/conf.d/default.conf:4 long_fail_timeout",
             "/etc/nginx/conf.d/default.conf:4 name", "/etc/nginx/conf.d/default.conf:9 buffering"});
}

TEST_CASE("the configuration of the story", "[render][lint]") {
  const std::string both =
      "server 192.0.2.11:8001 max_fails=3 fail_timeout=30s;\nserver 192.0.2.12:8001 max_fails=3 "
      "fail_timeout=30s;\n";
  CHECK(told(with_upstream(both)) == Told{"n.conf:4 long_fail_timeout", "n.conf:5 long_fail_timeout"});
  CHECK(told(with_upstream("server 192.0.2.11:8000 max_fails=3 fail_timeout=30s;\n")).empty());
  CHECK(told(with_upstream("least_conn; zone z 64k;\nserver 192.0.2.11:8001 max_fails=0 fail_timeout=1d;\n"
                           "server 192.0.2.12:8001 max_fails=0;\n"))
            .empty());
}

TEST_CASE("failures are counted by default, where there is more than one server", "[render][lint]") {
  CHECK(told(with_upstream("server 192.0.2.11:8001;\nserver 192.0.2.12:8001 fail_timeout=5s;\n")) ==
        Told{"n.conf:4 max_fails", "n.conf:5 max_fails"});
  CHECK(told(with_upstream("server 192.0.2.11:8001;\nserver 192.0.2.12:8001 down;\n")) ==
        Told{"n.conf:4 max_fails", "n.conf:5 placeholder"});
  CHECK(told(with_upstream(
            "server 192.0.2.11:8001 max_fails=0;\nserver 192.0.2.12:8001 max_fails=0 backup;\n")) ==
        Told{"n.conf:5 placeholder"});
  CHECK(told(with_upstream("server box1.example:8001;\n")) == Told{"n.conf:4 max_fails", "n.conf:4 name"});
}

TEST_CASE("buffering counts where the pass is, by the nearest word on it", "[render][lint]") {
  const std::string one = "server 192.0.2.11:8001;\n";
  CHECK(told(with_upstream(one, "")) == Told{"n.conf:6 buffering"});
  CHECK(told(with_upstream(one, "proxy_buffering on;")) == Told{"n.conf:6 buffering"});
  CHECK(told({{"n.conf",
               "http { proxy_buffering off; server { location / {\nproxy_pass "
               "http://192.0.2.11:8001/v1; } } }"}})
            .empty());
  CHECK(told({{"n.conf",
               "http { proxy_buffering off; server { proxy_buffering on;\nlocation / { proxy_pass "
               "http://box1:8001; } } }"}}) == Told{"n.conf:1 buffering", "n.conf:2 name"});
}

TEST_CASE("a shutdown of workers is too short when it is shorter than the longest stream", "[render][lint]") {
  const auto with_timeout = [](const std::string& time) {
    auto files = with_upstream("server 192.0.2.11:8001;\n");
    files[0].content.insert(0, "worker_shutdown_timeout " + time + ";\n");
    return files;
  };
  CHECK(told(with_timeout("10s")) == Told{"n.conf:1 short_shutdown"});
  CHECK(told(with_timeout("1h59m")) == Told{"n.conf:1 short_shutdown"});
  CHECK(told(with_timeout("2h")).empty());
  CHECK(told(with_timeout("7200")).empty());
}

TEST_CASE("what does not lead to a copy is nobody's business", "[render][lint]") {
  const domain::ConfigFile site = {"/etc/nginx/sites-enabled/shop", R"(upstream shop {
  server 127.0.0.1:8000; server localhost:8001 backup; server unix:/run/shop.sock; server 192.0.2.11:9000;
  server 192.0.2.99:8000;
}
server { location / { proxy_pass http://shop; } location /x { proxy_pass http://$name:8000; } }
)"};
  CHECK(told({debian, site}) ==
        Told{"/etc/nginx/sites-enabled/shop:5 name", "/etc/nginx/sites-enabled/shop:5 buffering"});
  domain::ConfigFile plain = site;
  plain.content.replace(plain.content.find("location /x"), std::string::npos, "}\n");
  CHECK(told({debian, plain}).empty());
  CHECK_FALSE(render::lint_nginx(declared(), {debian, plain}).leads_to_copies);

  // On a box loopback leads to its copy.
  domain::Declaration beside = declared();
  beside.cluster.route_host = MachineName("box1");
  CHECK_FALSE(told({debian, plain}, beside).empty());
}

TEST_CASE("ff's own file is passed over", "[render][lint]") {
  domain::Declaration declaration = declared();
  declaration.cluster.proxy.listen = {"192.0.2.100", 8080};
  domain::Route route;
  route.kind = domain::Route::Kind::serving;
  route.upstreams = {{{"192.0.2.11", 8001}, 8}, {{"192.0.2.12", 8001}, 8}};
  route.state = "replica";
  const domain::ConfigFile own = {"/etc/nginx/nginx.conf", render::proxy_config(declaration.cluster, route)};
  CHECK_FALSE(render::lint_nginx(declaration, {own}).leads_to_copies);
  // And would stand the test: the same text under no name of ff's.
  domain::ConfigFile copied = own;
  copied.content = "# by hand\n" + own.content;
  CHECK(render::lint_nginx(declaration, {copied}).leads_to_copies);
  CHECK(told({copied}, declaration).empty());
}

TEST_CASE("nginx's language is read as nginx reads it", "[render][lint]") {
  const auto roots = render::nginx_directives(
      {{"/e/a.conf", "one 'a; \\'b' \"c\nd\" ${x}y; # no\nblock arg { include b/*.conf;\n}\n} last;"},
       {"/e/b/1.conf", "two;\ninclude b/1.conf;"},
       {"/e/b/x.txt", "three;"}});
  REQUIRE(roots.size() == 2);
  REQUIRE(roots[0].size() == 3);
  CHECK(roots[0][0].words == Told{"one", "a; 'b", "c\nd", "${x}y"});
  CHECK(roots[0][1].words == Told{"block", "arg"});
  CHECK(roots[0][1].line == 3);
  REQUIRE_FALSE(roots[0][1].block.empty());
  CHECK(roots[0][1].block[0].file == "/e/b/1.conf");
  CHECK(roots[0][2].words == Told{"last"});
  CHECK(roots[1][0].words == Told{"three"});
  for (const char* broken : {"", "{{{{", "}", "a {", "\"", "'", "x\\", "include", ";;", "${"})
    CHECK(render::nginx_directives({{"f", broken}}).size() == 1);
}

TEST_CASE("a doctor tells file, line and remedy", "[planner][checkup][lint]") {
  testing::World world = testing::replicas_serve();
  domain::Examination seen;
  seen.snapshot = world.snapshot;
  domain::Tools& tools = seen.tools[MachineName("edge")];
  tools.proxy_config_valid = true;
  tools.proxy_files = observe::proxy_files_from(
      "# configuration file /etc/nginx/nginx.conf:\nhttp {\ninclude conf.d/*;\n}\n\n"
      "# configuration file /etc/nginx/conf.d/m.conf:\nupstream m {\nserver vllm0:8000 max_fails=0;\n}\n\n");
  REQUIRE(tools.proxy_files.size() == 2);
  std::vector<std::string> lines;
  for (const domain::Check& check : planner::checkup(world.declaration, seen)) {
    if (check.verdict == domain::Check::Verdict::warn)
      lines.push_back(check.machine.text() + " " + check.what + " | " + check.remedy);
  }
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].starts_with("edge /etc/nginx/conf.d/m.conf:2: server vllm0:8000 max_fails=0: a name is"));
  CHECK(lines[0].ends_with("| the box's address in figures"));
}
