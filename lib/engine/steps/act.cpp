#include "engine/steps/act.h"

#include <type_traits>
#include <variant>

namespace ff::engine {

Result<ports::MachineActors> actors_of(Context& context, const MachineName& machine) {
  const auto found = context.world.actors.find(machine);
  if (found == context.world.actors.end()) {
    return fail(ErrorCode::not_found, "no such machine in this run", {machine, {}});
  }
  return found->second;
}

Status act(const domain::Step& step, Context& context, const Limit& limit) {
  return std::visit(
      [&](const auto& action) -> Status {
        using Kind = std::decay_t<decltype(action)>;
        if constexpr (std::is_same_v<Kind, domain::Drain> || std::is_same_v<Kind, domain::Settle>)
          return Done{};
        else
          return act(action, context, limit);
      },
      step.action);
}

}  // namespace ff::engine
