#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/checkup.h"

namespace ff::render {

/// One directive of nginx's language, with the place where it begins.
struct Directive {
  std::string file;
  int line = 0;                    ///< 1-based
  std::vector<std::string> words;  ///< the name first; without quotes; never empty
  std::vector<Directive> block;    ///< what stands between its braces

  [[nodiscard]] const std::string& name() const { return words.front(); }
  /// The first word behind the name; empty when there is none.
  [[nodiscard]] std::string value() const { return words.size() > 1 ? words[1] : ""; }
};

/// The directives of each file that no other one includes, in the files' order, with the includes in their
/// places; one of a file that is not among these is left out. A relative path in `include` starts at the
/// folder of the file that nothing includes. What is no nginx is read as well as it can be, and never fails.
[[nodiscard]] std::vector<std::vector<Directive>> nginx_directives(
    const std::vector<domain::ConfigFile>& files);

}  // namespace ff::render
