#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "domain/outcome.h"
#include "ports/world.h"

namespace ff::app {

/// The stop of a run under the lock: by its own operator, or by another one who asks at the lock.
class RunStop {
 public:
  /// The world is borrowed and outlives this; its lease may be another one by then.
  RunStop(std::stop_token own, const ports::World& world);
  RunStop(const RunStop&) = delete;
  RunStop& operator=(const RunStop&) = delete;

  [[nodiscard]] std::stop_token token() const { return either_.get_token(); }
  /// Says in the outcome's error who asked, where it was another operator that ended the run.
  void tell(domain::Outcome& outcome) const;

 private:
  const ports::World& world_;
  std::stop_source either_;
  std::stop_callback<std::function<void()>> by_own_;
  std::stop_callback<std::function<void()>> by_another_;
};

}  // namespace ff::app
