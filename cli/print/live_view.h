#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/event.h"

namespace ff::cli {

/// What goes on at this moment, as a few lines to be painted over and over: one for each step under way, with
/// what is awaited, how long it lasts, how long it may, and the last evidence; one for an outage that is
/// open; one for what is waited for before the first step. Made from events alone; no clock, no terminal.
class LiveView {
 public:
  void take(const domain::Event& event);
  /// The lines as they are at `now`, none longer than `width` characters.
  [[nodiscard]] std::vector<std::string> lines(WallTime now, std::size_t width) const;

 private:
  struct Waiting {
    domain::Event started;
    std::optional<domain::Event> progress;  ///< the last
  };
  [[nodiscard]] static std::string line_of(const Waiting& waiting, WallTime now);

  std::map<std::pair<MachineName, std::string>, Waiting> waiting_;  ///< by machine and kind of step
  std::optional<WallTime> outage_since_;
  std::optional<domain::Event> outside_;  ///< progress of no step: the lock is waited for
};

/// "[=====>     ]": how much of `expected` is over; full but for the last cell once it is exceeded, since
/// what is awaited has not come.
[[nodiscard]] std::string bar(Milliseconds elapsed, Milliseconds expected, std::size_t cells);

}  // namespace ff::cli
