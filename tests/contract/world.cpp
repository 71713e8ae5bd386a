#include "contract/world.hpp"

#include <cstdlib>

namespace ff::tests {

std::unique_ptr<ContractWorld> make_contract_world() {
  const char* name = std::getenv("FF_WORLD");
  if (name != nullptr && std::string(name) == "lab") return make_lab_world();
  if (name != nullptr && std::string(name) == "sim") return make_sim_world();
  return nullptr;
}

}  // namespace ff::tests
