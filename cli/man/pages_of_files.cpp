#include "cli/man/pages_of_files.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/man/pages.h"
#include "cli/man/roff.h"
#include "config/keys.h"

namespace ff::cli::man {
namespace {

/// A table's name as it stands in a file.
std::string heading_of(const std::string& table) {
  if (table.empty()) return "At the top";
  if (table == "machines.*") return "[machines.NAME]";
  if (table == "overrides.*.*") return "[overrides.PROFILE.BOX]";
  return table.ends_with("[]") ? "[[" + table.substr(0, table.size() - 2) + "]]" : "[" + table + "]";
}

void add_keys(Roff& roff, config::FileKind kind) {
  std::string table = "none yet";
  for (const config::Key& key : config::keys()) {
    if (key.file != kind) continue;
    if (table != key.table) {
      table = key.table;
      roff.subsection(heading_of(table));
    }
    const std::string absence = key.required              ? "Required."
                                : key.fallback != nullptr ? fmt::format("Default: {}.", key.fallback)
                                                          : "May be left out.";
    roff.item(key.name, fmt::format("{} It is {}. {}", key.help, config::allowed(key), absence));
  }
}

}  // namespace

std::string cluster_page() {
  Roff roff("FF-CLUSTER.TOML", 5, "ff-cluster.toml", "the machines of one cluster, its proxy, and overrides");
  roff.section("SYNOPSIS").text("--cluster FILE, else $FF_CLUSTER, else /etc/ff/cluster.toml");
  roff.section("DESCRIPTION");
  roff.text(
      "A TOML file that declares what ff reaches. Every other *.toml beside it is a profile, "
      "`ff-profile.toml`(5). A key that is not listed here is a fault; all faults of all files are told at "
      "once, each with file, line and column.");
  roff.text(
      "A machine has up to three addresses that are not to be mixed up: `ssh` is how ff reaches it, `api` is "
      "where the proxy, clients and health checks reach it, `fabric` carries tensor-parallel traffic. The "
      "last "
      "two are addresses in figures, never names: a proxy looks a name up once and keeps the answer.");
  roff.section("KEYS");
  add_keys(roff, config::FileKind::cluster);
  roff.section("EXAMPLES").lines(example_cluster());
  roff.section("SEE ALSO").text("`ff`(1), `ff-profile.toml`(5), `ssh_config`(5)");
  return roff.page();
}

std::string profile_page() {
  Roff roff("FF-PROFILE.TOML", 5, "ff-profile.toml", "one topology of a cluster");
  roff.section("SYNOPSIS").text("NAME.toml beside the cluster file, for `ff switch` NAME");
  roff.section("DESCRIPTION");
  roff.text(
      "A TOML file that declares one topology: which boxes it runs on, how many of them one model server "
      "spans, its units, and vLLM's settings. ff writes the settings to /etc/ff/env/UNIT.env on each box, "
      "where the unit reads them.");
  roff.section("KEYS");
  add_keys(roff, config::FileKind::profile);
  roff.section("EXAMPLES").text("split.toml: one model across both boxes.").lines(example_split());
  roff.text("replica.toml: a copy on each.").lines(example_replica());
  roff.section("SEE ALSO").text("`ff`(1), `ff-cluster.toml`(5), `systemd.service`(5)");
  return roff.page();
}

}  // namespace ff::cli::man
