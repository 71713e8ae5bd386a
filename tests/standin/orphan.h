#pragma once

#include <string>
#include <vector>

namespace ff::standin {

/// Starts a process named VLLM::EngineCore that keeps `memory_fd` open and lives outside this unit's cgroup,
/// so that neither the unit's end nor its KillMode reaches it. Returns once it has moved there.
void leave_orphan(int memory_fd);

/// `orphan`: the life of that process. It ends by a signal only.
[[nodiscard]] int run_orphan(const std::vector<std::string>& arguments);

}  // namespace ff::standin
