#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

#include "cli/print/live_view.h"
#include "ports/events.h"

namespace ff::cli {

/// Prints events as they come, on a thread of its own, so that a terminal that does not read never stops a
/// run. Progress is dropped when too much waits; steps never are.
class ProgressPrinter final : public ports::Events {
 public:
  enum class Style {
    silent,
    lines,  ///< for people, on stderr
    live,   ///< the same on a terminal: what is under way is painted over
    json,   ///< one JSON object a line, on stdout
  };
  explicit ProgressPrinter(Style style);
  /// Prints what waits.
  ~ProgressPrinter() override;

  void emit(const domain::Event& event) noexcept override;

 private:
  void drain();
  void print(const std::deque<domain::Event>& events);
  void paint(const std::deque<domain::Event>& events);

  const Style style_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<domain::Event> waiting_;
  std::uint64_t dropped_ = 0;
  bool ending_ = false;
  LiveView view_;            ///< the printer's thread only, like what follows
  std::size_t painted_ = 0;  ///< lines of it that stand on the terminal
  std::thread thread_;
};

}  // namespace ff::cli
