#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "codec/value.h"

namespace ff::codec {
namespace {

constexpr std::size_t width_max = 100;

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

struct Scalar {
  std::string operator()(std::nullptr_t) const { return "null"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const {
    return std::isfinite(value) ? nlohmann::json(value).dump() : "null";
  }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(const Value::Array&) const { return {}; }
  std::string operator()(const Value::Object&) const { return {}; }
};

/// Writes with `separator` after each comma and colon, all on one line.
void write_flat(const Value& value, std::string_view blank, std::string& out) {
  std::string_view comma;
  const std::string next = fmt::format(",{}", blank);
  if (const auto* array = std::get_if<Value::Array>(&value.held)) {
    out += '[';
    for (const Value& item : *array) {
      out += std::exchange(comma, next);
      write_flat(item, blank, out);
    }
    out += ']';
  } else if (const auto* object = std::get_if<Value::Object>(&value.held)) {
    out += '{';
    for (const Member& member : *object) {
      out += fmt::format("{}{}:{}", std::exchange(comma, next), quoted(member.name), blank);
      write_flat(member.value, blank, out);
    }
    out += '}';
  } else {
    out += std::visit(Scalar{}, value.held);
  }
}

bool is_container(const Value& value) {
  return value.held.index() >= 5;
}

/// Whether everything in it stands one level deep: deeper nests are indented even when they are short.
bool is_shallow(const Value& value) {
  if (const auto* array = std::get_if<Value::Array>(&value.held))
    return std::ranges::none_of(*array, is_container);
  if (const auto* object = std::get_if<Value::Object>(&value.held)) {
    return std::ranges::none_of(*object, is_container, &Member::value);
  }
  return true;
}

void write_readable(const Value& value, std::size_t indent, std::size_t used, std::string& out) {
  std::string flat;
  write_flat(value, " ", flat);
  if (!is_container(value) || flat.size() == 2 || (is_shallow(value) && used + flat.size() <= width_max)) {
    out += flat;
    return;
  }
  const std::string inner(indent + 2, ' ');
  std::string_view comma;
  const auto* object = std::get_if<Value::Object>(&value.held);
  out += object != nullptr ? '{' : '[';
  if (object != nullptr) {
    for (const Member& member : *object) {
      const std::string name = fmt::format("{}: ", quoted(member.name));
      out += fmt::format("{}\n{}{}", std::exchange(comma, ","), inner, name);
      write_readable(member.value, indent + 2, inner.size() + name.size(), out);
    }
  } else {
    for (const Value& item : std::get<Value::Array>(value.held)) {
      out += fmt::format("{}\n{}", std::exchange(comma, ","), inner);
      write_readable(item, indent + 2, inner.size(), out);
    }
  }
  out += fmt::format("\n{}{}", std::string(indent, ' '), object != nullptr ? '}' : ']');
}

}  // namespace

std::string one_line(const Value& value) {
  std::string out;
  write_flat(value, "", out);
  return out;
}

std::string readable(const Value& value) {
  std::string out;
  write_readable(value, 0, 0, out);
  return out + "\n";
}

}  // namespace ff::codec
