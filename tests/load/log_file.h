#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/sample.h"

namespace ff::load {

/// One line a request, in the order in which they ended: start on both clocks, kind, result, duration, time
/// to the first byte, Retry-After, id. Times in milliseconds; "-" where there is none. Each line is flushed.
class LogFile {
 public:
  /// Without a path nothing is written. Fails if the file cannot be made.
  [[nodiscard]] static Result<LogFile> open(const std::string& path);
  void write(const Sample& sample);

 private:
  std::ofstream file_;
};

/// Reads such a file back. bad_input names the line that is none.
[[nodiscard]] Result<std::vector<Sample>> read_log(const std::string& path);

}  // namespace ff::load
