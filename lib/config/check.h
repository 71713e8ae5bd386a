#pragma once

#include <string>
#include <vector>

#include "config/values.h"

namespace ff::config {

/// A value as its key wants it, or what is wrong with it; each problem with its place.
struct Checked {
  Value value;
  std::vector<Item> problems;
};

[[nodiscard]] Checked check(const Key& key, const Node& node);

}  // namespace ff::config
