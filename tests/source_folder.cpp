#include "source_folder.hpp"

namespace ff::tests {

std::string source_folder() {
  return FF_SOURCE_DIR;
}

}  // namespace ff::tests
