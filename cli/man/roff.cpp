#include "cli/man/roff.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::cli::man {
namespace {

/// Characters that mean something to roff made plain; minus signs stay such, so that they can be copied.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string marked(const std::string& text) {
  std::string out;
  bool bold = false;
  for (const std::string& part : split(text, '`')) {
    out += bold ? "\\fB" + escaped(part) + "\\fR" : escaped(part);
    bold = !bold;
  }
  return out;
}

}  // namespace

Roff::Roff(const std::string& title, int section, const std::string& name, const std::string& about) {
  page_ = fmt::format(".TH \"{}\" \"{}\" \"\" \"Factory Floor {}\" \"Factory Floor\"\n", title, section,
                      FF_VERSION);
  page_ += ".SH NAME\n" + escaped(name) + " \\- " + escaped(about) + "\n";
}

Roff& Roff::section(const std::string& heading) {
  page_ += ".SH \"" + escaped(heading) + "\"\n";
  return *this;
}

Roff& Roff::subsection(const std::string& heading) {
  page_ += ".SS \"" + escaped(heading) + "\"\n";
  return *this;
}

Roff& Roff::text(const std::string& words) {
  for (const std::string& paragraph : split(words, '\n')) {
    if (!paragraph.empty()) page_ += ".PP\n" + marked(paragraph) + "\n";
  }
  return *this;
}

Roff& Roff::item(const std::string& term, const std::string& words) {
  page_ += ".TP\n\\fB" + escaped(term) + "\\fR\n" + marked(words) + "\n";
  return *this;
}

Roff& Roff::lines(const std::string& shown) {
  page_ += ".PP\n.RS 4\n.nf\n";
  for (const std::string& line : split(std::string(trimmed(shown)), '\n')) page_ += escaped(line) + "\n";
  page_ += ".fi\n.RE\n";
  return *this;
}

}  // namespace ff::cli::man
