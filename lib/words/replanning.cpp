#include "words/replanning.h"

#include <fmt/format.h>

#include "base/text.h"
#include "words/join.h"

namespace ff::words {
namespace {

/// "box1 failed" of an error that says where, else what it says.
std::string failed_where(const Error& failure) {
  return failure.where.machine.empty() ? failure.what : failure.where.machine.text() + ": " + failure.what;
}

/// "box1, box2" of what a plan is to bring up.
std::string targets(const domain::Plan& plan) {
  std::vector<InstanceName> names;
  for (const domain::Instance& instance : plan.target) names.push_back(instance.name);
  return join(names);
}

}  // namespace

std::string going_on(const domain::Plan& next, const Error& failure) {
  return fmt::format("{}; going on with {}", failed_where(failure),
                     next.target.empty() ? next.to.text() : targets(next));
}

std::string going_back(const ProfileName& attempt, const domain::Plan& back) {
  const auto longest = back.prediction.longest();
  return fmt::format("nothing of {} became healthy; going back to {} (one attempt{})", attempt.text(),
                     back.to.text(), longest ? ", about " + human(*longest) : "");
}

std::string cannot_go_back(const ProfileName& where, const std::string& why) {
  return fmt::format("not gone back to {}: {}", where.text(), why);
}

std::string waiting_for_route_host(const MachineName& host, Milliseconds at_most) {
  return fmt::format(
      "{} does not answer; waiting for it, at most {}: without it nothing can be noted or routed",
      host.text(), human(at_most));
}

std::string route_host_stayed_away(const MachineName& host, Milliseconds waited) {
  return fmt::format("{} has not answered for {}", host.text(), human(waited));
}

std::string another_run_since(const RunId& run) {
  return fmt::format("run {} has begun since and decides now", run.text());
}

std::string nothing_to_route_back_to(const ProfileName& profile) {
  return fmt::format("nothing of {} gives a token any more, so the route is not put back", profile.text());
}

std::string for_next_boot() {
  return "a power cycle of the box tries it once more";
}

std::string not_left_for_next_boot(const ProfileName& profile, const std::string& why) {
  return fmt::format("{} could not be left enabled for a power cycle: {}", profile.text(), why);
}

}  // namespace ff::words
