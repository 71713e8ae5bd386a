#pragma once

#include <string>

namespace ff::cli::man {

/// A manual page as it is written. Text is escaped here and nowhere else; `words` between backticks are set
/// in bold.
class Roff {
 public:
  /// `title` in capitals, `section` a digit, `name` and `about` for the line that `apropos` finds.
  Roff(const std::string& title, int section, const std::string& name, const std::string& about);

  Roff& section(const std::string& heading);
  Roff& subsection(const std::string& heading);
  /// One paragraph, or several parted by empty lines.
  Roff& text(const std::string& words);
  /// A term and what it means.
  Roff& item(const std::string& term, const std::string& words);
  /// Lines to be shown as they are.
  Roff& lines(const std::string& shown);

  [[nodiscard]] const std::string& page() const { return page_; }

 private:
  std::string page_;
};

}  // namespace ff::cli::man
