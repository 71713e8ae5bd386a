#include <string>

#include "catch.hpp"
#include "cli/completion/scripts.h"
#include "cli/man/pages.h"
#include "cli/man/roff.h"
#include "config/files.h"
#include "config/keys.h"

using namespace ff;
using namespace ff::cli;

namespace {

/// A text as roff holds it.
std::string in_roff(const std::string& text) {
  std::string out;
  bool bold = false;
  for (const char c : text) {
    if (c == '-')
      out += "\\-";
    else if (c == '`')
      out += (bold = !bold) ? "\\fB" : "\\fR";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out;
}

bool tells(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string page(const std::string& name) {
  const auto found = man::page(name);
  REQUIRE(found.has_value());
  return *found;
}

}  // namespace

TEST_CASE("the manual of ff has every verb, option and exit code", "[cli][man]") {
  const std::string text = page("ff.1");
  for (const Verb& verb : verbs()) {
    INFO(verb.name);
    CHECK(tells(text, ".SS \"" + in_roff(synopsis(verb)) + "\"") != verb.hidden);
    if (verb.hidden) continue;
    for (const Option& option : verb.options) CHECK(tells(text, "\\fB" + in_roff(spelled(option)) + "\\fR"));
  }
  for (const ExitMeaning& meaning : exit_meanings()) {
    const std::string number = std::to_string(static_cast<int>(meaning.code));
    CHECK(tells(text, "\\fB" + number + "\\fR\n" + in_roff(meaning.brief)));
    CHECK(tells(page("ff-exit-codes.7"), in_roff(meaning.detail)));
  }
  CHECK(tells(text, "rm /etc/systemd/system.control/UNIT && systemctl daemon\\-reload"));
}

TEST_CASE("each kind of file has a page with all its keys", "[cli][man]") {
  for (const config::Key& key : config::keys()) {
    INFO(key.path());
    const bool cluster = key.file == config::FileKind::cluster;
    const std::string text = page(cluster ? "ff-cluster.toml.5" : "ff-profile.toml.5");
    CHECK(tells(text, std::string(".TP\n\\fB") + key.name + "\\fR\n" + in_roff(key.help)));
    if (key.fallback != nullptr) CHECK(tells(text, "Default: " + in_roff(key.fallback)));
  }
}

TEST_CASE("the examples of the manual are files that ff takes", "[cli][man]") {
  std::vector<config::Fault> faults;
  const auto cluster = config::read_cluster(man::example_cluster(), "/etc/ff/cluster.toml", faults);
  auto split = config::read_profile(man::example_split(), "/etc/ff/split.toml", faults);
  auto replica = config::read_profile(man::example_replica(), "/etc/ff/replica.toml", faults);
  REQUIRE((cluster && split && replica));
  config::check_together(*cluster, {*split, *replica}, {"replica", "split"}, faults);
  for (const config::Fault& fault : faults)
    UNSCOPED_INFO(fault.file << ":" << fault.line << ": " << fault.what);
  CHECK(faults.empty());
}

TEST_CASE("what means something to roff is plain text", "[cli][man]") {
  man::Roff roff("X", 1, "x", "a test");
  roff.lines(".hidden\na\\b 'c' -d").text("`bold` and\n\nnot");
  CHECK(tells(roff.page(), "\n\\&.hidden\na\\eb \\(aqc\\(aq \\-d\n"));
  CHECK(tells(roff.page(), ".PP\n\\fBbold\\fR and\n.PP\nnot\n"));
}

TEST_CASE("every shell's completion has every verb and option", "[cli][completion]") {
  for (const std::string& shell : completion::shells()) {
    const auto script = completion::script(shell);
    REQUIRE(script.has_value());
    for (const Verb& verb : verbs()) {
      INFO(shell << " " << verb.name);
      if (verb.hidden) continue;
      CHECK(tells(*script, verb.name));
      for (const Option& option : verb.options) {
        const std::string name = option.name;
        CHECK(tells(*script, shell == "fish" ? "-l " + name.substr(2) : name));
      }
    }
  }
  CHECK(!completion::script("csh").has_value());
}
