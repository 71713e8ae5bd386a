#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "standin/line_socket.h"

namespace ff::standin {

/// A box's memory, as its keeper sees it.
struct BoxMemory {
  std::int64_t free_kb = 0;
  std::int64_t total_kb = 0;
};

/// This engine's hold on the box's memory. It lasts as long as the connection does, in whatever process that
/// is. Without a keeper every call does nothing.
class MemoryClaim {
 public:
  /// Connects to the keeper at $FF_STANDIN_MEMORY, else /run/ff-lab/memory.sock.
  MemoryClaim();

  /// What is free now; nothing without a keeper.
  [[nodiscard]] std::optional<BoxMemory> ask();
  /// Holds this much in all from now on.
  void hold(std::int64_t kb);
  /// The connection, for a process that is to hold the memory on; -1 without a keeper.
  [[nodiscard]] int fd() const { return keeper_.fd(); }

 private:
  std::optional<BoxMemory> exchange(const std::string& line);

  LineSocket keeper_;
};

}  // namespace ff::standin
