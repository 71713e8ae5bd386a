#pragma once

#include <string>
#include <vector>

namespace ff::standin {

/// `serve`: the whole life of one rank. Returns the exit code: 0 after a signal, 1 when it could not load or
/// bind its port, 2 for wrong arguments.
[[nodiscard]] int run_serve(const std::vector<std::string>& arguments);

}  // namespace ff::standin
