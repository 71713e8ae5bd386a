#include "adapters/proxy/program.h"

#include <algorithm>

#include "base/text.h"

namespace ff::adapters::proxy {

namespace {

/// Where programs lie that a login without root's PATH would not find.
constexpr const char* path_variable = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

bool holds_one(const std::string& line, const std::vector<std::string>& words) {
  return std::ranges::any_of(words,
                             [&](const std::string& word) { return line.find(word) != std::string::npos; });
}

Program nginx() {
  constexpr const char* log = "/var/log/nginx/error.log";
  return {"nginx",
          {"env", path_variable, "nginx", "-t", "-c"},
          {"[emerg]", "[alert]", "[crit]"},
          "[warn]",
          // A log that starts anew is read from its start.
          {"bash", "-c", "echo +$(($(stat -c %s \"$0\" 2>/dev/null) + 1))", log},
          {"bash", "-c", "tail -c \"$1\" \"$0\"", log},
          {"[emerg]"},
          true};
}

/// The master of HAProxy says on its standard error, which is the journal, why it will not have a file.
Program haproxy(const std::string& unit) {
  return {"haproxy",
          {"env", path_variable, "haproxy", "-c", "-f"},
          {"[ALERT]"},
          "[WARNING]",
          {"bash", "-c", "journalctl -q -n 0 --show-cursor 2>/dev/null | sed -n 's/^-- cursor: //p'"},
          {"journalctl", "-q", "-o", "cat", "-u", unit, "--after-cursor"},
          {"haproxy.main()]", "Fatal errors found"},
          false};
}

}  // namespace

Program program_of(const domain::Proxy& proxy) {
  return proxy.driver == domain::Proxy::Driver::haproxy ? haproxy(proxy.unit.text()) : nginx();
}

std::vector<std::string> complaints(const Program& program, std::string_view output, bool warnings) {
  std::vector<std::string> found;
  for (const std::string& line : lines(output)) {
    const bool warned = warnings && line.find(program.warning) != std::string::npos;
    if (warned || holds_one(line, program.grave)) found.push_back(printable(line));
  }
  return found;
}

/// nginx tries to bind for 2.5 s before it gives up.
bool refused(const Program& program, const std::vector<std::string>& complaints) {
  return std::ranges::any_of(complaints, [&](const std::string& line) {
    return holds_one(line, program.refusals) && line.find("bind() to") == std::string::npos;
  });
}

}  // namespace ff::adapters::proxy
