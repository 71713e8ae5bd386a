#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/systemd/bus.h"

namespace ff::adapters::systemd {

/// One property's value, in the field that fits its type: strings and paths in `text`, bytes as hex there;
/// numbers and booleans in `number`, "not set" (all ones) as -1; arrays of strings in `list`; a structure
/// gives its first member; commands (a(sasb...)) give one line each in `list`.
struct Value {
  std::string text = {};
  std::int64_t number = 0;
  std::vector<std::string> list = {};
};
using Properties = std::map<std::string, Value>;

/// Those properties of a GetAll reply that are `wanted`; the rest is skipped unread.
[[nodiscard]] Properties properties_of(const Reply& reply, const std::set<std::string_view>& wanted);
/// The reply's first argument as a string or object path; empty when it has none.
[[nodiscard]] std::string text_of(const Reply& reply);
/// The reply's first argument as a boolean.
[[nodiscard]] bool flag_of(const Reply& reply);
/// What ListUnitFiles answers: path and state of each file.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> unit_files_of(const Reply& reply);
/// The names in an answer of ListUnitsByPatterns.
[[nodiscard]] std::vector<std::string> unit_names_of(const Reply& reply);
/// A signal's member, path and leading basic arguments.
[[nodiscard]] Signal signal_of(sd_bus_message* message);

/// The object path of a unit, and back; empty when it is none.
[[nodiscard]] std::string path_of_unit(const std::string& unit);
[[nodiscard]] std::string unit_of_path(const std::string& path);

}  // namespace ff::adapters::systemd
