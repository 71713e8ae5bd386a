#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace ff::ports {

/// What a walk through files came to.
struct TextsRead {
  int files = 0;          ///< read whole
  int links = 0;          ///< symbolic links, which are not followed
  int binary = 0;         ///< files with a NUL byte, left out
  int huge = 0;           ///< files over 1 MiB, left out
  int other_systems = 0;  ///< folders on another file system, not entered
  std::vector<std::string> unreadable;
};

/// Gets each file's path and its whole content.
using TakeText = std::function<void(const std::string& path, const std::string& text)>;

/// Text files of the machine that ff runs on.
class Texts {
 public:
  virtual ~Texts() = default;
  /// Every text file at or below the paths, in the order of their names. A path itself may be a link; nothing
  /// below it is followed, and no other file system is entered. `bad_input` for a path that is not there;
  /// `cancelled` at a stop.
  virtual Result<TextsRead> each(const std::vector<std::string>& paths, const TakeText& take,
                                 std::stop_token stop) = 0;
};

}  // namespace ff::ports
