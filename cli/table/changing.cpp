#include <array>

#include "cli/table/common.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

using enum ExitCode;

constexpr std::array switch_options = {
    table::cluster,
    table::json_lines,
    table::yes,
    Option{"--dry-run", "-n", "", Subject::text, "print the plan and stop; writes nothing",
           &Arguments::dry_run},
    Option{"--detach", "", "", Subject::text, "carry it out apart from this terminal; prints the run's id",
           &Arguments::detach},
    Option{"--on", "", "MACHINE", Subject::machine,
           "with --detach: by the ff on that machine, which then need not be this one", &Arguments::on},
    Option{"--run", "", "ID", Subject::text,
           "the id that the run is to have, eight hex digits; else a fresh one", &Arguments::run},
    table::without,
    table::only,
    table::accept,
    table::on_failure,
    table::reason,
    table::wait,
    table::quiet,
};
constexpr std::array switch_examples = {
    Example{"ff switch replica", ""},
    Example{"ff switch replica --yes", "from a runbook"},
    Example{"ff switch replica --dry-run", ""},
    Example{"ff switch replica --detach --on edge", "survives the machine that it is typed on"},
    Example{"ff switch replica --detach", "then `ff attach RUN` follows it"},
    Example{"ff switch replica --wait 1h", "once the run that is under way has ended"},
    Example{"ff switch replica --accept foreign-proxy-config:edge --reason 'first switch'", ""},
    Example{"ff switch replica --without box2 --reason 'its power supply died'", ""},
};
constexpr std::array switch_exits = {done,    nothing_changed, rolled_back,   not_as_declared, down,
                                     refused, locked,          configuration, interrupted};

constexpr std::array rejoin_options = {table::cluster, table::json_lines, table::yes,  table::accept,
                                       table::reason,  table::wait,       table::quiet};
constexpr std::array rejoin_examples = {Example{"ff rejoin box2", ""}};

constexpr std::array drain_options = {table::cluster,  table::json_lines, table::yes,
                                      table::duration, table::outage,     table::accept,
                                      table::reason,   table::wait,       table::quiet};
constexpr std::array drain_examples = {
    Example{"ff drain box1 --for 2h --reason 'a disk is changed'", ""},
};
constexpr std::array undrain_options = {table::cluster, table::json_lines, table::yes,  table::accept,
                                        table::reason,  table::wait,       table::quiet};
constexpr std::array undrain_examples = {Example{"ff undrain box1", ""}};

constexpr std::array restart_options = {
    table::cluster,
    table::json_lines,
    table::yes,
    Option{"--all", "", "", Subject::text, "every instance, one after the other", &Arguments::all},
    table::outage,
    table::accept,
    table::reason,
    table::wait,
    table::quiet,
};
constexpr std::array restart_examples = {
    Example{"ff restart box1", ""},
    Example{"ff restart --all", "one after the other"},
};

constexpr std::array reboot_options = {table::cluster, table::json_lines, table::yes,  table::outage,
                                       table::accept,  table::reason,     table::quiet};
constexpr std::array reboot_examples = {Example{"ff reboot box1 --reason 'a new kernel'", ""}};
constexpr std::array reboot_exits = {done,    nothing_changed, not_as_declared, down,     refused,
                                     unknown, locked,          configuration,   deadline, interrupted};

constexpr std::array maintenance_options = {
    table::cluster,
    table::json_lines,
    table::yes,
    Option{"--message", "-m", "TEXT", Subject::text, "what clients read in the 503", &Arguments::message},
    table::duration,
    table::accept,
    table::reason,
    table::wait,
    table::quiet,
};
constexpr std::array maintenance_examples = {
    Example{"ff maintenance on --message 'New disks until noon.' --for 2h", ""},
    Example{"ff maintenance off", ""},
};
constexpr std::array maintenance_exits = {done,   nothing_changed, down,       refused,
                                          locked, configuration,   interrupted};

constexpr std::array firewall_options = {
    table::cluster, Option{"--json", "", "", Subject::text, "one JSON object on stdout", &Arguments::json},
    table::yes,     table::without,
    table::reason,  table::wait,
};
constexpr std::array firewall_examples = {
    Example{"ff firewall", "how every box stands"},
    Example{"ff firewall on --reason 'a batch job went around the proxy'", ""},
    Example{"ff firewall off", ""},
};
constexpr std::array firewall_exits = {done,    nothing_changed, not_as_declared, refused,
                                       unknown, locked,          configuration,   interrupted};

constexpr std::array release_options = {table::cluster, table::json_lines, table::yes, table::wait,
                                        table::quiet};
constexpr std::array release_examples = {Example{"ff release", ""}};
constexpr std::array release_exits = {done,   nothing_changed, not_as_declared, refused,
                                      locked, configuration,   interrupted};

