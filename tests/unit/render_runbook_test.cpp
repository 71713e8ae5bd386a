// A plan as commands for hands: every kind of step has a block, in order, that bash can read.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/text.h"
#include "catch.hpp"
#include "planner/planner.h"
#include "render/runbook.h"
#include "world_builder.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;

namespace {

struct Block {
  std::string machine;
  std::string text;
};

std::vector<Block> blocks_in(const std::string& markdown) {
  constexpr std::string_view begin = "```bash ";
  std::vector<Block> blocks;
  bool inside = false;
  for (const std::string& line : lines(markdown)) {
    if (line == "```") inside = false;
    if (inside) blocks.back().text += line + "\n";
    if (!line.starts_with(begin)) continue;
    blocks.push_back({line.substr(begin.size()), {}});
    inside = true;
  }
  return blocks;
}

bool bash_reads(const std::string& text) {
  char name[] = "/tmp/ff-runbook-XXXXXX";
  const int file = mkstemp(name);
  REQUIRE(file >= 0);
  std::ofstream(name) << text;
  const int status = std::system((std::string("bash -n ") + name).c_str());
  (void)std::remove(name);
  return status == 0;
}

bool has(const Block& block, const std::string& words) {
  return block.text.find(words) != std::string::npos;
}

domain::Plan plan_with(const World& world) {
  return planner::make_plan(world.declaration, ProfileName("replica"), world.snapshot);
}

/// One step of every kind, each in a stage of its own.
domain::Plan of_every_kind(const World& world) {
  const MachineName box("box1");
  const UnitName unit("ff-replica.service");
  const domain::Instance copy = world.instance("replica", "box1");
  domain::Route route;
  route.state = "maintenance";
  domain::Plan plan;
  const auto add = [&](domain::Action action) { plan.stages.push_back({{{std::move(action), "it's so"}}}); };
  add(domain::Silence{box, {UnitName("a.service"), UnitName("a.timer")}});
  add(domain::SetRoute{MachineName("edge"), route, {}});
  add(domain::Drain{box, copy, 30s});
  add(domain::Retire{box, {UnitName("ff-split-leader.service")}, {8000}, gibibytes(90), 10min});
  add(domain::Mask{box, {UnitName("ff-split-leader.service")}});
  add(domain::Unmask{box, {unit}});
  add(domain::Configure{box, unit, "/etc/ff/env/ff-replica.env", "A=1\n"});
  add(domain::Launch{box, unit, copy.profile, copy.name, true});
  add(domain::AwaitHealthy{box, copy, 60s, 5s, {}});
  add(domain::Enable{box, {unit}});
  add(domain::Arm{box, {UnitName("a.timer")}});
  add(domain::Settle{MachineName("edge"), 2s, {copy}, {}});
  return plan;
}

}  // namespace

TEST_CASE("every kind of step has a block for its machine that bash can read", "[runbook]") {
  const World world = split_serves();
  const domain::Plan plan = of_every_kind(world);
  REQUIRE(plan.stages.size() == std::variant_size_v<domain::Action>);
  const auto blocks = blocks_in(render::runbook(world.declaration.cluster, plan));
  REQUIRE(blocks.size() == plan.stages.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    INFO(blocks[i].text);
    CHECK(plan.stages[i].steps.front().action.index() == i);
    CHECK(blocks[i].machine == domain::machine_of(plan.stages[i].steps.front()).text());
    CHECK(bash_reads(blocks[i].text));
  }
  CHECK(has(blocks[0], "systemctl stop a.timer a.service"));
  CHECK(has(blocks[1], "nginx -t -c /etc/nginx/nginx.conf.by-hand"));
  CHECK(has(blocks[1], "Retry-After"));
  CHECK(has(blocks[3], "systemctl disable ff-split-leader.service\nsystemctl stop ff-split-leader.service"));
  CHECK(has(blocks[3], "sport = :8000"));
  CHECK(has(blocks[3], "94371840"));
  CHECK(has(blocks[4], "ln -sfn /dev/null /etc/systemd/system.control/ff-split-leader.service"));
  CHECK(has(blocks[5], "rm -f /etc/systemd/system.control/ff-replica.service\nsystemctl daemon-reload"));
  CHECK(has(blocks[6], "A=1\nEND_OF_FILE"));
  CHECK(has(blocks[7], "systemctl start ff-replica.service"));
  CHECK(has(blocks[8], "10.77.0.11:8001/v1/chat/completions"));
  CHECK(has(blocks[9], "systemctl enable ff-replica.service"));
  CHECK(has(blocks[10], "systemctl enable --now a.timer"));
}

TEST_CASE("a whole plan's blocks come in its order, and none without steps", "[runbook]") {
  const World world = split_serves();
  const domain::Plan plan = plan_with(world);
  const auto blocks = blocks_in(render::runbook(world.declaration.cluster, plan));
  std::size_t at = 0;
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      REQUIRE(at < blocks.size());
      CHECK(blocks[at].machine == domain::machine_of(step).text());
      CHECK(bash_reads(blocks[at].text));
      ++at;
    }
  }
  CHECK(at == blocks.size());
  const World there = replicas_serve();
  CHECK(render::runbook(there.declaration.cluster, plan_with(there)).empty());
}
