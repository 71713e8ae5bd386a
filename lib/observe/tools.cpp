#include "observe/tools.h"

#include <charconv>

#include "base/text.h"

namespace ff::observe {
namespace {

/// Answers a fact a line, "KEY VALUE". What it needs beside bash it looks for first.
constexpr const char* script = R"SCRIPT(
PATH=$PATH:/usr/sbin:/sbin
config=$1 program=$2
shift 2
test_proxy() {
  case $program in
    nginx) nginx -t -q -c "$config" ;;
    *) haproxy -c -q -f "$config" ;;
  esac
}
for tool in base64 cat flock head journalctl ln mkdir mv rm stat sync systemctl timeout; do
  command -v "$tool" >/dev/null || echo "missing $tool"
done
read -r _ version _ < <(systemctl --version 2>/dev/null) && echo "systemd $version"
ipc=$(busctl get-property org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager RemoveIPC 2>/dev/null)
[ -z "$ipc" ] || echo "removes-ipc ${ipc#b }"
for unit; do
  user=$(systemctl show --property User --value -- "$unit" 2>/dev/null)
  [ -z "$user" ] || [ "$user" = root ] || echo "user $unit $user"
done
for path in /var/lib/systemd/linger/*; do [ ! -e "$path" ] || echo "lingers ${path##*/}"; done
if [ -n "$config" ]; then
  if ! command -v "$program" >/dev/null; then
    echo "missing $program"
  elif said=$(test_proxy 2>&1); then
    echo "proxy valid"
  else
    echo "proxy invalid"
    while read -r line; do echo "said $line"; done <<<"$said"
  fi
fi
exit 0
)SCRIPT";

std::optional<int> number_in(const std::string& text) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} ? std::optional(number) : std::nullopt;
}

}  // namespace

std::vector<std::string> tools_command(const ToolsQuery& query) {
  std::vector<std::string> command = {"bash",
                                      "-c",
                                      script,
                                      "ff",
                                      query.proxy_config,
                                      query.driver == domain::Proxy::Driver::haproxy ? "haproxy" : "nginx"};
  for (const UnitName& unit : query.units) command.push_back(unit.text());
  return command;
}

domain::Tools tools_from(std::string_view answer) {
  domain::Tools tools;
  for (const std::string& line : lines(answer)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) continue;
    const std::string key = line.substr(0, blank);
    const std::string value = line.substr(blank + 1);
    if (key == "missing") tools.missing.push_back(value);
    if (key == "systemd") tools.systemd = number_in(value);
    if (key == "removes-ipc") tools.removes_ipc = value == "true";
    if (key == "lingers") tools.lingering.insert(value);
    if (key == "proxy") tools.proxy_config_valid = value == "valid";
    if (key == "said") tools.proxy_words.push_back(value);
    if (key != "user") continue;
    const std::size_t second = value.find(' ');
    if (second != std::string::npos)
      tools.users[UnitName(value.substr(0, second))] = value.substr(second + 1);
  }
  return tools;
}

Result<domain::Tools> look_at_tools(ports::HostReader& host, const ToolsQuery& query, const Limit& limit) {
  FF_TRY(answer, host.output_of(tools_command(query), limit));
  return tools_from(answer);
}

}  // namespace ff::observe
