// Addresses of boxes in texts of others.
#include "render/mentions.h"

#include "base/text.h"
#include "catch.hpp"
#include "render/proxy_config.h"
#include "world_builder.hpp"

using namespace ff;

namespace {

/// The story with documentation's addresses, a copy's port of 8001 and a proxy at 192.0.2.100:8080.
domain::Declaration declared() {
  domain::Declaration declaration = testing::story().declaration;
  domain::Cluster& cluster = declaration.cluster;
  cluster.machines[0].api = "192.0.2.11";
  cluster.machines[0].fabric = "2001:db8::11";
  cluster.machines[0].ssh = "ops@gpu-one.example:2222";
  cluster.machines[1].api = "192.0.2.12";
  cluster.machines[1].fabric = "198.51.100.12";
  cluster.machines[2].api = "192.0.2.100";
  cluster.proxy.listen = {"192.0.2.100", 8080};
  return declaration;
}

/// "LINE ADDRESS BOX[ copy]" of each mention.
std::vector<std::string> in(const std::string& text, const domain::Declaration& declaration = declared()) {
  std::vector<std::string> told;
  for (const render::Mention& mention : render::Mentions(declaration).in(text)) {
    told.push_back(std::to_string(mention.line) + " " + mention.address + " " + mention.box.text() +
                   (mention.to_copy ? " copy" : ""));
  }
  return told;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("a box's address is found in every kind of file", "[render][clients]") {
  CHECK(in("OPENAI_BASE_URL=http://192.0.2.11:8001/v1\n") == Told{"1 192.0.2.11:8001 box1 copy"});
  CHECK(in("llm:\n  base_url: \"http://192.0.2.12:8001/v1\"\n") == Told{"2 192.0.2.12:8001 box2 copy"});
  CHECK(in("[server]\nurl = 'http://gpu-one.example:8001'\n") == Told{"2 gpu-one.example:8001 box1 copy"});
  CHECK(in("{\"endpoints\": [\"192.0.2.11:8000\", \"192.0.2.12:8001\"]}") ==
        Told{"1 192.0.2.11:8000 box1 copy", "1 192.0.2.12:8001 box2 copy"});
  CHECK(in("server 192.0.2.11:8001 max_fails=3;") == Told{"1 192.0.2.11:8001 box1 copy"});
  CHECK(in("http://[2001:db8::11]:8001/v1") == Told{"1 2001:db8::11:8001 box1 copy"});
  CHECK(in("curl http://Box1:8001/metrics") == Told{"1 Box1:8001 box1 copy"});
}

TEST_CASE("an address without a port counts, a name only where hosts are named", "[render][clients]") {
  CHECK(in("192.0.2.11 llm.example llm\n") == Told{"1 192.0.2.11 box1"});
  CHECK(in("LLM_HOST=box2\nLLM_PORT=8001\n") == Told{"1 box2 box2"});
  CHECK(in("  host: \"box2\"\n") == Told{"1 box2 box2"});
  CHECK(in("http://box2/v1") == Told{"1 box2 box2"});
  CHECK(in("https://user:key@box2/v1") == Told{"1 box2 box2"});
  CHECK(in("fabric 2001:DB8:0::11 up") == Told{"1 2001:DB8:0::11 box1"});
  CHECK(in("box1 and box2 are in the left rack\nname: box1\n").empty());
}

TEST_CASE("what is not a copy's is left alone", "[render][clients]") {
  for (const char* line :
       {"http://192.0.2.100:8080/v1", "LLM=192.0.2.100", "192.0.2.111:8001", "1192.0.2.11:8001",
        "192.0.2.1:8001", "v192.0.2.11.4", "scrape 192.0.2.11:9100", "from 192.0.2.0/24",
        "allow 192.0.2.11/32;", "# 192.0.2.11:8001", "  ; 192.0.2.11:8001", "// http://192.0.2.11:8001",
        "192.0.2.11 box1 gpu-one.example # rack 1", "HostName 192.0.2.11", "box1,192.0.2.11 ssh-ed25519 AAAA",
        "mybox1:8001", "box1.example:8001", "12:30:11 up", "a::b::c"}) {
    INFO(line);
    CHECK(in(line).empty());
  }
}

TEST_CASE("a proxy on a box is told from the copy beside it", "[render][clients]") {
  domain::Declaration declaration = declared();
  declaration.cluster.route_host = MachineName("box1");
  declaration.cluster.proxy.listen = {"192.0.2.11", 8080};
  CHECK(in("http://192.0.2.11:8080/v1\nhttp://192.0.2.11/v1\n", declaration).empty());
  CHECK(in("http://192.0.2.11:8001/v1", declaration) == Told{"1 192.0.2.11:8001 box1 copy"});
}

TEST_CASE("files of ff's own are known", "[render][clients]") {
  CHECK(render::is_own_text("name = \"x\"\nroute_host = \"edge\"\n[machines.box1]\n"));
  CHECK(render::is_own_text("FF_HOST=192.0.2.11\nFF_MAX_NUM_SEQS=8\n"));
  CHECK(render::is_own_text(render::proxy_config(declared().cluster, domain::Route{})));
  CHECK_FALSE(render::is_own_text("LLM_HOST=box2\n"));
}
