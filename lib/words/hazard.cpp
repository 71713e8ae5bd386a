#include "words/hazard.h"

#include <fmt/format.h>

#include <cmath>

#include "words/join.h"

namespace ff::words::hazard {
namespace {

std::string on(const UnitName& unit, const MachineName& machine) {
  return fmt::format("{} on {}", unit.text(), machine.text());
}

/// The largest share, in whole hundredths, that would fit.
double share_that_fits(const Memory& memory) {
  const double room = static_cast<double>((memory.free - memory.reserve).count);
  const double share = room / static_cast<double>(memory.total.count);
  return std::floor(share * 100.0) / 100.0;
}

std::string did_not_answer(const MachineName& machine, const Error& fault) {
  return fmt::format("{} did not answer: {}", machine.text(), fault.what);
}

std::string chain(const Meddler& meddler) {
  if (meddler.through.empty()) return fmt::format("starts {} ({})", meddler.started.text(), meddler.how);
  return fmt::format("triggers {}, which starts {} ({})", meddler.through.text(), meddler.started.text(),
                     meddler.how);
}

std::string balance(const Memory& memory) {
  std::string text = fmt::format("{} needs {} and {} have to stay free; {} would be free", memory.unit.text(),
                                 human(memory.need), human(memory.reserve), human(memory.free));
  if (memory.given_back.count > 0) {
    text += fmt::format(" (with {} that retiring gives back)", human(memory.given_back));
  }
  return text;
}

/// Figures of a disk that is nearly full would all read 0.0 GiB.
std::string mebibytes(Bytes bytes) {
  return bytes.count == 0 ? "nothing"
                          : fmt::format("{:.1f} MiB", static_cast<double>(bytes.count) / 1048576.0);
}

}  // namespace

Text silent(const MachineName& machine, const Error& fault) {
  return {did_not_answer(machine, fault),
          fmt::format("what runs there is unknown; try: ssh {} true", machine.text())};
}

Text silent_and_needed(const MachineName& machine, const Error& fault, const ProfileName& target,
                       const std::set<MachineName>& missing) {
  return {did_not_answer(machine, fault), fmt::format("nothing of {} can be had without {}; try: ssh {} true",
                                                      target.text(), join(missing, " and "), machine.text())};
}

Text silent_route_host(const MachineName& machine, const Error& fault) {
  return {did_not_answer(machine, fault),
          fmt::format("it is the route host: without it no client can be led anywhere; try: ssh {} true",
                      machine.text())};
}

Text silent_at_release(const MachineName& machine, const Error& fault) {
  return {
      did_not_answer(machine, fault),
      fmt::format("its masks and its intent would stay, and speak again when it is back; try: ssh {} true",
                  machine.text())};
}

Text nothing_left(const ProfileName& target, const std::set<MachineName>& absent) {
  return {fmt::format("nothing of {} is left without {}", target.text(), join(absent, " and ")),
          "choose a profile that can be had without, or bring the machine back"};
}

Text not_root(const MachineName& machine, int uid) {
  return {fmt::format("the login on {} is not root (uid {}), so it may not start or stop units",
                      machine.text(), uid),
          fmt::format("log in as root: User root for {} in the ssh configuration", machine.text())};
}

Text generations_disagree(std::int64_t number, const MachineName& one, const RunId& its_run,
                          const MachineName& other, const RunId& other_run) {
  return {fmt::format("{} and {} both hold generation {}, one from run {}, the other from run {}", one.text(),
                      other.text(), number, its_run.text(), other_run.text()),
          fmt::format("find out which run was right (ff history), then remove /var/lib/ff/intent.json on the "
                      "machine of the other")};
}

Text unit_not_found(const MachineName& machine, const UnitName& unit) {
  return {fmt::format("{} has no unit file", on(unit, machine)),
          fmt::format("install it as /etc/systemd/system/{}, then: systemctl daemon-reload", unit.text())};
}

Text unit_unreadable(const MachineName& machine, const UnitName& unit) {
  return {fmt::format("systemd cannot read the unit file of {}", on(unit, machine)),
          fmt::format("see: systemd-analyze verify {}", unit.text())};
}

Text cannot_enable(const MachineName& machine, const UnitName& unit, const std::string& file_state) {
  return {fmt::format("{} is {}, so it cannot be enabled and a reboot would not bring it back",
                      on(unit, machine), file_state),
          fmt::format("make it a file of its own in /etc/systemd/system with an [Install] section "
                      "(WantedBy=multi-user.target)")};
}

Text foreign_mask(const MachineName& machine, const UnitName& unit) {
  return {fmt::format("{} is masked, and not by ff", on(unit, machine)),
          fmt::format("if that is no longer meant: systemctl unmask {}", unit.text())};
}

Text needs_reload(const MachineName& machine, const UnitName& unit) {
  return {fmt::format("{} changed on disk since systemd read it; ff's reload makes that take effect",
                      on(unit, machine)),
          "systemctl daemon-reload"};
}

Text undeclared_watchdog(const Meddler& meddler, const std::string& profile_file) {
  return {fmt::format("{} {}, and no profile declares it", on(meddler.unit, meddler.machine), chain(meddler)),
          fmt::format("add to {}:\n[[watchdogs]]\nunit = \"{}\"\nboxes = [\"{}\"]\narm = false", profile_file,
                      meddler.unit.text(), meddler.machine.text())};
}

Text masked_anyway(const Meddler& meddler) {
  return {fmt::format("{} {}; a mask refuses that", on(meddler.unit, meddler.machine), chain(meddler)),
          "declare it as a watchdog, or remove it"};
}

Text stranger_conflicts(const MachineName& machine, const UnitName& stranger, const UnitName& ours) {
  return {fmt::format("{} is in no profile and conflicts with {}: each start of one stops the other",
                      on(stranger, machine), ours.text()),
          fmt::format("stop it for good: systemctl disable --now {}", stranger.text())};
}

Text no_ordering(const UnitName& old, const UnitName& fresh) {
  return {fmt::format("{} and {} conflict without After=, so systemd would start one while the other still "
                      "stops",
                      old.text(), fresh.text()),
          fmt::format("ff stops first and verifies; for starts by hand add After={} to {}", old.text(),
                      fresh.text())};
}

Text port_taken(const MachineName& machine, std::uint16_t port, const UnitName& wanted_by) {
  return {fmt::format("port {} on {} is taken by something that ff does not know, and {} needs it", port,
                      machine.text(), wanted_by.text()),
          fmt::format("see who: ss -ltnp 'sport = :{}'", port)};
}

Text memory_missing(const Memory& memory) {
  const double share = share_that_fits(memory);
  std::string remedy = "free memory on " + memory.box.text();
  if (share > 0.0) {
    remedy += fmt::format(", or lower its gpu_memory_utilization to {:.2f} or less", share);
  }
  return {balance(memory), remedy + "\nsee who holds it: ps -eo rss,unit,args --sort=-rss | head"};
}

Text memory_awaited(const Memory& memory, Milliseconds at_most) {
  return {balance(memory), fmt::format("something stopped a moment ago: its memory is waited for, at most {}",
                                       human(at_most))};
}

Text read_only(const MachineName& machine, const std::vector<std::string>& folders) {
  return {fmt::format("{} takes no writes in {}, and ff has to write there", machine.text(),
                      fmt::join(folders, " and ")),
          fmt::format("see why: findmnt -T {}; after errors a kernel mounts a disk read-only: dmesg",
                      folders.front())};
}

Text disk_full(const MachineName& machine, const std::vector<std::string>& folders, Bytes need, Bytes free) {
  return {fmt::format("{} has {} free in {}, and ff needs {} there", machine.text(), mebibytes(free),
                      fmt::join(folders, " and "), mebibytes(need)),
          fmt::format("see what fills it: df -hi {0} && df -h {0}", folders.front())};
}

Text disk_nearly_full(const MachineName& machine, const std::vector<std::string>& folders, Bytes free) {
  return {fmt::format("{} has no more than {} free in {}", machine.text(), mebibytes(free),
                      fmt::join(folders, " and ")),
          fmt::format("see what fills it: df -h {}", folders.front())};
}

Text foreign_proxy_config(const MachineName& machine, const std::string& config) {
  return {fmt::format("{} on {} was not written by ff, or was changed since", config, machine.text()),
          "with this accepted ff replaces the whole file and keeps the original beside it"};
}

Text proxy_not_found(const MachineName& machine, const UnitName& unit) {
  return {fmt::format("the proxy's {} has no unit file", on(unit, machine)),
          "install the proxy, or name its unit in cluster.toml ([proxy] unit)"};
}

Text proxy_inactive(const MachineName& machine, const UnitName& unit) {
  return {fmt::format("the proxy's {} is not active, so no client reaches anything", on(unit, machine)),
          fmt::format("see why: systemctl status {}", unit.text())};
}

Text proxy_unknown(const MachineName& machine, const std::string& fault) {
  return {fmt::format("what the proxy on {} does could not be told: {}", machine.text(), fault), ""};
}

Text proxy_on_box(const MachineName& machine) {
  return {
      fmt::format("the proxy runs on {}, which also runs the model: its reboot is an outage", machine.text()),
      "a machine of its own for the proxy avoids that"};
}

Text maintenance_on(const MachineName& machine, const domain::Route& route) {
  const domain::Notice notice = route.notice.value_or(domain::Notice{});
  return {fmt::format("the proxy on {} says maintenance by {}'s word, since {}: {}", machine.text(),
                      notice.operator_name, clock_time(notice.since), route.message),
          "no run ends what a person began: end it first"};
}

Text last_one_serving(const domain::Plan& plan) {
  std::vector<InstanceName> serving;
  for (const domain::Instance& instance : plan.serving_before) serving.push_back(instance.name);
  return {fmt::format("{} {} all that serves: clients would have no model", join(serving, " and "),
                      serving.size() == 1 ? "is" : "are"),
          "bring another instance up first, or say that an outage is meant"};
}

Text all_drained(const ProfileName& target, const std::vector<domain::Drained>& drained) {
  const std::vector<MachineName> boxes = domain::boxes_of(drained);
  return {fmt::format("nothing of {} can be had while {} {} drained", target.text(), join(boxes, " and "),
                      boxes.size() == 1 ? "is" : "are"),
          "take a box back first"};
}

}  // namespace ff::words::hazard
