#pragma once

#include <string>

namespace ff::tests {

/// The repository's folder, absolute. Told by one file alone, so that a compiler's cache serves every clone.
[[nodiscard]] std::string source_folder();

}  // namespace ff::tests
