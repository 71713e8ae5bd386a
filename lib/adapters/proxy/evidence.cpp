#include "adapters/proxy/evidence.h"

#include <charconv>
#include <string>

#include "base/text.h"

namespace ff::adapters::proxy {

namespace {

/// The words of a line between runs of blanks.
std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> all;
  for (std::string& word : split(line, ' ')) {
    if (!word.empty()) all.push_back(std::move(word));
  }
  return all;
}

/// From `users:(("nginx",pid=12,fd=6),...)`.
Holder holder_in(const std::string& line) {
  Holder holder = {{}, 0, printable(trimmed(line))};
  const std::size_t name = line.find("((\"");
  if (name == std::string::npos) return holder;
  const std::size_t end = line.find('"', name + 3);
  if (end == std::string::npos) return holder;
  holder.program = printable(line.substr(name + 3, end - name - 3));
  if (line.compare(end, 6, "\",pid=") == 0)
    std::from_chars(line.data() + end + 6, line.data() + line.size(), holder.pid);
  return holder;
}

}  // namespace

std::vector<Holder> holders_of(std::uint16_t port, std::string_view ss_output) {
  std::vector<Holder> holders;
  for (const std::string& line : lines(ss_output)) {
    const std::vector<std::string> columns = words(line);
    // State, Recv-Q, Send-Q, Local Address:Port, Peer Address:Port, Process
    if (columns.size() >= 4 && columns[3].ends_with(":" + std::to_string(port)))
      holders.push_back(holder_in(line));
  }
  return holders;
}

}  // namespace ff::adapters::proxy
