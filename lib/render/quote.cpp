#include "render/quote.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <cstdint>

namespace ff::render {

namespace {

constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

struct Decoded {
  std::uint32_t code = 0xfffd;
  std::size_t length = 1;
};

/// The code point at the start of `text`; U+FFFD of one byte for what is no UTF-8.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || length > text.size()) return {};
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
  return {code, length};
}

std::string escaped(std::uint32_t code) {
  constexpr std::string_view kept = " !#%&()*+,-./:;<=>?@[]^_`{|}~";
  if (code < 0x80) {
    const char c = static_cast<char>(code);
    if (word_letters.find(c) != std::string_view::npos || kept.find(c) != std::string_view::npos) return {c};
  }
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  const std::uint32_t rest = code - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
}

}  // namespace

std::string json_string(std::string_view text, std::size_t length_max) {
  std::string out = "\"";
  while (!text.empty()) {
    const Decoded decoded = decode(text);
    const std::string next = escaped(decoded.code);
    if (out.size() + next.size() > length_max) return out + "...\"";
    out += next;
    text.remove_prefix(decoded.length);
  }
  return out + "\"";
}

std::string nginx_quoted(std::string_view text) {
  assert(text.find('$') == std::string_view::npos);
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (word_letters.find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace ff::render
