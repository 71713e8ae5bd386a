#pragma once

#include <cstddef>

namespace ff::config {

/// No file of ff's is larger; anything that is was not meant for it.
constexpr std::size_t file_bytes_max = 1024 * 1024;

}  // namespace ff::config
