#include "engine/deadlines.h"

#include <type_traits>
#include <variant>

namespace ff::engine {
namespace {

/// Above the shipped units' TimeoutStopSec: systemd's own kill comes first, and its result is what is told.
constexpr Milliseconds stop_deadline = std::chrono::minutes(4);
/// A start job ends when the container's process runs, long before the model is loaded.
constexpr Milliseconds start_deadline = std::chrono::minutes(2);
constexpr Milliseconds route_deadline = std::chrono::seconds(30);
constexpr Milliseconds ordinary_deadline = std::chrono::seconds(30);

template <class T, class... Kinds>
constexpr bool is_one_of = (std::is_same_v<T, Kinds> || ...);

}  // namespace

Milliseconds act_deadline_of(const domain::Step& step) {
  return std::visit(
      [](const auto& action) -> Milliseconds {
        using Kind = std::decay_t<decltype(action)>;
        if constexpr (is_one_of<Kind, domain::Retire, domain::Silence>)
          return stop_deadline;
        else if constexpr (is_one_of<Kind, domain::Launch, domain::Arm>)
          return start_deadline;
        else if constexpr (is_one_of<Kind, domain::SetRoute>)
          return route_deadline;
        else
          return ordinary_deadline;
      },
      step.action);
}

Milliseconds deadline_of(const domain::Step& step) {
  return std::visit(
      [&step](const auto& action) -> Milliseconds {
        using Kind = std::decay_t<decltype(action)>;
        if constexpr (std::is_same_v<Kind, domain::AwaitHealthy>)
          return action.deadline;
        else if constexpr (std::is_same_v<Kind, domain::Retire>)
          return stop_deadline + action.memory_deadline;
        else
          return act_deadline_of(step);
      },
      step.action);
}

}  // namespace ff::engine
