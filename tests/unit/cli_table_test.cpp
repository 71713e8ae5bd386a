#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "cli/help.h"
#include "cli/table/spelling.h"
#include "cli/table/table.h"

using namespace ff;
using namespace ff::cli;

namespace {

Parsed parse(std::vector<const char*> words) {
  words.insert(words.begin(), "ff");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

bool tells(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The least command line of a verb: its name and the word that it needs.
std::vector<const char*> least(const Verb& verb) {
  std::vector<const char*> words = {verb.name};
  if (verb.positional.required) words.push_back("word");
  if (std::string(verb.name) == "takeover") words.insert(words.end(), {"--reason", "why"});
  if (std::string(verb.name) == "wait") words.insert(words.end(), {"--for", "serving"});
  return words;
}

}  // namespace

TEST_CASE("each verb is wholly described and runs in one way", "[cli][table]") {
  std::set<std::string> names;
  for (const Verb& verb : verbs()) {
    INFO(verb.name);
    CHECK(names.insert(verb.name).second);
    CHECK(*verb.purpose != '\0');
    CHECK((verb.hidden || !verb.examples.empty()));
    CHECK(!verb.exits.empty());
    CHECK(std::ranges::is_sorted(verb.exits));
    const bool is_help = std::string(verb.name) == "help";
    CHECK((verb.run != nullptr ? 1 : 0) + (verb.run_alone != nullptr ? 1 : 0) == (is_help ? 0 : 1));
    for (const Example& example : verb.examples)
      CHECK(std::string(example.line).starts_with(std::string("ff ") + verb.name));
  }
}

TEST_CASE("exit codes are told once each, in the order of their numbers", "[cli][table]") {
  CHECK(std::ranges::is_sorted(exit_meanings(), std::ranges::less_equal{}, &ExitMeaning::code));
  for (const Verb& verb : verbs()) {
    for (const ExitCode code : verb.exits) CHECK(meaning_of(code).code == code);
  }
  CHECK(exit_code(Error{ErrorCode::bad_input, "", {}, {}, {}}) == ExitCode::usage);
}

TEST_CASE("the parser takes every verb, option and help of the table", "[cli][table]") {
  for (const Verb& verb : verbs()) {
    if (std::string(verb.name) == "help") continue;
    INFO(verb.name);
    CHECK(parse(least(verb)).arguments.has_value());
    CHECK(parse({verb.name, "-h"}).text == help::of(verb));
    CHECK(parse({"help", verb.name}).text == help::of(verb));
    for (const Option& option : verb.options) {
      INFO(option.name);
      CHECK(tells(help::of(verb), spelled(option)));
      std::vector<const char*> words = least(verb);
      const auto given = std::ranges::find(words, std::string_view(option.name));
      if (given != words.end()) continue;
      words.push_back(option.name);
      const bool is_duration =
          std::holds_alternative<std::optional<Milliseconds> Arguments::*>(option.target);
      const bool is_goal = std::string(option.name) == "--for";
      const bool is_failure = std::string(option.name) == "--on-failure";
      const bool is_id = std::string(option.name) == "--run";
      if (*option.value != '\0')
        words.push_back(is_duration  ? "5m"
                        : is_failure ? "stop"
                        : is_goal    ? "steady"
                        : is_id      ? "7f3a02c1"
                                     : "5");
      if (std::string(option.name) == "--on") words.push_back("--detach");
      const std::set<std::string> reasoned = {"--accept", "--without", "--only"};
      if (verb.group == Group::changes && reasoned.contains(option.name))
        words.insert(words.end(), {"--reason", "x"});
      CHECK(parse(words).arguments.has_value());
    }
  }
}

TEST_CASE("a command line is said again as it was typed, in the table's order", "[cli][table]") {
  const std::vector<const char*> typed = {"switch", "replica",  "--without", "box2",     "--accept",
                                          "a:b",    "--accept", "c:d",       "--reason", "it's broken"};
  const Parsed parsed = parse(typed);
  REQUIRE(parsed.arguments);
  CHECK(spelled_again(*parsed.arguments, {}) == std::vector<std::string>(typed.begin(), typed.end()));
  const std::array left_out = {"--accept", "--reason"};
  CHECK(spelled_again(*parsed.arguments, left_out) ==
        std::vector<std::string>{"switch", "replica", "--without", "box2"});
  // What is as it is when nothing is typed is not said.
  CHECK(spelled_again(*parse({"switch", "replica", "--on-failure", "back"}).arguments, {}) ==
        std::vector<std::string>{"switch", "replica"});
  CHECK(spelled_again(*parse({"logs", "box1", "--lines", "7"}).arguments, {}) ==
        std::vector<std::string>{"logs", "box1", "--lines", "7"});
}

TEST_CASE("a help is printed on stdout and is no failure, no command line is one", "[cli][table]") {
  for (const auto& words : {std::vector<const char*>{"help"}, {"-h"}, {"--help"}}) {
    const Parsed parsed = parse(words);
    CHECK(parsed.exit_code == 0);
    CHECK(!parsed.to_stderr);
    for (const Verb& verb : verbs())
      CHECK(tells(parsed.text, std::string("  ff ") + verb.name) != verb.hidden);
    for (const ExitMeaning& meaning : exit_meanings()) CHECK(tells(parsed.text, meaning.brief));
  }
  CHECK(parse({}).exit_code == 64);
  CHECK(parse({}).to_stderr);
}

TEST_CASE("a slip in a verb or an option is answered with what was meant", "[cli][table]") {
  CHECK(tells(parse({"stauts"}).text, "did you mean `ff status`?"));
  CHECK(tells(parse({"help", "swich"}).text, "did you mean `ff switch`?"));
  CHECK(parse({"help", "swich"}).exit_code == 64);
  CHECK(tells(parse({"switch", "replica", "--dryrun"}).text, "did you mean --dry-run?"));
  CHECK(tells(parse({"switch", "replica", "--acept=x"}).text, "did you mean --accept?"));
  CHECK(tells(parse({"--cluster", "x", "status"}).text, "options come after the verb"));
  CHECK(!tells(parse({"frobnicate"}).text, "did you mean"));
  CHECK(tells(parse({"status", "replica"}).text, "ff: not understood: replica\n"));
  CHECK(tells(parse({"logs", "box1", "-n", "many"}).text, "ff: --lines needs a whole number"));
  CHECK(tells(parse({"logs", "box1", "-n"}).text, "ff: --lines needs a value"));
  CHECK(parse({"status", "replica"}).exit_code == 64);
  CHECK(parse({"switch"}).exit_code == 64);
}

TEST_CASE("what was typed arrives", "[cli][table]") {
  const auto arguments = parse({"switch", "--accept", "one", "replica", "--accept=two", "--reason", "why not",
                                "-yq", "--cluster", "a.toml"})
                             .arguments;
  REQUIRE(arguments.has_value());
  CHECK(arguments->verb == "switch");
  CHECK(arguments->subject == "replica");
  CHECK(arguments->accepted == std::vector<std::string>{"one", "two"});
  CHECK(arguments->reason == "why not");
  CHECK(arguments->yes);
  CHECK(arguments->quiet);
  CHECK(!arguments->json);
  CHECK(arguments->cluster_file == "a.toml");
  CHECK(parse({"switch", "replica", "--accept", "one"}).exit_code == 64);
  CHECK(parse({"switch", "replica", "--without", "box2"}).exit_code == 64);
  CHECK(parse({"switch", "replica", "--only", "box1"}).exit_code == 64);
  CHECK(parse({"plan", "replica", "--without", "box2"}).arguments->without ==
        std::vector<std::string>{"box2"});
}

TEST_CASE("a wait for the lock may say for how long", "[cli][table]") {
  const auto wait = [](const std::vector<const char*>& words) { return parse(words).arguments->wait; };
  CHECK_FALSE(wait({"switch", "replica"}));
  CHECK(wait({"switch", "--wait", "replica"}) == std::chrono::minutes(30));
  CHECK(wait({"switch", "replica", "--wait"}) == std::chrono::minutes(30));
  CHECK(wait({"switch", "--wait", "90s", "replica"}) == std::chrono::seconds(90));
  CHECK(wait({"switch", "--wait=1h", "replica"}) == std::chrono::hours(1));
  CHECK(wait({"release", "--wait", "0s"}) == std::chrono::seconds(0));
  CHECK(parse({"switch", "--wait", "replica"}).arguments->subject == "replica");
  CHECK(tells(parse({"switch", "replica", "--wait", "5"}).text,
              "ff: --wait needs a duration such as 90s, 30m or 1h30m"));
  CHECK(parse({"switch", "replica", "--wait", "5"}).exit_code == 64);
}

TEST_CASE("what is waited for has to be said", "[cli][table]") {
  CHECK(parse({"wait", "--for", "steady"}).arguments->goal == "steady");
  CHECK(parse({"wait", "--for", "serving", "--timeout", "20m"}).arguments->timeout ==
        std::chrono::minutes(20));
  CHECK(parse({"wait", "--for", "ready"}).exit_code == 64);
  CHECK(tells(parse({"wait"}).text, "--for serving or --for steady"));
}

TEST_CASE("another machine carries out a detached run only", "[cli][table]") {
  CHECK(parse({"switch", "replica", "--on", "edge"}).exit_code == 64);
  CHECK(parse({"switch", "replica", "--detach", "--on", "edge"}).arguments->on == "edge");
}
