#include "codec/archive.h"

#include <array>
#include <charconv>
#include <chrono>

namespace ff::codec {

void Faults::add(const std::string& pointer, const std::string& what) {
  if (!first)
    first = Error{ErrorCode::bad_input, (pointer.empty() ? "/" : pointer) + ": " + what, {}, {}, {}};
}

std::string below(const std::string& pointer, std::string_view name) {
  std::string out = pointer + "/";
  for (const char c : name) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::optional<WallTime> time_from(const std::string& text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd.dddZ";
  if (text.size() != shape.size()) return std::nullopt;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == 'd' ? !digit : text[i] != shape[i]) return std::nullopt;
  }
  const auto number = [&](std::size_t begin, std::size_t length) {
    int value = 0;
    std::from_chars(text.data() + begin, text.data() + begin + length, value);
    return value;
  };
  using namespace std::chrono;
  const year_month_day day{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                           std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (!day.ok() || number(11, 2) > 23 || number(14, 2) > 59 || number(17, 2) > 60) return std::nullopt;
  return WallTime(sys_days(day)) + hours(number(11, 2)) + minutes(number(14, 2)) + seconds(number(17, 2)) +
         milliseconds(number(20, 3));
}

void ReadInto::operator()(const Value& value, const std::string& at, bool& into) const {
  const auto* held = std::get_if<bool>(&value.held);
  if (held == nullptr) return faults.add(at, "must be true or false");
  into = *held;
}

void ReadInto::operator()(const Value& value, const std::string& at, double& into) const {
  if (const auto* whole = std::get_if<std::int64_t>(&value.held)) {
    into = static_cast<double>(*whole);
  } else if (const auto* held = std::get_if<double>(&value.held)) {
    into = *held;
  } else {
    faults.add(at, "must be a number");
  }
}

void ReadInto::operator()(const Value& value, const std::string& at, std::string& into) const {
  const auto* held = std::get_if<std::string>(&value.held);
  if (held == nullptr) return faults.add(at, "must be a text");
  into = *held;
}

void ReadInto::operator()(const Value& value, const std::string& at, WallTime& into) const {
  std::string text;
  (*this)(value, at, text);
  if (text.empty()) {
    into = {};
  } else if (const auto time = time_from(text)) {
    into = *time;
  } else {
    faults.add(at, "must be a time like 2026-11-29T14:02:11.123Z");
  }
}

std::optional<std::int64_t> ReadInto::integer(const Value& value, const std::string& at, std::int64_t least,
                                              std::int64_t most) const {
  const auto* held = std::get_if<std::int64_t>(&value.held);
  if (held != nullptr && *held >= least && *held <= most) return *held;
  faults.add(at, "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

void ReadInto::operator()(const Value& value, const std::string& at, Bytes& into) const {
  (*this)(value, at, into.count);
}

void ReadInto::operator()(const Value& value, const std::string& at, Milliseconds& into) const {
  std::int64_t count = 0;
  (*this)(value, at, count);
  into = Milliseconds(count);
}

void Reader::finish() {
  const auto* object = std::get_if<Value::Object>(&value_.held);
  if (object == nullptr) return faults_.add(pointer_, "must be an object");
  for (const Member& member : *object) {
    if (!known_.contains(member.name)) faults_.add(below(pointer_, member.name), "is not known here");
  }
}

}  // namespace ff::codec
