#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/sample.h"

namespace ff::load {

/// What `ff-load` was asked to do.
struct Options {
  std::string url;   ///< scheme, host and port; the paths are added
  double rate = 10;  ///< requests a second, all kinds together
  double for_s = 10;
  long count_max = 100000;
  std::vector<Kind> kinds{all_kinds.begin(), all_kinds.end()};
  int tokens = 4;  ///< of an answer that is not streamed
  int stream_tokens = 32;
  double limit_s = 15;  ///< a request that gets nothing for so long has hung
  std::string model;    ///< empty: whatever is served
  std::string log_path;
  std::vector<std::string> count_from;  ///< engines whose request logs tell duplicates
  bool json = false;

  /// `ff-load report LOG`: no load, but the report of a log that was written before.
  bool report_only = false;
  std::string report_path;
  double from_wall_ms = 0;
  double to_wall_ms = std::numeric_limits<double>::max();
};

/// Reads the arguments (without the program's name). bad_input says what is allowed; `refused` is a target
/// that may not be put under load.
[[nodiscard]] Result<Options> parse_options(const std::vector<std::string>& arguments);

[[nodiscard]] std::string usage();

}  // namespace ff::load
