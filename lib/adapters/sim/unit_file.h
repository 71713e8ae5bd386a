#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/time.h"

namespace ff::adapters::sim {

/// As much of a unit file as the simulated systemd acts on.
struct UnitFile {
  UnitName name;
  std::string text;
  std::map<std::string, std::vector<UnitName>> relations;  ///< forward ones, by systemd's property name
  std::vector<std::string> commands;                       ///< values of all Exec lines
  std::string start_command;                               ///< of ExecStart=
  std::vector<std::string> environment_files;              ///< those that must exist
  std::vector<std::string> wanted_by;                      ///< targets of [Install]
  bool oneshot = false;
  bool reloadable = false;
  bool restarts_on_failure = false;
  Milliseconds restart_delay{100};
  int start_limit_burst = 5;
  Milliseconds start_limit_interval{10'000};
  Milliseconds stop_timeout{90'000};
  Milliseconds first_elapse{0};  ///< of a timer, from its start
  Milliseconds period{0};        ///< of a timer; 0 for once

  [[nodiscard]] bool is_timer() const { return name.text().ends_with(".timer"); }
  [[nodiscard]] bool relates(const std::string& relation, const UnitName& other) const;
};

/// Reads a unit file's text. What it does not know is left out; it is no judge of unit files.
[[nodiscard]] UnitFile unit_file_of(const UnitName& name, std::string_view text);

}  // namespace ff::adapters::sim
