#include "codec/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace ff::codec {

const Value* Value::find(std::string_view name) const {
  const auto* members = std::get_if<Object>(&held);
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, name, &Member::name);
  return found == members->end() ? nullptr : &found->value;
}

namespace {

constexpr std::size_t depth_max = 64;

/// Builds a Value from the parser's calls; a call that returns false ends the parse.
class Builder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  bool null() { return put({nullptr}); }
  bool boolean(bool value) { return put({value}); }
  bool number_integer(number_integer_t value) { return put({value}); }
  bool number_unsigned(number_unsigned_t value) {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return refuse("a number is too large");
    }
    return put({static_cast<std::int64_t>(value)});
  }
  bool number_float(number_float_t value, const string_t&) { return put({value}); }
  bool string(string_t& text) { return put({std::move(text)}); }
  bool binary(binary_t&) { return refuse("binary data"); }
  bool start_object(std::size_t) { return open({Value::Object{}}); }
  bool start_array(std::size_t) { return open({Value::Array{}}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(string_t& name) {
    auto& members = std::get<Value::Object>(open_.back().held);
    if (std::ranges::find(members, name, &Member::name) != members.end()) {
      return refuse(fmt::format("'{}' stands twice", name));
    }
    members.push_back({std::move(name), {}});
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
    position_ = position;
    return false;
  }

  Value take() { return std::move(root_); }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  bool put(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto* array = std::get_if<Value::Array>(&open_.back().held)) {
      array->push_back(std::move(value));
    } else {
      std::get<Value::Object>(open_.back().held).back().value = std::move(value);
    }
    return true;
  }
  bool open(Value container) {
    if (open_.size() == depth_max) return refuse("is nested too deep");
    open_.push_back(std::move(container));
    return true;
  }
  bool close() {
    Value done = std::move(open_.back());
    open_.pop_back();
    return put(std::move(done));
  }
  bool refuse(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  Value root_;
  std::vector<Value> open_;
  std::string reason_ = "is not JSON";
  std::size_t position_ = 0;
};

std::string place_in(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position == 0 ? 0 : position - 1);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t begin = before.rfind('\n');
  const std::size_t column = before.size() - (begin == std::string_view::npos ? 0 : begin + 1) + 1;
  return fmt::format("line {}, column {}: ", line, column);
}

}  // namespace

Result<Value> parse(std::string_view text) {
  Builder builder;
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.take();
  const std::string place = builder.position() == 0 ? "" : place_in(text, builder.position());
  return fail(ErrorCode::bad_input, place + builder.reason());
}

}  // namespace ff::codec
