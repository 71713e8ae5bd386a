#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/scene.h"
#include "domain/plan.h"

namespace ff::app {

/// The ways to every profile, or to one, from what was seen.
struct Runbook {
  struct Way {
    domain::Plan plan;
    std::string text;  ///< Markdown; without commands where hazards block it

    [[nodiscard]] bool blocked() const;
  };
  std::string head;
  std::vector<Way> ways;

  /// All of it as Markdown.
  [[nodiscard]] std::string text() const;
};

/// Looks, and writes down the plain commands to `target`, or with an empty one to every profile. `bad_input`
/// for an unknown one, `cancelled` at a stop; a way that hazards block is told with them in place of
/// commands.
[[nodiscard]] Result<Runbook> runbook(const Scene& scene, const ProfileName& target,
                                      const std::stop_token& stop);

/// The same from a snapshot of whole depth; the target, if any, must be known.
[[nodiscard]] Runbook runbook_from(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                                   const ProfileName& target = {});

}  // namespace ff::app
