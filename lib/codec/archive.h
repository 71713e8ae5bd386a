#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/time.h"
#include "codec/value.h"

/// How values become JSON and back. A struct is described once, by a function
/// `template <class Archive> void members(Archive& archive, Struct& value)` that names each member;
/// Reader and Writer both call it, so that they cannot drift apart. Enumerations have
/// `const char* json_word(Enum)` and `Enum last_of(Enum)`.
namespace ff::codec {

/// Where in the text a reader stands (a JSON pointer), and the first fault met anywhere.
struct Faults {
  std::optional<Error> first;

  void add(const std::string& pointer, const std::string& what);
};

/// "2026-11-29T14:02:11.123Z" as a time; nothing when it is not one.
[[nodiscard]] std::optional<WallTime> time_from(const std::string& text);
/// One more step of a JSON pointer (RFC 6901).
[[nodiscard]] std::string below(const std::string& pointer, std::string_view name);

template <class T>
struct IsId : std::false_type {};
template <class Tag>
struct IsId<StrongId<Tag>> : std::true_type {};

template <class T>
concept Id = IsId<T>::value;
template <class T>
concept Enumeration = std::is_enum_v<T>;
template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

/// Reads one value, or adds a fault and leaves the target as it was. One overload a kind of target.
struct ReadInto {
  Faults& faults;

  void operator()(const Value& value, const std::string& at, bool& into) const;
  void operator()(const Value& value, const std::string& at, double& into) const;
  void operator()(const Value& value, const std::string& at, std::string& into) const;
  void operator()(const Value& value, const std::string& at, WallTime& into) const;
  void operator()(const Value& value, const std::string& at, Bytes& into) const;
  void operator()(const Value& value, const std::string& at, Milliseconds& into) const;
  [[nodiscard]] std::optional<std::int64_t> integer(const Value& value, const std::string& at,
                                                    std::int64_t least, std::int64_t most) const;

  template <Integer T>
  void operator()(const Value& value, const std::string& at, T& into) const {
    const auto number = integer(value, at, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    if (number) into = static_cast<T>(*number);
  }
  template <Id T>
  void operator()(const Value& value, const std::string& at, T& into) const {
    std::string text;
    (*this)(value, at, text);
    into = T(std::move(text));
  }
  template <Enumeration T>
  void operator()(const Value& value, const std::string& at, T& into) const {
    std::string text;
    (*this)(value, at, text);
    for (int i = 0; i <= static_cast<int>(last_of(T{})); ++i) {
      if (text != json_word(static_cast<T>(i))) continue;
      into = static_cast<T>(i);
      return;
    }
    faults.add(at, "'" + text + "' is not one of the words known here");
  }
  template <class T>
  void operator()(const Value& value, const std::string& at, std::optional<T>& into) const {
    if (std::holds_alternative<std::nullptr_t>(value.held)) return into.reset();
    (*this)(value, at, into.emplace());
  }
  template <class T>
  void operator()(const Value& value, const std::string& at, std::vector<T>& into) const {
    each(value, at,
         [&](const Value& item, const std::string& place) { (*this)(item, place, into.emplace_back()); });
  }
  template <class T>
  void operator()(const Value& value, const std::string& at, std::set<T>& into) const {
    each(value, at, [&](const Value& item, const std::string& place) {
      T read{};
      (*this)(item, place, read);
      into.insert(std::move(read));
    });
  }
  template <class K, class T>
  void operator()(const Value& value, const std::string& at, std::map<K, T>& into) const {
    const auto* object = std::get_if<Value::Object>(&value.held);
    if (object == nullptr) return faults.add(at, "must be an object");
    for (const Member& member : *object) {
      (*this)(member.value, below(at, member.name), into[K(member.name)]);
    }
  }
  template <class T>
    requires std::is_class_v<T> && (!Id<T>)
  void operator()(const Value& value, const std::string& at, T& into) const;

 private:
  template <class Function>
  void each(const Value& value, const std::string& at, const Function& function) const {
    const auto* array = std::get_if<Value::Array>(&value.held);
    if (array == nullptr) return faults.add(at, "must be an array");
    for (std::size_t i = 0; i < array->size(); ++i) function((*array)[i], below(at, std::to_string(i)));
  }
};

/// Fills a struct from an object; members that the text does not name keep what they have.
class Reader {
 public:
  Reader(const Value& value, std::string pointer, Faults& faults)
      : value_(value), pointer_(std::move(pointer)), faults_(faults) {}

