#include "render/runbook.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/mask.h"
#include "render/proxy_config.h"

namespace ff::render {
namespace {

using domain::Cluster;

std::string joined_names(const std::vector<UnitName>& units) {
  std::vector<std::string> names;
  for (const UnitName& unit : units) names.push_back(shell_quoted(unit.text()));
  return joined(names, " ");
}

/// A limit as whole seconds for `timeout`.
std::int64_t seconds(Milliseconds duration) {
  return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(duration).count());
}

/// Tries the condition once a second until it is so, and fails after the limit.
std::string until(const std::string& condition, Milliseconds limit) {
  return fmt::format("timeout {} bash -c {}\n", seconds(limit),
                     shell_quoted("until " + condition + "; do sleep 1; done"));
}

/// The file whole, by way of a temporary one beside it.
std::string write(const std::string& path, const std::string& content) {
  const std::string folder = path.substr(0, path.rfind('/'));
  const std::string beside = shell_quoted(path + ".by-hand");
  return fmt::format("mkdir -p {}\ncat >{} <<'END_OF_FILE'\n{}{}END_OF_FILE\n", shell_quoted(folder), beside,
                     content, content.ends_with('\n') ? "" : "\n");
}

std::string put_in_place(const std::string& path) {
  return fmt::format("mv {} {}\n", shell_quoted(path + ".by-hand"), shell_quoted(path));
}

std::string url(const domain::Endpoint& endpoint, const char* path) {
  return "http://" + domain::text(endpoint) + path;
}

/// Timers, paths and sockets before what they start.
std::string put_to_rest(std::vector<UnitName> units) {
  std::ranges::stable_partition(units,
                                [](const UnitName& unit) { return !unit.text().ends_with(".service"); });
  return fmt::format("systemctl disable {0}\nsystemctl stop {0}\n", joined_names(units));
}

std::string load_state(const UnitName& unit, const char* compared) {
  return fmt::format("test \"$(systemctl show -P LoadState {})\" {} masked\n", shell_quoted(unit.text()),
                     compared);
}

constexpr Milliseconds stop_limit = std::chrono::minutes(4);
constexpr Milliseconds route_limit = std::chrono::seconds(30);
constexpr const char* key = "${FF_API_KEY:+-H \"Authorization: Bearer $FF_API_KEY\"}";

std::string commands(const domain::Silence& step, const Cluster&) {
  return put_to_rest(step.units);
}

/// The original is kept once. The marker tells what nginx really runs; its exit codes do not.
std::string commands(const domain::SetRoute& step, const Cluster& cluster) {
  const domain::Proxy& proxy = cluster.proxy;
  const std::string config = proxy_config(cluster, step.route);
  const std::string file = shell_quoted(proxy.config);
  const auto owned = proxy_config_read(config);
  return fmt::format("test -e {0}.before-ff || cp -p {0} {0}.before-ff\n", file) +
         write(proxy.config, config) +
         fmt::format("{} {}\n",
                     proxy.driver == domain::Proxy::Driver::haproxy ? "haproxy -c -f" : "nginx -t -c",
                     shell_quoted(proxy.config + ".by-hand")) +
         put_in_place(proxy.config) +
         fmt::format("systemctl reload-or-restart {}\n", shell_quoted(proxy.unit.text())) +
         until(fmt::format("curl -s -m 2 http://127.0.0.1:{}/ | grep -q {}", proxy.marker_port,
                           owned ? owned->epoch : ""),
               route_limit);
}

/// That requests are left over is no failure.
std::string commands(const domain::Drain& step, const Cluster&) {
  const std::string idle =
      "curl -s -m 2 " + url(step.instance.endpoint, "/metrics") +
      " | awk \"/^vllm:num_requests_(running|waiting)/ { left += \\$NF } END { exit (left > 0) }\"";
  std::string waiting = until(idle, step.timeout);
  waiting.insert(waiting.size() - 1, " || true");
  return waiting;
}

std::string commands(const domain::Retire& step, const Cluster&) {
  std::string text = put_to_rest(step.units);
  for (const std::uint16_t port : step.ports)
    text += until(fmt::format("test -z \"$(ss -Hltn sport = :{})\"", port), stop_limit);
  if (step.memory_available_min.count > 0) {
    text += until(fmt::format("awk \"/^MemAvailable:/ {{ exit (\\$2 < {}) }}\" /proc/meminfo",
                              step.memory_available_min.count / 1024),
                  step.memory_deadline);
  }
  return text;
}

std::string commands(const domain::Mask& step, const Cluster&) {
  std::string text;
  for (const UnitName& unit : step.units) {
    const std::string path = mask_path(unit);
    text += fmt::format("mkdir -p {}\nln -sfn /dev/null {}\n", path.substr(0, path.rfind('/')),
                        shell_quoted(path));
  }
  text += "systemctl daemon-reload\n";
  for (const UnitName& unit : step.units) text += load_state(unit, "=");
  return text;
}

std::string commands(const domain::Unmask& step, const Cluster&) {
  std::string text;
  for (const UnitName& unit : step.units) text += "rm -f " + shell_quoted(mask_path(unit)) + "\n";
  text += "systemctl daemon-reload\n";
  for (const UnitName& unit : step.units) text += load_state(unit, "!=");
  return text;
}

std::string commands(const domain::Configure& step, const Cluster&) {
  return write(step.path, step.content) + put_in_place(step.path);
}

std::string commands(const domain::Launch& step, const Cluster&) {
  const std::string unit = shell_quoted(step.unit.text());
  return fmt::format("systemctl reset-failed {0} || true\nsystemctl start {0}\n", unit);
}

/// /health stays 200 while an engine hangs: only a completion counts.
std::string commands(const domain::AwaitHealthy& step, const Cluster&) {
  const domain::Instance& instance = step.instance;
  const std::string body =
      fmt::format(R"({{"model":"{}","max_tokens":1,"messages":[{{"role":"user","content":"hi"}}]}})",
                  instance.served_name);
  return until("curl -sf -o /dev/null -m 5 " + url(instance.endpoint, "/health"), step.deadline) +
         fmt::format("curl -sf -m {} {} -H 'Content-Type: application/json' -d {} {} | grep -q choices\n",
                     seconds(step.token_deadline), key, shell_quoted(body),
                     url(instance.endpoint, "/v1/chat/completions"));
}

std::string commands(const domain::Enable& step, const Cluster&) {
  return "systemctl enable " + joined_names(step.units) + "\n";
}

std::string commands(const domain::Arm& step, const Cluster&) {
  return "systemctl enable --now " + joined_names(step.units) + "\n";
}

std::string commands(const domain::Settle& step, const Cluster& cluster) {
  if (step.serving.empty()) return fmt::format("sleep {}\n", seconds(step.pause));
  return fmt::format("sleep {}\ncurl -sf -o /dev/null -m 10 {} {}\n", seconds(step.pause), key,
                     url(domain::public_endpoint(cluster), "/v1/models"));
}

}  // namespace

std::string runbook(const Cluster& cluster, const domain::Plan& plan) {
  std::string text;
  int stage = 0;
  for (const domain::Stage& one : plan.stages) {
    ++stage;
    for (const domain::Step& step : one.steps) {
      const std::string& machine = domain::machine_of(step).text();
      const std::string what =
          std::visit([&](const auto& action) { return commands(action, cluster); }, step.action);
      text += fmt::format("### {} {} on {}{}{}\n\n```bash {}\n{}```\n\n", stage, domain::kind_of(step),
                          machine, step.reason.empty() ? "" : ": ", step.reason, machine, what);
    }
  }
  return text;
}

}  // namespace ff::render
