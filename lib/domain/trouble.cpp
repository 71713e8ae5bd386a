#include "domain/trouble.h"

#include <array>

namespace ff::domain {

const char* word(Trouble trouble) {
  constexpr std::array words = {"none",
                                "consequence",
                                "error",
                                "exception",
                                "memory_short",
                                "no_cache_room",
                                "memory_ran_out",
                                "killed_for_memory",
                                "driver_memory",
                                "disk_full",
                                "port_taken",
                                "model_missing",
                                "image_missing",
                                "bad_arguments",
                                "shared_memory_gone",
                                "fabric",
                                "gpu"};
  static_assert(words.size() == static_cast<std::size_t>(Trouble::gpu) + 1);
  return words[static_cast<std::size_t>(trouble)];
}

}  // namespace ff::domain
