#pragma once

#include <string>

namespace ff::cli::man {

/// The pages of the two kinds of file, made from the table of their keys.
[[nodiscard]] std::string cluster_page();
[[nodiscard]] std::string profile_page();

}  // namespace ff::cli::man
