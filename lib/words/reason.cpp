#include "words/reason.h"

#include <fmt/format.h>

#include "words/join.h"

namespace ff::words::reason {

std::string would_start(const UnitName& started, const UnitName& victim) {
  const std::string first = "would start " + started.text();
  return victim.empty() ? first : fmt::format("{}, which stops {}", first, victim.text());
}

std::string watchdog_of(const ProfileName& profile) {
  return fmt::format("a watchdog of {}", profile.text());
}

std::string meddles() {
  return "would meddle with the change; armed again at the end";
}

std::string nothing_serves() {
  return "nothing serves until the first instance answers";
}

std::string others_serve(const std::set<MachineName>& changing) {
  return fmt::format("while {} {}", join(changing, " and "), changing.size() == 1 ? "changes" : "change");
}

std::string healthy(const InstanceName& instance) {
  return fmt::format("{} gave a token", instance.text());
}

std::string route_differs() {
  return "the proxy does something else";
}

std::string gate_before(const std::set<MachineName>& changing) {
  return "it carries the load " + others_serve(changing);
}

std::string drain(bool outage) {
  return outage ? "counted in the outage" : "others take the new ones";
}

std::string makes_room(const ProfileName& target) {
  return fmt::format("not part of {}", target.text());
}

std::string made_anew(const ProfileName& target) {
  return fmt::format("{} makes another instance of it", target.text());
}

std::string starts_again(const std::string& cause) {
  return fmt::format("starts again: {}", cause);
}

std::string memory_returns() {
  return "stopped before; its memory may still be on the way back";
}

std::string drain_skipped(const std::string& cause) {
  return fmt::format("not drained: {}", cause);
}

std::string kept_down(const ProfileName& target) {
  return fmt::format("nothing may start it while {} serves", target.text());
}

std::string mask_in_the_way() {
  return "a mask hides that it is enabled or runs; masked again below";
}

std::string to_come(const ProfileName& target) {
  return fmt::format("part of {}", target.text());
}

std::string settings(const domain::Settings& settings) {
  return fmt::format("share {:.2f}, at most {} requests of {} tokens", settings.gpu_memory_utilization,
                     settings.max_num_seqs, settings.max_model_len);
}

std::string start(const Start& start) {
  std::string place;
  if (start.of > 1)
    place = start.position == 0 ? "first: " : start.position + 1 == start.of ? "last: " : "next: ";
  if (!start.expected) return place + "no start was recorded or declared";
  const std::string duration = human(*start.expected);
  if (start.recorded == 0) return fmt::format("{}declared to take {}", place, duration);
  return start.recorded == 1 ? fmt::format("{}the last start took {}", place, duration)
                             : fmt::format("{}{} starts took {} (median)", place, start.recorded, duration);
}

std::string memory(Bytes need, Bytes free, Bytes reserve) {
  return fmt::format("needs {} of {}, leaves {} (reserve {})", human(need), human(free), human(free - need),
                     human(reserve));
}

std::string memory_short(Bytes need, Bytes free, Bytes reserve) {
  return fmt::format("needs {}, {} free now (reserve {})", human(need), human(free), human(reserve));
}

std::string before_leader(const UnitName& leader) {
  return fmt::format("a rank of {}, which waits for it", leader.text());
}

std::string already_starting() {
  return "it runs already";
}

std::string after_healthy() {
  return "it was healthy, so a reboot may bring it back";
}

std::string armed_by(const ProfileName& profile) {
  return fmt::format("the watchdog of {}", profile.text());
}

std::string released() {
  return "ff lets go: whoever starts or enables it can";
}

std::string second_look() {
  return "what a foreign hand undid shows here";
}

std::string drained(const MachineName& box) {
  return box.text() + " is drained";
}

std::string kept_drained() {
  return "nothing may start it until the box is taken back";
}

std::string asked_for(const std::string& why) {
  return why.empty() ? "asked for" : "asked for, " + why;
}

std::string maintenance_begins() {
  return "an operator's own, until it is switched off";
}

std::string maintenance_over() {
  return "the operator's maintenance is over";
}

}  // namespace ff::words::reason