constexpr std::array table_of_verbs = {
    Verb{"switch",
         Group::changes,
         "move the cluster to PROFILE; run again to go on",
         "Plans, shows the plan, asks, locks every machine and carries the plan out. Killed, cut or "
         "interrupted "
         "at any point, the same command again goes on from there; when all is as PROFILE says it tells so "
         "and "
         "does nothing. When an instance fails, the run goes on with the others; when none comes up, it goes "
         "back, once, to the profile that served before. A hazard stops it before anything is touched. A "
         "machine that does not answer is one; "
         "--without does without it, and the intent remembers that until a rejoin or a switch without flags.",
         {"PROFILE", Subject::profile, true, "the topology to move to; `off` stops every copy"},
         switch_options,
         switch_examples,
         switch_exits,
         run_switch,
         nullptr},
    Verb{"rejoin",
         Group::changes,
         "take in a box again that was done without",
         "The same as the switch to the intended profile, with BOX no longer absent; what else is absent "
         "stays "
         "so.",
         {"BOX", Subject::box, true, "the box that is back"},
         rejoin_options,
         rejoin_examples,
         switch_exits,
         run_rejoin,
         nullptr},
    Verb{
        "drain",
        Group::changes,
        "take a box out of service, over reboots, until it is taken back",
        "Its instances leave the route, their requests are left to end, they are stopped, disabled and "
        "masked; "
        "the intent keeps it, so that no switch starts anything there. The box is still looked at and "
        "locked. "
        "Refused where nothing else serves, unless --outage says that it is meant. It is a switch to the "
        "profile that is in place: whatever else is not as declared is brought there on the way, as the plan "
        "shows. What is said with --for and --reason stands in `ff status`; only undrain ends it.",
        {"BOX", Subject::box, true, "the box to take out"},
        drain_options,
        drain_examples,
        switch_exits,
        run_drain,
        nullptr},
    Verb{
        "undrain",
        Group::changes,
        "take a drained box back into service",
        "Its instances are unmasked and started, climb the ladder to a token, and only then get requests and "
        "are "
        "enabled.",
        {"BOX", Subject::box, true, "the box that is drained"},
        undrain_options,
        undrain_examples,
        switch_exits,
        run_undrain,
        nullptr},
    Verb{
        "restart",
        Group::changes,
        "start copies again, one after the other while the rest serve",
        "Each instance leaves the route, is drained, stopped, started, climbs the ladder to a token and is "
        "back "
        "in the route before the next one is touched; one that fails stops it with the rest serving. Refused "
        "where it would take the last serving instance, unless --outage says that it is meant. A box's name "
        "stands for every instance on it. It is a switch to the profile that is in place, so that whatever "
        "else "
        "is not as declared is brought there on the way, as the plan shows.",
        {"INSTANCE|BOX", Subject::instance, false, "as `ff status` names them"},
        restart_options,
        restart_examples,
        switch_exits,
        run_restart,
        nullptr},
    Verb{"reboot",
         Group::changes,
         "reboot a box without a client noticing",
         "Drains the box, reboots it, waits up to 30 minutes until it answers under a new boot id, and takes "
         "it "
         "back through the ladder. A box that was drained before stays so. It stays drained too where "
         "something "
         "fails on the way; the same command again goes on, and undrain takes the box back. Refused where "
         "nothing else serves or where the box runs the proxy, unless --outage says that it is meant.",
         {"BOX", Subject::box, true, "the box to reboot"},
         reboot_options,
         reboot_examples,
         reboot_exits,
         run_reboot,
         nullptr},
    Verb{
        "maintenance",
        Group::changes,
        "tell clients 503 by your own word, whatever serves",
        "`on` makes the proxy answer 503 with Retry-After and the message, until `off`: the proxy's own file "
        "holds "
        "it, with who said so, since and until when, so that it outlives restarts of the proxy and its "
        "machine. "
        "Copies go on as they are. While it is on, a switch and the like are refused and name the command "
        "that ends it. Only the route host is asked and locked, so that it can be had while boxes are "
        "silent. "
        "`off` sends clients to what gives a token then.",
        {"on|off", Subject::toggle, true, "whether clients are told so"},
        maintenance_options,
        maintenance_examples,
        maintenance_exits,
        run_maintenance,
        nullptr},
    Verb{"firewall",
         Group::changes,
         "let only the proxy and monitors reach the copies",
         "`on` gives every box a table of nftables of ff's own, inet ff_firewall. Connections to the copies' "
         "ports "
         "pass from the route host's addresses, from `monitors` of the cluster file and from the box itself; "
         "those of all others are reset, also when they are open already. No other port is touched, the "
         "ranks' "
         "own traffic neither. Then it is tried: as many copies as before have to give a token through the "
         "proxy, "
         "and a machine of the cluster that is none of these, where there is one, has to be turned away; "
         "else the "
         "rules are taken away again.\n\n"
         "The rules outlive reboots, by ff-firewall.service, which also loads them again when "
         "nftables.service "
         "flushes all tables; `nft flush ruleset` by hand takes them away until the next boot. Nothing "
         "but `off` ends it, release neither. After a change of monitors or addresses in the cluster file "
         "`on` "
         "again puts it into force. What a container's own network forwards passes by it: copies have to use "
         "the "
         "host's network, as the shipped units do. Without a word it tells how every box stands.",
         {"on|off", Subject::toggle, false, "put it up or take it away; nothing: tell how it stands"},
         firewall_options,
         firewall_examples,
         firewall_exits,
         run_firewall,
         nullptr},
    Verb{
        "release", Group::changes, "take ff's hands off: its masks go, all runs on",
        "Removes ff's masks and its intent from every machine and leaves everything as it runs and is "
        "enabled. "
        "What was kept down, old watchdogs too, may be started again by whoever wants to. The history stays.",
        table::no_word, release_options, release_examples, release_exits, run_release, nullptr},
};

}  // namespace

std::span<const Verb> changing_verbs() {
  return table_of_verbs;
}

}  // namespace ff::cli
