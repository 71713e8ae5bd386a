// Every string of both files with what a shell, systemd, nginx or a terminal would obey in it: refused with
// its place, or carried through as it is.
#include "tests/unit/config_texts.hpp"

namespace ff::config {
namespace {

using namespace texts;

const std::vector<std::string> obeyed = {"$(touch /tmp/pwned)",
                                         "`touch /tmp/pwned`",
                                         "a;touch /tmp/pwned",
                                         "a|b",
                                         "a&&b",
                                         "a>b",
                                         "a\\\"b",
                                         "it's",
                                         "a b",
                                         "${FF}",
                                         "%h{a}",
                                         "a\\\\b",
                                         "a\\nb",
                                         "a\\u001b[2Jb",
                                         "a\\u202eb",
                                         "a\\u0000b",
                                         "-oProxyCommand=a",
                                         "",
                                         std::string(65'536, 'a') + ".service"};

/// The text with the first string of that line (counted from 0) replaced; empty where the line has none.
std::string spoilt(const std::string& text, std::size_t line, const std::string& value) {
  std::vector<std::string> all = lines(text);
  const std::size_t begin = all[line].find('"');
  if (begin == std::string::npos) return {};
  const std::size_t end = all[line].find('"', begin + 1);
  all[line].replace(begin + 1, end - begin - 1, value);
  return joined(all, "\n") + "\n";
}

/// A fault stands at that line, and none of them does anything to a terminal.
void check_faults(const std::vector<std::string>& faults, const std::string& place) {
  INFO(joined(faults, "\n"));
  CHECK(std::ranges::any_of(faults, [&](const std::string& fault) { return begins(fault, place); }));
  for (const std::string& fault : faults) {
    CHECK(printable(fault, fault.size() + 1) == fault);
    CHECK(fault.size() < 600);
  }
}

std::string place_of(const std::string& file, std::size_t line) {
  return file + ":" + std::to_string(line + 1) + ":";
}

TEST_CASE("strings: what a shell would obey is refused in every string of the cluster file", "[config]") {
  for (std::size_t line = 0; line < lines(cluster).size(); ++line) {
    for (const std::string& value : obeyed) {
      const std::string text = spoilt(cluster, line, value);
      if (text.empty()) continue;
      INFO(lines(cluster)[line] << " <- " << value.substr(0, 80));
      check_faults(faults_of(parse_cluster(text, "cluster.toml")), place_of("cluster.toml", line));
    }
  }
}

TEST_CASE("strings: so it is in a profile, but for words that are for vLLM", "[config]") {
  for (std::size_t line = 0; line < lines(split).size(); ++line) {
    const bool words = begins(lines(split)[line], "extra_args");
    for (const std::string& value : obeyed) {
      const std::string text = spoilt(split, line, value);
      if (text.empty()) continue;
      INFO(lines(split)[line] << " <- " << value.substr(0, 80));
      const auto parsed = parse_profile(text, "split.toml");
      if (!parsed || !words) {
        check_faults(faults_of(parsed), place_of("split.toml", line));
      } else if (value.find('\\') == std::string::npos) {
        CHECK(parsed->settings.extra_args.front() == value);
      }
    }
  }
}

TEST_CASE("strings: names of tables are held to the same", "[config]") {
  for (const char* name :
       {"\"$(id)\"", "\"a b\"", "\"a;b\"", "\"\\u001b[2J\"", "\"-a\"", "\"\"", "\"../a\""}) {
    INFO(name);
    const std::string text = with(cluster, "[machines.box2]", std::string("[machines.") + name + "]");
    check_faults(faults_of(parse_cluster(text, "cluster.toml")), "cluster.toml:12:");
  }
}

}  // namespace
}  // namespace ff::config
