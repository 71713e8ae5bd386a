#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "domain/profile.h"

namespace ff::render {

/// A box's address in some text that is not ff's.
struct Mention {
  int line = 0;         ///< 1-based
  std::string address;  ///< as it stands there, with its port where one does
  MachineName box;
  bool to_copy = false;  ///< with a port on which copies serve; else without any

  bool operator==(const Mention&) const = default;
};

/// What to look for, made once for many texts.
class Mentions {
 public:
  explicit Mentions(const domain::Declaration& declaration);

  /// Every line that names a box by an address, its machine's or its SSH host's name, with a serving port or
  /// without one. A name counts without a port only as the host of a URL or as the whole value of a key that
  /// speaks of hosts. Left out: other ports, networks, comments, host keys and SSH's own settings, lines of a
  /// hosts file that only give a box its own names, and the proxy's address where it is a box's too.
  [[nodiscard]] std::vector<Mention> in(std::string_view text) const;

 private:
  struct Known {
    std::string text;  ///< as compared: addresses in their shortest spelling, names in lower case
    MachineName box;
    bool is_name = false;
    bool is_proxy = false;  ///< the proxy listens on this address too
  };
  /// A word that could be a host, in its line.
  struct Host {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
  };

  void add(const domain::Machine& machine, const std::string& text, bool is_name);
  [[nodiscard]] const Known* find(const std::string& text) const;
  [[nodiscard]] bool gives_own_names(std::string_view line) const;
  void look_at(std::string_view line, int number, std::vector<Mention>& found) const;
  [[nodiscard]] bool counts(std::string_view line, const Host& host, const Known& known, std::string& port,
                            bool& to_copy) const;

  std::vector<Known> known_;
  std::set<std::uint16_t> ports_;
  std::uint16_t proxy_port_ = 0;
};

/// Whether the text is a file that ff itself wrote or reads.
[[nodiscard]] bool is_own_text(std::string_view text);

}  // namespace ff::render
