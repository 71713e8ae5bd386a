#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "config/files.h"
#include "config/literal.h"

namespace ff::config {
namespace {

std::vector<MachineName> machines_of(const Values& values, const std::string& path) {
  std::vector<MachineName> machines;
  for (const Item& item : values.items(path)) machines.emplace_back(item.text);
  return machines;
}

domain::Settings settings_of(const Values& values) {
  domain::Settings settings;
  settings.gpu_memory_utilization = values.real("settings/gpu_memory_utilization");
  settings.max_num_seqs = static_cast<int>(values.number("settings/max_num_seqs"));
  settings.max_model_len = values.number("settings/max_model_len");
  settings.shutdown_timeout = values.duration("settings/shutdown_timeout");
  for (const Item& word : values.items("settings/extra_args")) settings.extra_args.push_back(word.text);
  return settings;
}

std::vector<domain::Watchdog> watchdogs_of(const Values& values) {
  std::vector<domain::Watchdog> watchdogs;
  for (const Item& index : values.tables("watchdogs")) {
    const std::string path = "watchdogs/" + index.text + "/";
    watchdogs.push_back({UnitName(values.text(path + "unit")), machines_of(values, path + "boxes"),
                         values.number(path + "arm") != 0});
  }
  return watchdogs;
}

domain::Profile profile_of(const Values& values, const std::string& file) {
  using Launch = domain::Profile::Launch;
  domain::Profile profile;
  profile.name = profile_name_of(file);
  profile.file = file;
  profile.boxes = machines_of(values, "boxes");
  profile.boxes_per_instance = static_cast<int>(values.number("boxes_per_instance"));
  profile.model = {values.text("model/image"), values.text("model/path"), values.text("model/served_name")};
  profile.leader_unit = UnitName(values.text("units/leader"));
  profile.worker_unit = UnitName(values.text("units/worker"));
  profile.port = static_cast<std::uint16_t>(values.number("units/port"));
  profile.master_port = static_cast<std::uint16_t>(values.number("units/master_port"));
  profile.settings = settings_of(values);
  profile.watchdogs = watchdogs_of(values);
  profile.launch = values.text("launch") == "together" ? Launch::together : Launch::one_at_a_time;
  if (values.given("expected_start")) profile.expected_start = values.duration("expected_start");
  profile.start_deadline = values.duration("start_deadline");
  profile.drain_timeout = values.duration("drain_timeout");
  profile.token_deadline = values.duration("token_deadline");
  return profile;
}

void check_name(const domain::Profile& profile, Report& report) {
  const std::string& name = profile.name.text();
  if (!is_well_formed(KeyType::name, name)) {
    report.at(
        {},
        "the file's name without .toml is the profile's, and is not allowed; allowed: a letter or digit, "
        "then at most 62 letters, digits, '_', '.' and '-'");
  } else if (name == "cluster" || name == "off") {
    report.at({}, fmt::format("\"{}\" is a reserved name; allowed: any other file name", name));
  }
}

void check_span(const Values& values, Report& report) {
  const Value* boxes = values.find("boxes");
  const Value* span = values.find("boxes_per_instance");
  if (boxes == nullptr || span == nullptr) return;
  const auto count = static_cast<std::int64_t>(boxes->items.size());
  const std::string path = span->given ? "boxes_per_instance" : "boxes";
  if (span->number > count) {
    report.at_value(
        path, fmt::format("boxes_per_instance: {} is more than the {} in boxes; allowed: a divisor of {}",
                          span->number, count, count));
  } else if (count % span->number != 0) {
    report.at_value(
        path, fmt::format("boxes_per_instance: {} does not divide the {} boxes into instances; allowed: a "
                          "divisor of {}",
                          span->number, count, count));
  }
}

void check_ranks(const Values& values, Report& report) {
  const Value* span = values.find("boxes_per_instance");
  if (span == nullptr) return;
  if (span->number > 1 && !values.given("units/worker") && !values.faulty("units/worker") &&
      values.given("units/leader")) {
    report.at_value("units/leader",
                    fmt::format("units.worker is missing; allowed: the unit of an instance's further "
                                "boxes, since boxes_per_instance is {}",
                                span->number));
  }
  for (const char* key : {"worker", "master_port"}) {
    const std::string path = std::string("units/") + key;
    if (span->number == 1 && values.given(path)) {
      report.at_value(
          path, fmt::format("units.{} has no meaning with boxes_per_instance = 1; allowed: leave it out, "
                            "or let an instance span more boxes",
                            key));
    }
  }
  const std::int64_t master_port = values.number("units/master_port");
  if (span->number > 1 && master_port != 0 && master_port == values.number("units/port")) {
    report.at_value(
        values.given("units/master_port") ? "units/master_port" : "units/port",
        fmt::format("units.master_port: {} is units.port too; allowed: a port of its own", master_port));
  }
}

void check_units(const Values& values, const domain::Profile& profile, Report& report) {
  if (!profile.worker_unit.empty() && profile.worker_unit == profile.leader_unit) {
    report.at_value("units/worker",
                    fmt::format("units.worker: {} is the leader's unit; allowed: a unit of its own",
                                profile.worker_unit.text()));
  }
  std::set<UnitName> seen;
  for (const Item& index : values.tables("watchdogs")) {
    const std::string path = "watchdogs/" + index.text + "/unit";
    const UnitName unit(values.text(path));
    const std::string key = fmt::format("watchdogs[{}].unit", index.text);
    if (unit.empty()) continue;
    if (unit == profile.leader_unit || unit == profile.worker_unit) {
      report.at_value(
          path, fmt::format("{}: {} is a unit of the profile itself; allowed: a unit that starts it", key,
                            unit.text()));
    } else if (!seen.insert(unit).second) {
      report.at_value(path, fmt::format("{}: {} is declared twice; allowed: one table with all its boxes",
                                        key, unit.text()));
    }
  }
}

/// Flags that ff writes from other keys. The last one of two wins in vLLM, so a second one would lie.
void check_words(const Values& values, Report& report) {
  constexpr std::array own = {"host",         "port",          "served-model-name", "gpu-memory-utilization",
                              "max-num-seqs", "max-model-len", "shutdown-timeout",  "tensor-parallel-size",
                              "nnodes",       "node-rank",     "master-addr",       "master-port",
                              "headless"};
  for (const Item& word : values.items("settings/extra_args")) {
    std::string flag = word.text.substr(0, word.text.find('='));
    std::ranges::replace(flag, '_', '-');
    if (flag == "-tp" || (flag.starts_with("--") && std::ranges::find(own, flag.substr(2)) != own.end())) {
      report.at(word.at,
                fmt::format("settings.extra_args: ff writes {} itself; allowed: flags that no key of this "
                            "file stands for",
                            flag));
    } else if (flag == "--api-key") {
      report.at(word.at,
                "settings.extra_args: --api-key is a secret; allowed: VLLM_API_KEY in /etc/ff/site/UNIT.env");
    }
  }
}

void check_times(const Values& values, const domain::Profile& profile, Report& report) {
  if (profile.expected_start && profile.start_deadline.count() > 0 &&
      *profile.expected_start >= profile.start_deadline) {
    report.at_value("expected_start", "expected_start: is not below start_deadline; allowed: a shorter time");
  }
  if (values.number("settings/shutdown_timeout") % 1000 != 0) {
    report.at_value("settings/shutdown_timeout",
                    "settings.shutdown_timeout: is not in whole seconds; allowed: such as \"30s\"");
  }
}

}  // namespace

ProfileName profile_name_of(const std::string& file) {
  return ProfileName(std::filesystem::path(file).stem().string());
}

std::optional<ProfileFile> read_profile(std::string_view text, const std::string& file,
                                        std::vector<Fault>& faults) {
  const auto tree = tree_of(text, file);
  if (!tree) {
    faults.push_back(tree.error());
    return std::nullopt;
  }
  ProfileFile read{file, values_of(FileKind::profile, *tree, file, faults), {}};
  read.profile = profile_of(read.values, file);
  Report report(file, read.values, faults);
  check_name(read.profile, report);
  check_span(read.values, report);
  check_ranks(read.values, report);
  check_units(read.values, read.profile, report);
  check_words(read.values, report);
  check_times(read.values, read.profile, report);
  if (read.profile.boxes_per_instance <= 1) read.profile.master_port = 0;
  return read;
}

}  // namespace ff::config
