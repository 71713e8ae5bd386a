#include "standin/settings.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "standin/log.h"

namespace ff::standin {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto look_every = std::chrono::milliseconds(100);

constexpr std::array<std::pair<const char*, Fault>, 8> fault_words{
    {{"none", Fault::none},
     {"die_loading", Fault::die_loading},
     {"hang", Fault::hang},
     {"never_ready", Fault::never_ready},
     {"slow_first_token", Fault::slow_first_token},
     {"wrong_model", Fault::wrong_model},
     {"refuse_stop", Fault::refuse_stop},
     {"orphan", Fault::orphan}}};

const std::map<std::string, double Settings::*, std::less<>>& number_keys() {
  static const std::map<std::string, double Settings::*, std::less<>> table{
      {"start", &Settings::start_s},
      {"stop", &Settings::stop_s},
      {"memory_return", &Settings::memory_return_s},
      {"first_token", &Settings::first_token_s},
      {"slow_first_token", &Settings::slow_first_token_s},
      {"tokens_per_second_scale", &Settings::tokens_per_second_scale},
      {"weights_gib", &Settings::weights_gib},
  };
  return table;
}

const std::map<std::string, std::int64_t Settings::*, std::less<>>& size_keys() {
  static const std::map<std::string, std::int64_t Settings::*, std::less<>> table{
      {"memory_total_kb", &Settings::memory_total_kb},
      {"memory_available_kb", &Settings::memory_available_kb},
  };
  return table;
}

template <class Number>
bool read_number(std::string_view text, Number& into) {
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || value < 0) return false;
  into = value;
  return true;
}

bool read_fault(std::string_view text, Fault& into) {
  for (const auto& [name, fault] : fault_words) {
    if (text != name) continue;
    into = fault;
    return true;
  }
  return false;
}

/// Takes one pair over; "" or what is wrong with it.
std::string apply(Settings& settings, const std::string& key, const std::string& value) {
  bool good = false;
  if (const auto number = number_keys().find(key); number != number_keys().end()) {
    good = read_number(value, settings.*number->second);
  } else if (const auto size = size_keys().find(key); size != size_keys().end()) {
    good = read_number(value, settings.*size->second);
  } else if (key == "fault") {
    good = read_fault(value, settings.fault);
  } else {
    return "unknown key " + key;
  }
  return good ? "" : "bad value " + key + "=" + value;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::string default_path() {
  const char* path = std::getenv("FF_STANDIN_CONF");
  return path != nullptr ? path : "/etc/ff-standin.conf";
}

}  // namespace

const char* word(Fault fault) {
  for (const auto& [name, value] : fault_words) {
    if (value == fault) return name;
  }
  return "none";
}

ParsedSettings parse_settings(std::string_view text, Topology topology) {
  const std::string mine = topology == Topology::split ? "_split" : "_replica";
  const std::string other = topology == Topology::split ? "_replica" : "_split";
  std::vector<std::pair<std::string, std::string>> plain;
  std::vector<std::pair<std::string, std::string>> special;
  ParsedSettings parsed;
  for (const std::string& line : lines(text)) {
    const std::string_view bare = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (bare.empty()) continue;
    const auto equals = bare.find('=');
    if (equals == std::string_view::npos) {
      parsed.complaints.push_back("no KEY=VALUE: " + std::string(bare));
      continue;
    }
    std::string key(trimmed(bare.substr(0, equals)));
    std::string value(trimmed(bare.substr(equals + 1)));
    if (key.ends_with(other)) continue;
    if (key.ends_with(mine)) {
      key.resize(key.size() - mine.size());
      special.emplace_back(std::move(key), std::move(value));
    } else {
      plain.emplace_back(std::move(key), std::move(value));
    }
  }
  for (const auto* pairs : {&plain, &special}) {
    for (const auto& [key, value] : *pairs) {
      if (auto complaint = apply(parsed.settings, key, value); !complaint.empty())
        parsed.complaints.push_back(std::move(complaint));
    }
  }
  return parsed;
}

SettingsFile::SettingsFile(std::string path, Topology topology)
    : path_(std::move(path)), topology_(topology) {
  const std::lock_guard lock(mutex_);
  look();
}

SettingsFile::SettingsFile(Topology topology) : SettingsFile(default_path(), topology) {}

Settings SettingsFile::now() {
  const std::lock_guard lock(mutex_);
  if (Clock::now() - looked_at_ >= look_every) look();
  return settings_;
}

void SettingsFile::look() {
  looked_at_ = Clock::now();
  std::string text = read_file(path_);
  if (text == text_) return;
  text_ = std::move(text);
  ParsedSettings parsed = parse_settings(text_, topology_);
  for (const std::string& complaint : parsed.complaints)
    print_line("ff-standin: " + path_ + ": " + complaint);
  settings_ = parsed.settings;
}

}  // namespace ff::standin
