#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/scene.h"

namespace ff::app {

/// One line that a unit, or its manager about it, wrote to the journal.
struct LogLine {
  MachineName box;
  UnitName unit;
  std::string text;
};
using TakeLine = std::function<void(const LogLine&)>;

/// Names by which `Journal` is asked: instances of all profiles and boxes. Sorted, each once.
[[nodiscard]] std::vector<std::string> journal_names(const domain::Declaration& declaration);

/// What journalctl takes for the lines of one start: what the unit wrote, and what its manager wrote about
/// it.
[[nodiscard]] std::vector<std::string> lines_of(const InvocationId& start);

/// The journal of an instance's or a box's units, each by the id of one start of it, never by time: clocks
/// differ, and old starts wrote the same words.
class Journal {
 public:
  /// Finds the units behind a name of `journal_names()`: those that run, else those that failed, else those
  /// of which the manager still knows a start, else all of which the journal does. `bad_input` for another
  /// name, `not_found` when no journal tells of a start, and what keeps a box from answering.
  static Result<Journal> open(const Scene& scene, const std::string& name, const std::stop_token& stop);

  /// The last `count` lines of each unit.
  Status tail(int count, const TakeLine& take, const std::stop_token& stop);
  /// What has come since, again and again until a stop, also from later starts of the units. Success is a
  /// stop.
  Status follow(const TakeLine& take, const std::stop_token& stop);

 private:
  struct Source {
    MachineName box;
    UnitName unit;
    InvocationId invocation = {};
    std::string cursor = {};  ///< the journal's name for the last line taken; empty before any
  };
  explicit Journal(const Scene& scene) : scene_(&scene) {}
  static std::vector<Source> sources_behind(const domain::Declaration& declaration, const std::string& name);
  static Result<std::vector<Source>> logged_sources(const Scene& scene, const std::string& name,
                                                    const Limit& limit);
  Status read(Source& source, const std::string& from, const TakeLine& take, const Limit& limit);
  Status read_on(Source& source, const TakeLine& take, const Limit& limit);

  const Scene* scene_;
  std::vector<Source> sources_;
};

}  // namespace ff::app
