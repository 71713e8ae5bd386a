// The firewall before the copies, as text: what is let in, on which ports, and how it is recognised again.
#include "render/nftables.h"

#include "app/firewall.h"
#include "base/text.h"
#include "catch.hpp"
#include "observe/firewall.h"
#include "world_builder.hpp"

using namespace ff;
using Rules = domain::FirewallView::Rules;
using Ports = std::set<std::uint16_t>;

namespace {

const MachineName box1("box1");
const MachineName box2("box2");

domain::Declaration declared() {
  domain::Declaration declaration = testing::story().declaration;
  domain::Cluster& cluster = declaration.cluster;
  cluster.machines[0].api = "192.0.2.11";
  cluster.machines[1].api = "192.0.2.12";
  cluster.machines[2].api = "192.0.2.100";
  cluster.proxy.listen = {"0.0.0.0", 8080};
  return declaration;
}

/// The rules' own lines, without what is around them.
std::vector<std::string> verdicts(const std::string& rules) {
  std::vector<std::string> found;
  for (const std::string& line : lines(rules)) {
    if (trimmed(line).starts_with("tcp dport")) found.emplace_back(trimmed(line));
  }
  return found;
}

/// What a box answers: its unit's state, what the kernel lists and what is on disk.
std::string answer(const std::string& unit, const std::string& kernel, const std::string& file) {
  return "unit " + unit + "\n== kernel\n" + kernel + "== file\n" + file;
}

}  // namespace

TEST_CASE("only the proxy's machine, monitors and the box itself get in, and only serving ports are shut",
          "[render][firewall]") {
  domain::Declaration declaration = declared();
  CHECK(verdicts(render::firewall_rules(declaration, box1)) ==
        std::vector<std::string>{"tcp dport { 8000, 8001 } iif lo accept",
                                 "tcp dport { 8000, 8001 } ip saddr { 192.0.2.100 } accept",
                                 "tcp dport { 8000, 8001 } reject with tcp reset"});
  // box2 never leads the split: what listens on 8000 there is none of ff's business.
  CHECK(render::ports_on(declaration, box2) == Ports{8001});
  CHECK(verdicts(render::firewall_rules(declaration, box2)).front() == "tcp dport { 8001 } iif lo accept");
  CHECK(render::firewall_rules(declaration, MachineName("edge")).empty());

  declaration.cluster.monitors = {"192.0.2.50", "2001:DB8:0::50"};
  declaration.cluster.proxy.listen = {"192.0.2.200", 8080};
  const auto with_monitors = verdicts(render::firewall_rules(declaration, box2));
  REQUIRE(with_monitors.size() == 4);
  CHECK(with_monitors[1] == "tcp dport { 8001 } ip saddr { 192.0.2.100, 192.0.2.200, 192.0.2.50 } accept");
  CHECK(with_monitors[2] == "tcp dport { 8001 } ip6 saddr { 2001:db8::50 } accept");
}

TEST_CASE("another box is let in where the proxy runs on it", "[render][firewall]") {
  domain::Declaration declaration = declared();
  CHECK(render::firewall_rules(declaration, box2).find("192.0.2.11") == std::string::npos);
  declaration.cluster.route_host = box1;
  CHECK(render::firewall_rules(declaration, box2).find("192.0.2.11") != std::string::npos);
  CHECK(render::firewall_rules(declaration, box2).find(declaration.cluster.machines[0].fabric) !=
        std::string::npos);
}

TEST_CASE("rules are recognised by their digest, however the kernel prints them", "[observe][firewall]") {
  domain::Declaration declaration = declared();
  const std::string rules = render::firewall_rules(declaration, box1);
  const std::size_t at = rules.find("comment \"ff ");
  const std::string listing = "table inet ff_firewall {\n\t" + rules.substr(at, rules.find('\n', at) - at) +
                              "\n\tchain input {\n\t}\n}\n";

  const auto on = observe::firewall_from(answer("enabled active", listing, rules), declaration, box1);
  CHECK(on.is_on());
  CHECK_FALSE(on.is_off());
  CHECK(on.ports == Ports{8000, 8001});
  // Not after a reboot.
  CHECK_FALSE(observe::firewall_from(answer("disabled active", listing, rules), declaration, box1).is_on());
  CHECK_FALSE(observe::firewall_from(answer("enabled active", listing, ""), declaration, box1).is_on());
  // Flushed by a hand, which is neither on nor off.
  const auto flushed = observe::firewall_from(answer("enabled active", "", rules), declaration, box1);
  CHECK(flushed.rules == Rules::absent);
  CHECK_FALSE(flushed.is_on());
  CHECK_FALSE(flushed.is_off());
  // Another monitor since.
  declaration.cluster.monitors = {"192.0.2.50"};
  CHECK(observe::firewall_from(answer("enabled active", listing, rules), declaration, box1).rules ==
        Rules::other);

  const auto off = observe::firewall_from(answer(" ", "", ""), declaration, box1);
  CHECK(off.is_off());
  CHECK(off.has_tool);
  CHECK_FALSE(observe::firewall_from("no nft\n" + answer(" ", "", ""), declaration, box1).has_tool);
  CHECK_FALSE(observe::firewall_from("unit-file\n" + answer(" ", "", ""), declaration, box1).is_off());
}

TEST_CASE("a report is well when all is off, or all is on and no stranger gets in", "[app][firewall]") {
  using Door = domain::FirewallView::Door;
  app::FirewallReport report;
  report.boxes[box1] = {};
  report.boxes[box2] = {};
  CHECK(report.well());
  report.boxes[box1].rules = Rules::in_force;
  report.boxes[box1].kept = true;
  CHECK_FALSE(report.well());
  report.boxes[box2] = report.boxes[box1];
  report.boxes[box2].door = Door::shut;
  CHECK(report.well());
  report.boxes[box1].door = Door::open;
  CHECK_FALSE(report.well());
  report.boxes[box1].door = Door::untried;
  report.boxes[box2].fault = Error{ErrorCode::unreachable, "no answer", {}, {}, {}};
  CHECK_FALSE(report.well());
  CHECK_FALSE(report.known());
}
