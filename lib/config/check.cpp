#include "config/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/address.h"
#include "base/text.h"
#include "config/literal.h"

namespace ff::config {
namespace {

std::string quoted(const std::string& text) {
  return "\"" + printable(text, 80) + "\"";
}

std::string shown(const Node& node) {
  switch (node.kind) {
    case Node::Kind::string:
      return quoted(node.text);
    case Node::Kind::integer:
      return fmt::format("{}", node.integer);
    case Node::Kind::real:
      return fmt::format("{}", node.real);
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    default:
      return word(node.kind);
  }
}

Node::Kind kind_for(KeyType type) {
  switch (type) {
    case KeyType::names:
    case KeyType::addresses:
    case KeyType::words:
      return Node::Kind::array;
    case KeyType::port:
    case KeyType::integer:
      return Node::Kind::integer;
    case KeyType::share:
      return Node::Kind::real;
    case KeyType::boolean:
      return Node::Kind::boolean;
    default:
      return Node::Kind::string;
  }
}

bool in_range(const Key& key, std::optional<std::int64_t> number) {
  return number && *number >= key.minimum && *number <= key.maximum;
}

/// Takes a string's value over; false when the key does not take it.
bool take_string(const Key& key, const std::string& text, Value& value) {
  value.text = text;
  switch (key.type) {
    case KeyType::duration:
    case KeyType::size: {
      const auto number = key.type == KeyType::size ? size_of(text) : duration_of(text);
      value.number = number.value_or(0);
      return in_range(key, number);
    }
    case KeyType::address: {
      const auto address = address_of(text);
      value.text = address.value_or("");
      return address && !is_wildcard(*address);
    }
    case KeyType::endpoint: {
      const auto endpoint = endpoint_of(text);
      if (!endpoint) return false;
      value.text = endpoint->address;
      value.number = endpoint->port;
      return true;
    }
    case KeyType::choice: {
      const auto choices = split(key.choices, '|');
      return std::ranges::find(choices, text) != choices.end();
    }
    default:
      return is_well_formed(key.type, text);
  }
}

/// Takes a value of the right kind over; false when it is out of what the key takes.
bool take(const Key& key, const Node& node, Value& value) {
  switch (kind_for(key.type)) {
    case Node::Kind::string:
      return take_string(key, node.text, value);
    case Node::Kind::integer:
      value.number = node.integer;
      return in_range(key, node.integer);
    case Node::Kind::real:
      value.real = node.kind == Node::Kind::integer ? static_cast<double>(node.integer) : node.real;
      return value.real > 0.0 && value.real <= 1.0;
    default:
      value.number = node.boolean ? 1 : 0;
      return true;
  }
}

std::string refusal(const Key& key, const std::string& shown_value) {
  return fmt::format("{} is not allowed; allowed: {}", shown_value, allowed(key));
}

/// An item of a list as it is kept; nothing when the key does not take it.
std::optional<std::string> taken_item(const Key& key, const Node& item) {
  if (item.kind != Node::Kind::string) return std::nullopt;
  if (key.type != KeyType::addresses)
    return is_well_formed(key.type, item.text) ? std::optional(item.text) : std::nullopt;
  const auto address = address_of(item.text);
  return address && !is_wildcard(*address) ? address : std::nullopt;
}

void check_list(const Key& key, const Node& list, Checked& checked) {
  std::set<std::string> seen;
  for (const Node& item : list.children) {
    const auto taken = taken_item(key, item);
    if (!taken) {
      checked.problems.push_back({refusal(key, shown(item)), item.at});
    } else if (key.type != KeyType::words && !seen.insert(*taken).second) {
      checked.problems.push_back(
          {fmt::format("{} is named twice; allowed: each once", shown(item)), item.at});
    } else {
      checked.value.items.push_back({*taken, item.at});
    }
  }
  if (key.type == KeyType::names && list.children.empty()) {
    checked.problems.push_back({"the list is empty; allowed: " + allowed(key), list.at});
  }
}

}  // namespace

Checked check(const Key& key, const Node& node) {
  Checked checked;
  checked.value.at = node.at;
  const Node::Kind wanted = kind_for(key.type);
  const bool fits = node.kind == wanted || (wanted == Node::Kind::real && node.kind == Node::Kind::integer);
  if (!fits) {
    checked.problems.push_back({fmt::format("is {}; allowed: {}", word(node.kind), allowed(key)), node.at});
  } else if (wanted == Node::Kind::array) {
    check_list(key, node, checked);
  } else if (!take(key, node, checked.value)) {
    checked.problems.push_back({refusal(key, shown(node)), node.at});
  }
  return checked;
}

}  // namespace ff::config
