#include "adapters/sim/unit_file.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace ff::adapters::sim {
namespace {

/// Triggers= stands in no unit file of systemd's, which has other keys for it.
constexpr std::array relation_names = {"Conflicts", "After",     "Before",    "Requires",
                                       "Requisite", "Wants",     "BindsTo",   "PartOf",
                                       "Upholds",   "OnFailure", "OnSuccess", "Triggers"};

/// "2h", "90", "100ms", "2min 30s": systemd's time spans, bare numbers being seconds.
Milliseconds span_of(std::string_view text) {
  static const std::map<std::string_view, std::int64_t> units = {
      {"", 1000},      {"ms", 1},     {"s", 1000},      {"sec", 1000},
      {"min", 60'000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
  Milliseconds sum{0};
  while (!(text = trimmed(text)).empty()) {
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc()) break;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const std::size_t length = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), text.size());
    const auto unit = units.find(text.substr(0, length));
    if (unit == units.end()) break;
    sum += Milliseconds(number * unit->second);
    text.remove_prefix(length);
  }
  return sum;
}

std::vector<UnitName> names_in(std::string_view value) {
  std::vector<UnitName> names;
  for (const std::string& word : split(value, ' ')) {
    if (!word.empty()) names.emplace_back(word);
  }
  return names;
}

/// Lines with their continuations joined, without comments.
std::vector<std::string> logical_lines(std::string_view text) {
  std::vector<std::string> out;
  bool goes_on = false;
  for (const std::string& line : lines(text)) {
    std::string piece(trimmed(line));
    if (!goes_on && (piece.empty() || piece.front() == '#' || piece.front() == ';')) continue;
    const bool more = piece.ends_with('\\');
    if (more) piece = trimmed(std::string_view(piece).substr(0, piece.size() - 1));
    if (goes_on)
      out.back() += " " + piece;
    else
      out.push_back(piece);
    goes_on = more;
  }
  return out;
}

void take_service(UnitFile& file, const std::string& key, const std::string& value) {
  if (key == "Type") file.oneshot = value == "oneshot";
  if (key == "Restart") file.restarts_on_failure = value == "on-failure" || value == "always";
  if (key == "RestartSec") file.restart_delay = span_of(value);
  if (key == "StartLimitBurst")
    file.start_limit_burst = std::max(1, static_cast<int>(span_of(value).count() / 1000));
  if (key == "StartLimitIntervalSec") file.start_limit_interval = span_of(value);
  if (key == "TimeoutStopSec") file.stop_timeout = span_of(value);
  if (key == "EnvironmentFile" && !value.starts_with('-')) file.environment_files.push_back(value);
  if (!key.starts_with("Exec")) return;
  file.commands.push_back(value);
  if (key == "ExecStart") file.start_command = value;
  if (key == "ExecReload") file.reloadable = true;
}

void take_timer(UnitFile& file, const std::string& key, const std::string& value) {
  if (key == "OnActiveSec" || key == "OnBootSec") file.first_elapse = span_of(value);
  if (key == "OnUnitActiveSec" || key == "OnUnitInactiveSec") file.period = span_of(value);
  if (key == "Unit") file.relations["Triggers"] = {UnitName(value)};
}

void take(UnitFile& file, const std::string& key, const std::string& value) {
  if (std::ranges::find(relation_names, key) != relation_names.end()) {
    std::ranges::move(names_in(value), std::back_inserter(file.relations[key]));
  }
  if (key == "WantedBy" || key == "RequiredBy") {
    for (const UnitName& target : names_in(value)) file.wanted_by.push_back(target.text());
  }
  take_service(file, key, value);
  if (file.is_timer()) take_timer(file, key, value);
}

/// %N is the unit's name without its suffix.
std::string expanded(std::string value, const UnitName& unit) {
  const std::string stem = unit.text().substr(0, unit.text().rfind('.'));
  for (std::size_t at = value.find("%N"); at != std::string::npos; at = value.find("%N", at)) {
    value.replace(at, 2, stem);
  }
  return value;
}

}  // namespace

bool UnitFile::relates(const std::string& relation, const UnitName& other) const {
  const auto found = relations.find(relation);
  return found != relations.end() && std::ranges::find(found->second, other) != found->second.end();
}

UnitFile unit_file_of(const UnitName& name, std::string_view text) {
  UnitFile file;
  file.name = name;
  file.text = text;
  for (const std::string& line : logical_lines(text)) {
    const std::size_t equals = line.find('=');
    if (line.starts_with('[') || equals == std::string::npos) continue;
    take(file, std::string(trimmed(line.substr(0, equals))),
         expanded(std::string(trimmed(line.substr(equals + 1))), name));
  }
  if (file.is_timer() && !file.relations.contains("Triggers")) {
    file.relations["Triggers"] = {UnitName(name.text().substr(0, name.text().rfind('.')) + ".service")};
  }
  return file;
}

}  // namespace ff::adapters::sim
