#include "cli/print/firewall.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/text.h"
#include "cli/advice.h"
#include "cli/print/error.h"
#include "cli/print/outcome.h"
#include "codec/firewall.h"
#include "codec/outcome.h"
#include "render/nftables.h"
#include "words/firewall.h"
#include "words/outcome.h"

namespace ff::cli {
namespace {

using Kind = domain::Outcome::Kind;

std::string ports_text(const domain::FirewallView& view) {
  std::vector<std::string> words;
  for (const std::uint16_t port : view.ports) words.push_back(std::to_string(port));
  return joined(words, " ");
}

void print_boxes(const app::FirewallReport& report, std::FILE* out) {
  fmt::print(out, "{:<6}  {:<12}  {:<34}  {}\n", "box", "ports", "firewall", "a stranger's connection");
  for (const auto& [box, view] : report.boxes) {
    fmt::print(out, "{:<6}  {:<12}  {:<34}  {}\n", box.text(), ports_text(view), words::firewall_rules(view),
               words::firewall_door(view));
  }
  for (const auto& [box, view] : report.boxes) {
    if (view.fault) fmt::print(out, "unseen  {}\n", sentence(*view.fault));
  }
}

void print_admitted(const domain::Cluster& cluster, std::FILE* out) {
  const std::set<std::string> proxy = render::proxy_addresses(cluster);
  fmt::print(out, "    admits  {} of {}{}, and each box itself\n", joined({proxy.begin(), proxy.end()}, ", "),
             cluster.route_host.text(),
             cluster.monitors.empty() ? "" : ", monitors " + joined(cluster.monitors, ", "));
}

std::string headline(const app::FirewallEnd& end, bool on) {
  const domain::Outcome& outcome = end.outcome;
  const std::string serving = fmt::format("serving {} of {}", outcome.serving, outcome.declared);
  const std::string word = on ? "on" : "off";
  if (outcome.kind == Kind::reached) return fmt::format("the firewall is {}, {}", word, serving);
  if (outcome.kind == Kind::already) return fmt::format("the firewall is {} already, {}", word, serving);
  return words::headline(outcome);
}

std::string next_command(const domain::Outcome& outcome, bool on, const Arguments& arguments) {
  if (outcome.error) return command_for(outcome.error->advice, arguments);
  return on ? firewall_command(false, arguments) + "    # the way back" : std::string{};
}

}  // namespace

void print_firewall(const app::FirewallReport& report, const domain::Declaration& declaration,
                    const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::firewall_json(report.boxes, report.well()));
    return;
  }
  print_boxes(report, stdout);
  print_admitted(declaration.cluster, stdout);
}

void show_firewall_change(const app::FirewallReport& report, const domain::Declaration& declaration,
                          bool on) {
  print_boxes(report, stderr);
  if (on) print_admitted(declaration.cluster, stderr);
}

void print_firewall_end(const app::FirewallEnd& end, bool on, const domain::Declaration& declaration,
                        const Arguments& arguments) {
  const domain::Outcome& outcome = end.outcome;
  if (arguments.json) {
    fmt::print("{}\n", codec::outcome_json(outcome));
    return;
  }
  print_trouble(outcome, arguments);
  fmt::print("{}\n", headline(end, on));
  print_boxes(end.report, stdout);
  if (on) print_admitted(declaration.cluster, stdout);
  if (!outcome.run.empty()) fmt::print("    why     {}\n", why_command(outcome, arguments));
  if (const std::string next = next_command(outcome, on, arguments); !next.empty())
    fmt::print("    next    {}\n", next);
}

}  // namespace ff::cli
