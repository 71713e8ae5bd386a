#include "adapters/systemd/unit_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "adapters/systemd/message.h"

namespace ff::adapters::systemd {
namespace {

/// A rule for one of the manager's signals; `more` narrows it by an argument.
std::string manager_rule(const char* member, const std::string& more = {}) {
  return fmt::format("type='signal',sender='org.freedesktop.systemd1',path='{}',interface='{}',member='{}'{}",
                     manager_path, manager_interface, member, more);
}

std::string properties_rule(const UnitName& unit) {
  return fmt::format(
      "type='signal',sender='org.freedesktop.systemd1',path='{}',interface='{}',member='PropertiesChanged'",
      path_of_unit(unit.text()), properties_interface);
}

}  // namespace

SystemdWatch::SystemdWatch(std::unique_ptr<Bus> bus, const std::vector<UnitName>& units)
    : bus_(std::move(bus)), units_(units.begin(), units.end()) {}

Status SystemdWatch::subscribe(const Limit& limit) {
  std::vector<std::string> rules = {manager_rule("Reloading")};
  for (const UnitName& unit : units_) {
    rules.push_back(properties_rule(unit));
    rules.push_back(manager_rule("UnitNew", fmt::format(",arg0='{}'", unit.text())));
    rules.push_back(manager_rule("JobRemoved", fmt::format(",arg2='{}'", unit.text())));
  }
  return bus_->subscribe(rules, limit);
}

Result<std::variant<ports::UnitChanged, ports::Quiet>> SystemdWatch::next(Limit limit) {
  while (changed_.empty()) {
    FF_TRY(signal, bus_->next_signal(limit));
    if (!signal) return ports::Quiet{};
    note(*signal);
    while (const auto more = bus_->take_signal()) note(*more);
  }
  const UnitName unit = changed_.front();
  changed_.pop_front();
  return ports::UnitChanged{unit};
}

void SystemdWatch::note(const Signal& signal) {
  const auto word = [&](std::size_t i) { return i < signal.words.size() ? signal.words[i] : std::string(); };
  if (signal.member == "PropertiesChanged") changed(UnitName(unit_of_path(signal.path)));
  if (signal.member == "UnitNew") changed(UnitName(word(0)));
  if (signal.member == "JobRemoved") changed(UnitName(word(2)));
  // Reloading comes twice, with true before and false after: only then is there something new to read.
  if (signal.member != "Reloading" || word(0) != "0") return;
  for (const UnitName& unit : units_) changed(unit);
}

void SystemdWatch::changed(const UnitName& unit) {
  if (units_.contains(unit) && std::ranges::find(changed_, unit) == changed_.end()) changed_.push_back(unit);
}

}  // namespace ff::adapters::systemd
