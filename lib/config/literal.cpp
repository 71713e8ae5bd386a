#include "config/literal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/address.h"
#include "base/text.h"

namespace ff::config {
namespace {

struct Scale {
  std::string_view suffix;
  std::int64_t factor;
};

constexpr std::array time_scales = {Scale{"h", 3'600'000}, Scale{"m", 60'000}, Scale{"s", 1'000},
                                    Scale{"ms", 1}};
constexpr std::array size_scales = {Scale{"KiB", 1LL << 10}, Scale{"MiB", 1LL << 20}, Scale{"GiB", 1LL << 30},
                                    Scale{"TiB", 1LL << 40}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A non-negative whole number of figures only.
std::optional<std::int64_t> whole_number(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> product(std::int64_t count, std::int64_t factor) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(count, factor, &result)) return std::nullopt;
  return result;
}

/// Takes the leading characters of which `wanted` holds off `text`.
template <class Wanted>
std::string_view take(std::string_view& text, Wanted wanted) {
  const auto end = std::ranges::find_if_not(text, wanted);
  const std::string_view taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

bool only(std::string_view text, std::string_view signs) {
  return std::ranges::all_of(
      text, [&](char c) { return is_letter(c) || is_digit(c) || signs.find(c) != std::string_view::npos; });
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 63 && only(text.substr(0, 1), "") && only(text, "_.-");
}

bool is_path(std::string_view text) {
  return !text.empty() && text.size() <= 4095 && text[0] != '-' && only(text, "/._-+=@,");
}

bool is_word(std::string_view text) {
  constexpr std::string_view refused = " '\\`$";
  return !text.empty() && text.size() <= 4096 && printable(text, text.size() + 1) == text &&
         text.find_first_of(refused) == std::string_view::npos;
}

}  // namespace

std::optional<std::int64_t> duration_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t total = 0;
  auto next = time_scales.begin();
  while (!text.empty()) {
    const auto count = whole_number(take(text, is_digit));
    const std::string_view unit = take(text, is_letter);
    const auto scale =
        std::find_if(next, time_scales.end(), [&](const Scale& s) { return s.suffix == unit; });
    if (!count || scale == time_scales.end()) return std::nullopt;
    const auto part = product(*count, scale->factor);
    if (!part || __builtin_add_overflow(total, *part, &total)) return std::nullopt;
    next = scale + 1;
  }
  return total;
}

std::optional<std::int64_t> size_of(std::string_view text) {
  const auto count = whole_number(take(text, is_digit));
  if (text.starts_with(' ')) text.remove_prefix(1);
  const auto scale = std::ranges::find(size_scales, text, &Scale::suffix);
  if (!count || scale == size_scales.end()) return std::nullopt;
  return product(*count, scale->factor);
}

bool is_wildcard(const std::string& address) {
  return address == "0.0.0.0" || address == "::";
}

std::optional<domain::Endpoint> endpoint_of(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const auto port = whole_number(text.substr(colon + 1));
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const auto address = address_of(host);
  if (!address || !port || *port < 1 || *port > std::numeric_limits<std::uint16_t>::max())
    return std::nullopt;
  const bool is_ipv6 = address->find(':') != std::string::npos;
  if (is_ipv6 != bracketed) return std::nullopt;
  return domain::Endpoint{*address, static_cast<std::uint16_t>(*port)};
}

bool is_unit(std::string_view text) {
  constexpr std::array suffixes = {".service", ".timer", ".socket",    ".path",
                                   ".target",  ".mount", ".automount", ".swap"};
  const auto suffix = std::ranges::find_if(suffixes, [&](std::string_view s) { return text.ends_with(s); });
  if (suffix == suffixes.end() || text.size() > 255) return false;
  const std::string_view prefix = text.substr(0, text.size() - std::string_view(*suffix).size());
  return !prefix.empty() && prefix.front() != '@' && prefix.front() != '-' && prefix.back() != '@' &&
         only(prefix, ":-_.\\@");
}

bool is_well_formed(KeyType type, std::string_view text) {
  switch (type) {
    case KeyType::name:
    case KeyType::names:
      return is_name(text);
    case KeyType::ssh_alias:
      return !text.empty() && text.size() <= 255 && text[0] != '-' && only(text, "._-@:");
    case KeyType::absolute_path:
      return is_path(text) && text[0] == '/';
    case KeyType::path:
    case KeyType::model_path:
      return is_path(text);
    case KeyType::service:
      return is_unit(text) && text.ends_with(".service");
    case KeyType::unit:
      return is_unit(text);
    case KeyType::image:
      return !text.empty() && text.size() <= 255 && only(text.substr(0, 1), "") && only(text, "._-/:@");
    case KeyType::served_name:
      return !text.empty() && text.size() <= 255 && text[0] != '-' && only(text, "._-/:@+");
    case KeyType::words:
      return is_word(text);
    default:
      return false;
  }
}

}  // namespace ff::config
