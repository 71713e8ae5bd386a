#include "adapters/systemd/message.h"

#include <fmt/format.h>
#include <systemd/sd-bus.h>

#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace ff::adapters::systemd {
namespace {

constexpr const char* unit_prefix = "/org/freedesktop/systemd1/unit";

std::vector<std::string> strings_of(sd_bus_message* message, char type) {
  std::vector<std::string> all;
  const char* text = nullptr;
  while (sd_bus_message_read_basic(message, type, &text) > 0) all.emplace_back(text);
  return all;
}

/// One Exec line: path and arguments of it; flags and times are skipped. The first argument repeats the path.
std::string command_of(sd_bus_message* message) {
  const char* path = "";
  sd_bus_message_read_basic(message, 's', &path);
  std::vector<std::string> words;
  if (sd_bus_message_enter_container(message, 'a', "s") > 0) {
    words = strings_of(message, 's');
    sd_bus_message_exit_container(message);
  }
  if (words.empty()) return path;
  words.front() = path;
  return joined(words, " ");
}

std::string hex_of(sd_bus_message* message) {
  const void* bytes = nullptr;
  std::size_t size = 0;
  std::string text;
  if (sd_bus_message_read_array(message, 'y', &bytes, &size) <= 0) return text;
  for (std::size_t i = 0; i < size; ++i)
    text += fmt::format("{:02x}", static_cast<const std::uint8_t*>(bytes)[i]);
  return text;
}

std::vector<std::string> commands_of(sd_bus_message* message, const char* contents) {
  std::vector<std::string> commands;
  const std::string inner(contents + 1, std::strlen(contents) - 2);
  while (sd_bus_message_enter_container(message, 'r', inner.c_str()) > 0) {
    commands.push_back(command_of(message));
    while (sd_bus_message_at_end(message, 0) == 0 && sd_bus_message_skip(message, nullptr) >= 0) {
    }
    sd_bus_message_exit_container(message);
  }
  return commands;
}

template <class Integer>
std::int64_t integer_of(sd_bus_message* message, char type) {
  Integer number = 0;
  sd_bus_message_read_basic(message, type, &number);
  return static_cast<std::int64_t>(number);
}

std::int64_t number_of(sd_bus_message* message, char type) {
  switch (type) {
    case 'y':
      return integer_of<std::uint8_t>(message, type);
    case 'n':
      return integer_of<std::int16_t>(message, type);
    case 'q':
      return integer_of<std::uint16_t>(message, type);
    case 'i':
    case 'b':
      return integer_of<std::int32_t>(message, type);
    case 'u':
      return integer_of<std::uint32_t>(message, type);
    case 'x':
      return integer_of<std::int64_t>(message, type);
    default:
      return integer_of<std::uint64_t>(message, type);
  }
}

bool is_text(char type) {
  return type == 's' || type == 'o' || type == 'g';
}
bool is_number(char type) {
  return std::strchr("ynqiubxt", type) != nullptr;
}

void read_array(sd_bus_message* message, const char* contents, Value& value) {
  if (std::strcmp(contents, "y") == 0) {
    value.text = hex_of(message);
    return;
  }
  const bool strings = std::strcmp(contents, "s") == 0 || std::strcmp(contents, "o") == 0;
  const bool commands = std::strncmp(contents, "(sasb", 5) == 0;
  if (!strings && !commands) {
    sd_bus_message_skip(message, nullptr);
    return;
  }
  if (sd_bus_message_enter_container(message, 'a', contents) <= 0) return;
  value.list = strings ? strings_of(message, contents[0]) : commands_of(message, contents);
  sd_bus_message_exit_container(message);
}

Value value_of(sd_bus_message* message) {
  Value value;
  char type = 0;
  const char* contents = nullptr;
  if (sd_bus_message_peek_type(message, &type, &contents) <= 0) return value;
  if (is_text(type)) {
    const char* text = "";
    sd_bus_message_read_basic(message, type, &text);
    value.text = text;
  } else if (type == 'a') {
    read_array(message, contents, value);
  } else if (type == 'r' && sd_bus_message_enter_container(message, 'r', contents) > 0) {
    value = value_of(message);
    while (sd_bus_message_at_end(message, 0) == 0 && sd_bus_message_skip(message, nullptr) >= 0) {
    }
    sd_bus_message_exit_container(message);
  } else if (is_number(type)) {
    value.number = number_of(message, type);
  } else {
    sd_bus_message_skip(message, nullptr);
  }
  return value;
}

Value variant_of(sd_bus_message* message) {
  char type = 0;
  const char* contents = nullptr;
  if (sd_bus_message_peek_type(message, &type, &contents) <= 0 || type != 'v') return {};
  if (sd_bus_message_enter_container(message, 'v', contents) <= 0) return {};
  Value value = value_of(message);
  sd_bus_message_exit_container(message);
  return value;
}

}  // namespace

