#pragma once

#include <string>
#include <vector>

namespace ff::adapters::host {

/// The scripts that run on a machine. Each gets a mark and its arguments, prints
/// "ff:MARK:begin\n BODY \nff:MARK:end CODE\n ERRORS \nff:MARK:done\n" (without the blanks) and writes
/// nothing. The body of a look and of files is a sequence of records "KEY LENGTH\nVALUE\n", a listing's the
/// names, each ended by NUL.
enum class Script { look, files, output, list };

/// The command line for any POSIX login shell, every word quoted.
[[nodiscard]] std::string command_line(Script script, const std::string& mark,
                                       const std::vector<std::string>& arguments);
/// The script's text.
[[nodiscard]] std::string text_of(Script script);

}  // namespace ff::adapters::host
