#include "observe/firewall.h"

#include <fmt/format.h>

#include "base/text.h"
#include "render/nftables.h"

namespace ff::observe {
namespace {

using domain::FirewallView;

/// Three parts, each behind a line of its own.
constexpr const char* look_script = R"SCRIPT(
PATH=$PATH:/usr/sbin:/sbin
command -v nft >/dev/null || echo "no nft"
echo "unit $(systemctl is-enabled -- "$3" 2>/dev/null) $(systemctl is-active -- "$3" 2>/dev/null)"
[ ! -e "$4" ] || echo "unit-file"
echo "== kernel"
nft list table inet "$1" 2>/dev/null
echo "== file"
[ ! -e "$2" ] || cat -- "$2"
exit 0
)SCRIPT";

constexpr const char* knock_script = R"SCRIPT(
knock() { # NUMBER ADDRESS PORT
  timeout 2 bash -c 'exec 3<>"/dev/tcp/$1/$2"' knock "$2" "$3" 2>/dev/null
  echo "$1 $?"
}
number=0
while [ $# -ge 2 ]; do
  knock "$number" "$1" "$2" &
  number=$((number + 1))
  shift 2
done
wait
exit 0
)SCRIPT";

constexpr std::string_view kernel_mark = "== kernel\n";
constexpr std::string_view file_mark = "== file\n";

}  // namespace

FirewallView firewall_from(std::string_view answer, const domain::Declaration& declaration,
                           const MachineName& box) {
  FirewallView view;
  view.ports = render::ports_on(declaration, box);
  const std::size_t kernel = answer.find(kernel_mark);
  const std::size_t file = answer.find(file_mark);
  if (kernel == std::string_view::npos || file == std::string_view::npos) return view;
  const std::string rules = render::firewall_rules(declaration, box);
  const std::string_view listing =
      answer.substr(kernel + kernel_mark.size(), file - kernel - kernel_mark.size());
  const std::string_view on_disk = answer.substr(file + file_mark.size());
  if (!listing.empty())
    view.rules =
        render::lists_rules(listing, rules) ? FirewallView::Rules::in_force : FirewallView::Rules::other;
  bool starts_at_boot = false;
  for (const std::string& line : lines(answer.substr(0, kernel))) {
    if (line == "no nft") view.has_tool = false;
    if (line == "unit enabled active") starts_at_boot = true;
    if (line == "unit-file") view.leftovers = true;
  }
  view.leftovers = view.leftovers || !on_disk.empty();
  view.kept = starts_at_boot && on_disk == rules;
  return view;
}

Result<FirewallView> look_at_firewall(ports::HostReader& host, const domain::Declaration& declaration,
                                      const MachineName& box, const Limit& limit) {
  FF_TRY(answer,
         host.output_of({"bash", "-c", look_script, "ff", render::firewall_table, render::firewall_file,
                         render::firewall_unit_name, render::firewall_unit_file},
                        limit));
  return firewall_from(answer, declaration, box);
}

Result<std::vector<Knock>> knock(ports::HostReader& host, const std::vector<domain::Endpoint>& endpoints,
                                 const Limit& limit) {
  std::vector<Knock> knocks(endpoints.size(), Knock::silent);
  if (endpoints.empty()) return knocks;
  std::vector<std::string> command = {"bash", "-c", knock_script, "ff"};
  for (const domain::Endpoint& endpoint : endpoints) {
    command.push_back(endpoint.address);
    command.push_back(std::to_string(endpoint.port));
  }
  FF_TRY(answer, host.output_of(command, limit));
  for (std::size_t i = 0; i < knocks.size(); ++i) {
    for (const std::string& line : lines(answer)) {
      if (line == fmt::format("{} 0", i)) knocks[i] = Knock::open;
      if (line == fmt::format("{} 1", i)) knocks[i] = Knock::refused;
    }
  }
  return knocks;
}

}  // namespace ff::observe
