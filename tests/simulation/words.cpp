// A scenario told to people.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "scenario.hpp"

namespace ff::simulation {
namespace {

using Kind = Trouble::Kind;

template <class T>
std::string listed(const std::vector<T>& names) {
  std::vector<std::string> texts;
  for (const T& name : names) texts.push_back(name.text());
  return joined(texts, " ");
}

std::string words(const domain::Profile& profile) {
  std::string text =
      fmt::format("profile {}: {} boxes an instance on {}, {}", profile.name.text(),
                  profile.boxes_per_instance, listed(profile.boxes), profile.leader_unit.text());
  if (!profile.worker_unit.empty()) text += " and " + profile.worker_unit.text();
  text += fmt::format(", port {}", profile.port);
  if (profile.launch == domain::Profile::Launch::together) text += ", launched together";
  for (const domain::Watchdog& watchdog : profile.watchdogs) {
    text += fmt::format("; {} on {}{}", watchdog.unit.text(), listed(watchdog.boxes),
                        watchdog.arm ? ", armed again" : "");
  }
  return text;
}

std::string words(const Disorder& disorder) {
  constexpr std::array texts = {"a hand enabled",           "a hand started",
                                "a hand stopped",           "a hand masked",
                                "a hand masked, unread,",   "a hand removed the settings of",
                                "a hand removed the intent"};
  return fmt::format("{} {} on {}", texts.at(static_cast<std::size_t>(disorder.kind)), disorder.unit.text(),
                     disorder.machine.text());
}

std::string start_words(const Start& start) {
  if (start.serves.empty()) return fmt::format("nothing serves{}", start.proxy_runs ? "" : ", no proxy runs");
  std::string text = start.serves.text() + " was brought up by " + (start.by_hand ? "a hand" : "ff");
  if (start.by_hand && start.armed) text += ", its watchdogs are armed";
  return text + (start.proxy_runs ? "" : ", and the proxy was stopped");
}

}  // namespace

std::string words(const Trouble& trouble) {
  const std::string machine = trouble.machine.text();
  const std::string unit = trouble.unit.text() + " on " + machine;
  const std::string time = human(trouble.lasts);
  switch (trouble.kind) {
    case Kind::cut:
      return fmt::format("{} is cut off for {}", machine, time);
    case Kind::power_off:
      return fmt::format("{} loses its power for {}", machine, time);
    case Kind::dies_loading:
      return fmt::format("from now on {} dies {} after its start", unit, time);
    case Kind::never_ready:
      return fmt::format("from now on {} loads for ever", unit);
    case Kind::hangs_healthy:
      return fmt::format("from now on {} hangs {} after it was ready", unit, time);
    case Kind::hangs_now:
      return fmt::format("{} hangs", unit);
    case Kind::crashes_now:
      return fmt::format("{} crashes", unit);
    case Kind::act_fails:
      return fmt::format("the next {} on {} fails", trouble.call, machine);
    case Kind::answer_lost:
      return fmt::format("the answer to the next {} on {} is lost", trouble.call, machine);
    case Kind::read_fails:
      return fmt::format("the next {} of {} times out", trouble.call, machine);
    case Kind::memory_kept:
      return fmt::format("from now on the memory of {} comes back {} after its end", unit, time);
    case Kind::memory_taken:
      return fmt::format("something takes memory on {}", machine);
    case Kind::disk_full:
      return fmt::format("the disk of {} is full", machine);
    case Kind::killed:
      return "ff is killed";
    case Kind::stop_asked:
      return "the operator asks ff to stop";
    case Kind::lease_lost:
      return "ff's heartbeats come back no more";
    case Kind::frozen:
      return fmt::format("ff is frozen past its lease; a second operator switches to {}; ff goes on",
                         trouble.wish.text());
    case Kind::second_operator:
      return fmt::format("a second operator asks for {}", trouble.wish.text());
    case Kind::hand_starts:
      return fmt::format("somebody starts {}", unit);
    case Kind::hand_enables:
      return fmt::format("somebody enables {}", unit);
    case Kind::ops_layer:
      return fmt::format("an ops layer starts what is enabled and not running, every {}", time);
  }
  return {};
}

std::vector<std::string> words(const Scenario& scenario) {
  std::vector<std::string> all;
  const domain::Declaration& declaration = scenario.declaration;
  std::vector<MachineName> machines;
  for (const domain::Machine& machine : declaration.cluster.machines) machines.push_back(machine.name);
  all.push_back(
      fmt::format("machines {}, the proxy on {}", listed(machines), declaration.cluster.route_host.text()));
  for (const domain::Profile& profile : declaration.profiles) all.push_back(words(profile));
  all.push_back(fmt::format("engines load in {}, end in {}, their memory is back after {}; {} requests",
                            human(scenario.load), human(scenario.unload), human(scenario.memory_back),
                            scenario.requests));
  if (!scenario.ordered) all.emplace_back("conflicting units are not ordered");
  if (scenario.restarting) all.emplace_back("leaders are restarted by systemd when they fail");
  const Start& start = scenario.start;
  all.push_back("at first " + start_words(start));
  if (!start.towards.empty()) {
    all.push_back(
        fmt::format("then a run towards {} was killed at act {}", start.towards.text(), start.killed_at));
  }
  for (const Disorder& disorder : start.disorder) all.push_back("then " + words(disorder));
  all.push_back(fmt::format("the operator asks for {}", scenario.target.text()));
  for (const Trouble& trouble : scenario.troubles) {
    all.push_back(fmt::format("after act {}: {}", trouble.at, words(trouble)));
  }
  all.push_back(fmt::format("all trouble ends; {} later the same command again{}", human(scenario.rest),
                            scenario.back ? ", then the way back" : ""));
  return all;
}

}  // namespace ff::simulation
