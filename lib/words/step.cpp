#include "words/step.h"

#include <fmt/format.h>

#include "base/text.h"
#include "words/join.h"

namespace ff::words {
namespace {

/// What stands in the two columns for one action: what it is about, and what is done to it.
struct Wording {
  std::string subject;
  std::string act;
};

std::string upstreams_of(const domain::SetRoute& set) {
  if (!set.instances.empty()) return join(set.instances, " ");
  std::string out;
  for (const domain::Upstream& upstream : set.route.upstreams) {
    out += (out.empty() ? "" : " ") + text(upstream.endpoint);
  }
  return out;
}

/// "process gone", "process and port 8000 gone, 102.9 GiB free".
std::string gone(const domain::Retire& retire) {
  std::vector<std::string> ports;
  for (const std::uint16_t port : retire.ports) ports.push_back(std::to_string(port));
  std::string out = "process";
  if (!ports.empty()) out += fmt::format(" and port{} {}", ports.size() > 1 ? "s" : "", joined(ports, ", "));
  out += " gone";
  if (retire.memory_available_min.count > 0) {
    out += fmt::format(", {} free", human(retire.memory_available_min));
  }
  return out;
}

Wording wording(const domain::Silence& silence) {
  return {join(silence.units), "disable --now"};
}
Wording wording(const domain::SetRoute& set) {
  if (set.route.kind == domain::Route::Kind::serving) return {"serving " + upstreams_of(set), ""};
  return {"maintenance", fmt::format("503, Retry-After {}", set.route.retry_after_s)};
}
Wording wording(const domain::Drain& drain) {
  return {"requests on " + drain.instance.name.text(),
          fmt::format("until none is left, at most {}", human(drain.timeout))};
}
Wording wording(const domain::Retire& retire) {
  return {join(retire.units), "disable --now, then verify: " + gone(retire)};
}
Wording wording(const domain::Mask& mask) {
  return {join(mask.units), "link to /dev/null, reload, verify at rest"};
}
Wording wording(const domain::Unmask& unmask) {
  return {join(unmask.units), "remove the link to /dev/null, reload"};
}
Wording wording(const domain::Configure& configure) {
  return {configure.unit.text(), "write " + configure.path};
}
Wording wording(const domain::Launch& launch) {
  return {launch.unit.text(), "start"};
}
Wording wording(const domain::AwaitHealthy& wait) {
  return {fmt::format("a token from {}, {}", wait.instance.name.text(), text(wait.instance.endpoint)),
          "within " + human(wait.deadline)};
}
Wording wording(const domain::Enable& enable) {
  return {join(enable.units), "enable"};
}
Wording wording(const domain::Arm& arm) {
  return {join(arm.units), "enable --now"};
}
Wording wording(const domain::Settle& settle) {
  return {human(settle.pause), "then look again"};
}

}  // namespace

StepLine step_line(const domain::Step& step) {
  const Wording words = std::visit([](const auto& action) { return wording(action); }, step.action);
  return {domain::kind_of(step), domain::machine_of(step).text(), words.subject,
          also(words.act, step.reason)};
}

std::string describe(const domain::Step& step) {
  const StepLine line = step_line(step);
  return line.text.empty() ? fmt::format("{} {}", line.kind, line.subject)
                           : fmt::format("{} {}: {}", line.kind, line.subject, line.text);
}

}  // namespace ff::words