Properties properties_of(const Reply& reply, const std::set<std::string_view>& wanted) {
  Properties properties;
  sd_bus_message* message = reply.message.get();
  if (reply.failed() || sd_bus_message_enter_container(message, 'a', "{sv}") <= 0) return properties;
  while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char* name = "";
    sd_bus_message_read_basic(message, 's', &name);
    if (wanted.contains(name))
      properties[name] = variant_of(message);
    else
      sd_bus_message_skip(message, "v");
    sd_bus_message_exit_container(message);
  }
  return properties;
}

std::string text_of(const Reply& reply) {
  return reply.failed() ? std::string() : value_of(reply.message.get()).text;
}

bool flag_of(const Reply& reply) {
  return !reply.failed() && value_of(reply.message.get()).number != 0;
}

std::vector<std::pair<std::string, std::string>> unit_files_of(const Reply& reply) {
  std::vector<std::pair<std::string, std::string>> files;
  sd_bus_message* message = reply.message.get();
  if (reply.failed() || sd_bus_message_enter_container(message, 'a', "(ss)") <= 0) return files;
  const char* path = nullptr;
  const char* state = nullptr;
  while (sd_bus_message_read(message, "(ss)", &path, &state) > 0) files.emplace_back(path, state);
  return files;
}

std::vector<std::string> unit_names_of(const Reply& reply) {
  std::vector<std::string> names;
  sd_bus_message* message = reply.message.get();
  if (reply.failed() || sd_bus_message_enter_container(message, 'a', "(ssssssouso)") <= 0) return names;
  while (sd_bus_message_enter_container(message, 'r', "ssssssouso") > 0) {
    const char* name = "";
    sd_bus_message_read_basic(message, 's', &name);
    names.emplace_back(name);
    sd_bus_message_skip(message, "sssssouso");
    sd_bus_message_exit_container(message);
  }
  return names;
}

Signal signal_of(sd_bus_message* message) {
  const auto known = [](const char* text) { return std::string(text == nullptr ? "" : text); };
  Signal signal{known(sd_bus_message_get_member(message)), known(sd_bus_message_get_path(message)), {}};
  char type = 0;
  while (sd_bus_message_peek_type(message, &type, nullptr) > 0 && (is_text(type) || is_number(type))) {
    const Value value = value_of(message);
    signal.words.push_back(is_text(type) ? value.text : std::to_string(value.number));
  }
  return signal;
}

std::string path_of_unit(const std::string& unit) {
  char* path = nullptr;
  if (sd_bus_path_encode(unit_prefix, unit.c_str(), &path) < 0) return {};
  std::string made(path);
  std::free(path);
  return made;
}

std::string unit_of_path(const std::string& path) {
  char* unit = nullptr;
  if (sd_bus_path_decode(path.c_str(), unit_prefix, &unit) <= 0) return {};
  std::string made(unit);
  std::free(unit);
  return made;
}

}  // namespace ff::adapters::systemd