  template <class T>
  void operator()(const char* name, T& member) {
    known_.insert(name);
    const Value* found = value_.find(name);
    if (found != nullptr) ReadInto{faults_}(*found, below(pointer_, name), member);
  }
  /// A fault for each member that nothing asked for, and when this is no object at all.
  void finish();

 private:
  const Value& value_;
  std::string pointer_;
  Faults& faults_;
  std::set<std::string, std::less<>> known_;
};

template <class T>
  requires std::is_class_v<T> && (!Id<T>)
void ReadInto::operator()(const Value & value, const std::string & at, T & into) const {
  Reader reader(value, at, faults);
  members(reader, into);
  reader.finish();
}

/// Turns values into JSON values. With `complete`, members equal to their default are written too.
struct Write {
  bool complete = false;

  Value operator()(bool value) const { return {value}; }
  Value operator()(double value) const { return {value}; }
  Value operator()(const std::string& text) const { return {text}; }
  Value operator()(WallTime time) const { return {time == WallTime{} ? std::string() : iso_time(time)}; }
  Value operator()(Bytes bytes) const { return {bytes.count}; }
  Value operator()(Milliseconds duration) const { return {static_cast<std::int64_t>(duration.count())}; }

  template <Integer T>
  Value operator()(T number) const {
    return {static_cast<std::int64_t>(number)};
  }
  template <Id T>
  Value operator()(const T& id) const {
    return {id.text()};
  }
  template <Enumeration T>
  Value operator()(T value) const {
    return {std::string(json_word(value))};
  }
  template <class T>
  Value operator()(const std::optional<T>& value) const {
    return value ? (*this)(*value) : Value{nullptr};
  }
  template <class T>
  Value operator()(const std::vector<T>& all) const {
    return list(all);
  }
  template <class T>
  Value operator()(const std::set<T>& all) const {
    return list(all);
  }
  /// A pair stands as an array of two.
  template <class A, class B>
  Value operator()(const std::pair<A, B>& both) const {
    return {Value::Array{(*this)(both.first), (*this)(both.second)}};
  }
  template <class K, class T>
  Value operator()(const std::map<K, T>& all) const {
    Value::Object object;
    for (const auto& [key, value] : all)
      object.push_back({std::get<std::string>((*this)(key).held), (*this)(value)});
    return {std::move(object)};
  }
  template <class T>
    requires std::is_class_v<T> && (!Id<T>)
  Value operator()(const T& value) const;

 private:
  template <class Range>
  Value list(const Range& all) const {
    Value::Array array;
    for (const auto& item : all) array.push_back((*this)(item));
    return {std::move(array)};
  }
};

/// Writes a struct's members, leaving out those that read back as their default anyway.
class Writer {
 public:
  Writer(Write write, const Value::Object* defaults) : write_(write), defaults_(defaults) {}

  template <class T>
  void operator()(const char* name, T& member) {
    Value value = write_(std::as_const(member));
    const bool is_default =
        defaults_ != nullptr && one_line((*defaults_)[position_].value) == one_line(value);
    ++position_;
    if (!is_default) object_.push_back({name, std::move(value)});
  }
  Value::Object take() { return std::move(object_); }

 private:
  Write write_;
  const Value::Object* defaults_;
  std::size_t position_ = 0;
  Value::Object object_;
};

template <class T>
  requires std::is_class_v<T> && (!Id<T>)
Value Write::operator()(const T & value) const {
  Value::Object defaults;
  if (!complete) {
    T nothing{};
    Writer writer(*this, nullptr);
    members(writer, nothing);
    defaults = writer.take();
  }
  Writer writer(*this, complete ? nullptr : &defaults);
  // Writers only look; one description serves both ways, and Reader needs the struct to be writable.
  members(writer, const_cast<T&>(value));
  return {writer.take()};
}

/// The whole of a text as one struct. `bad_input` with a JSON pointer to the first fault.
template <class T>
[[nodiscard]] Result<T> value_from(std::string_view text) {
  FF_TRY(value, parse(text));
  Faults faults;
  T into{};
  ReadInto{faults}(value, "", into);
  if (faults.first) return fail(*std::move(faults.first));
  return into;
}

}  // namespace ff::codec
