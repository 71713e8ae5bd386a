#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ff::standin {

/// How the engine is spread; settings may differ for each.
enum class Topology { replica, split };

/// The one thing that goes wrong.
enum class Fault {
  none,
  die_loading,       ///< exits 1 in the middle of loading
  hang,              ///< everything but completions answers
  never_ready,       ///< loads for ever, silently
  slow_first_token,  ///< the first token takes slow_first_token_s
  wrong_model,       ///< advertises another model
  refuse_stop,       ///< SIGTERM is ignored
  orphan,            ///< a process that holds the memory outlives the engine
};

/// The settings file's word for a fault.
[[nodiscard]] const char* word(Fault fault);

/// What the settings file says, with the defaults for what it does not. Times in seconds.
struct Settings {
  double start_s = 2;
  double stop_s = 0.2;
  double memory_return_s = 0.5;
  double first_token_s = 0.05;
  double slow_first_token_s = 60;
  double tokens_per_second_scale = 1;
  double weights_gib = 71.72;
  std::int64_t memory_total_kb = 127601452;
  std::int64_t memory_available_kb = 123000000;
  Fault fault = Fault::none;
};

/// Settings and what could not be understood of their text.
struct ParsedSettings {
  Settings settings;
  std::vector<std::string> complaints;
};

/// Reads KEY=VALUE lines; `#` starts a comment. A key with _split or _replica at its end goes before the
/// plain one in that topology. A wrong value or unknown key keeps the default and is complained about.
[[nodiscard]] ParsedSettings parse_settings(std::string_view text, Topology topology);

/// The settings file, read again when its text changes, at most each 100 ms. Safe for all threads.
class SettingsFile {
 public:
  /// A missing file means defaults. Complaints are printed once for each new text.
  SettingsFile(std::string path, Topology topology);
  /// From $FF_STANDIN_CONF, else /etc/ff-standin.conf.
  explicit SettingsFile(Topology topology);

  [[nodiscard]] Settings now();

 private:
  void look();

  const std::string path_;
  const Topology topology_;
  std::mutex mutex_;
  Settings settings_;
  std::string text_;
  std::chrono::steady_clock::time_point looked_at_;
};

}  // namespace ff::standin
