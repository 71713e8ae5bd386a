#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace ff::codec {

struct Member;

/// One JSON value. Objects keep their order; a name stands in them once.
struct Value {
  using Array = std::vector<Value>;
  using Object = std::vector<Member>;
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>
      held;  ///< null by default

  /// The member of an object; nullptr when there is none or this is no object. Valid while the value lives.
  [[nodiscard]] const Value* find(std::string_view name) const;
};

/// A name and its value inside an object.
struct Member {
  std::string name;
  Value value;
};

/// A value from JSON text; at most 64 levels deep. `bad_input` with line and column when the text is damaged,
/// a name stands twice in an object, or a number does not fit.
[[nodiscard]] Result<Value> parse(std::string_view text);
/// The value on one line. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string one_line(const Value& value);
/// The value for people: what fits on a line stays on one, the rest is indented. Ends with a newline.
[[nodiscard]] std::string readable(const Value& value);

}  // namespace ff::codec
