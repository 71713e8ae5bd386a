#include "cli/man/pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/man/pages_of_files.h"
#include "cli/man/roff.h"
#include "cli/table/table.h"

namespace ff::cli::man {
namespace {

constexpr const char* the_ideas =
    "`ff` moves a small cluster of model servers from one declared topology to another, and tells at any "
    "time where "
    "it stands. It is made for one or two boxes with vLLM and a proxy in front, and works for more.\n"
    "A profile says how many boxes an instance spans: one is a `replica` (a full copy on each box), all is a "
    "`split` (one model, tensor-parallel across the boxes), and everything between is legal. The planner "
    "turns what "
    "is seen and what is declared into a plan, which is data: `ff plan` prints it and writes nothing.\n"
    "A switch is an ordered transition. Old watchdogs are disabled, clients get an honest 503 with "
    "Retry-After, "
    "requests under way are left to end, old units are stopped, seen gone and masked; new copies are started "
    "one at "
    "a time, each climbs a ladder up to a token before the proxy is pointed at it, and only then is it "
    "enabled. "
    "Killed or cut at any point, the same command gets on with it.\n"
    "Every verb that changes something locks every machine. The lock is the SSH session: all acts on a "
    "machine go "
    "through the one session whose far end holds its lock, and when its heartbeat stops that session is "
    "ended "
    "before the lock is free, so that nothing sent late can still act.\n"
    "Health is a token: /health stays 200 while an engine hangs, so a copy counts when it has streamed one.\n"
    "Nothing of ff's is installed on the boxes. It needs sshd, systemd, D-Bus, bash, coreutils and "
    "util-linux "
    "there, root's login by key, and nginx or HAProxy on the route host.";

constexpr const char* without_ff =
    "A retired unit is masked: linked to /dev/null in /etc/systemd/system.control, which holds against "
    "hands, "
    "timers, watchdogs and reboots. `systemctl unmask` does not lift it. Without ff, this is the way out:";
constexpr const char* lift_a_mask = "rm /etc/systemd/system.control/UNIT && systemctl daemon-reload";

/// Half a line of a list as a sentence.
std::string sentence(std::string words) {
  if (words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words + ".";
}

void add_verb(Roff& roff, const Verb& verb) {
  roff.subsection(synopsis(verb));
  roff.text(sentence(verb.purpose));
  roff.text(verb.description);
  if (*verb.positional.name != '\0') roff.item(verb.positional.name, sentence(verb.positional.help));
  for (const Option& option : verb.options) roff.item(spelled(option), sentence(option.help));
  std::string codes;
  for (const ExitCode code : verb.exits)
    codes += fmt::format("{}{}", codes.empty() ? "" : ", ", static_cast<int>(code));
  roff.text("Exits with " + codes + (verb.options.empty() ? "." : ", or 64."));
}

void add_verbs(Roff& roff) {
  for (const Group group : {Group::looks, Group::changes, Group::about}) {
    roff.section(heading(group));
    for (const Verb& verb : verbs()) {
      if (verb.group == group && !verb.hidden) add_verb(roff, verb);
    }
  }
}

void add_files(Roff& roff) {
  roff.section("FILES");
  roff.item("/etc/ff/cluster.toml",
            "The machines and the proxy; see `ff-cluster.toml`(5). Every other *.toml beside "
            "it is a profile named after its file; see `ff-profile.toml`(5).");
  roff.subsection("On the machines");
  roff.item("/etc/ff/env/UNIT.env", "A box's settings, written by ff and read by its unit.");
  roff.item("/etc/systemd/system.control/UNIT", "A link to /dev/null: the mask of a retired unit.");
  roff.item("/var/lib/ff/intent.json",
            "From what to what the cluster is on its way, or what it is meant to be.");
  roff.item("/var/lib/ff/runs/RUN.jsonl", "On the route host: the record of each run.");
  roff.item("/run/ff", "The lock and the words of who holds it.");
  roff.subsection("On the operator's machine");
  roff.item("~/.local/state/ff/runs/CLUSTER/RUN.jsonl",
            "A copy of the record of each run that was made from here.");
}

void add_environment(Roff& roff) {
  roff.section("ENVIRONMENT");
  roff.item("FF_CLUSTER", "The cluster file where --cluster is not given.");
  roff.item("XDG_STATE_HOME", "Where the copies of run records are kept, in ff/runs; else ~/.local/state.");
  roff.item("SSH_AUTH_SOCK",
            "The agent that is asked for keys. `~/.ssh/config` counts too, or the cluster's "
            "ssh_config; a host key has to be in known_hosts already.");
}

void add_examples(Roff& roff) {
  roff.section("EXAMPLES");
  std::string shown;
  for (const Verb& verb : verbs()) {
    if (verb.hidden || verb.group == Group::about) continue;
    for (const Example& example : verb.examples) {
      const std::string remark = example.remark;
      shown += example.line + (remark.empty() ? "" : "    # " + remark) + "\n";
    }
  }
  roff.lines(shown);
}

std::string ff_page() {
  Roff roff("FF", 1, "ff", "move a cluster of model servers from one topology to another");
  roff.section("SYNOPSIS").text("`ff` VERB [OPTION]... [WORD]").text("`ff help` VERB");
  roff.section("DESCRIPTION").text(the_ideas);
  roff.text(
      "The result goes to stdout, progress and questions to stderr. `--json` gives documents and lines that "
      "carry a \"format\" number.");
  add_verbs(roff);
  add_files(roff);
  add_environment(roff);
  roff.section("EXIT STATUS");
  for (const ExitMeaning& meaning : exit_meanings()) {
    roff.item(std::to_string(static_cast<int>(meaning.code)), std::string(meaning.brief) + ".");
  }
  roff.text("See `ff-exit-codes`(7).");
  add_examples(roff);
  roff.section("WITHOUT FF").text(without_ff).lines(lift_a_mask);
  roff.section("SEE ALSO")
      .text("`ff-cluster.toml`(5), `ff-profile.toml`(5), `ff-exit-codes`(7), `systemd.unit`(5)");
  return roff.page();
}

std::string exit_codes_page() {
  Roff roff("FF-EXIT-CODES", 7, "ff-exit-codes", "what the exit codes of ff mean");
  roff.section("DESCRIPTION").text("One number says how a verb ended, the same for all verbs.");
  for (const ExitMeaning& meaning : exit_meanings()) {
    std::string givers;
    for (const Verb& verb : verbs()) {
      const bool gives = std::ranges::find(verb.exits, meaning.code) != verb.exits.end();
      if (!verb.hidden && verb.group != Group::about && gives)
        givers += (givers.empty() ? "" : ", ") + std::string(verb.name);
    }
    if (meaning.code == ExitCode::usage) givers = "every verb";
    roff.item(fmt::format("{}  {}", static_cast<int>(meaning.code), meaning.brief),
              meaning.detail + (givers.empty() ? "" : " Given by: " + givers + "."));
  }
  roff.section("SEE ALSO").text("`ff`(1)");
  return roff.page();
}

}  // namespace

std::vector<std::string> names() {
  return {"ff.1", "ff-cluster.toml.5", "ff-profile.toml.5", "ff-exit-codes.7"};
}

std::optional<std::string> page(const std::string& name) {
  if (name == "ff.1") return ff_page();
  if (name == "ff-cluster.toml.5") return cluster_page();
  if (name == "ff-profile.toml.5") return profile_page();
  if (name == "ff-exit-codes.7") return exit_codes_page();
  return std::nullopt;
}

}  // namespace ff::cli::man
