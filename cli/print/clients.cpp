#include "cli/print/clients.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/advice.h"
#include "cli/print/error.h"
#include "codec/clients.h"
#include "words/clients.h"

namespace ff::cli {
namespace {

std::string plural(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void print_caller(const domain::Caller& caller) {
  const std::string from = caller.name.empty() ? caller.address : caller.address + " " + caller.name;
  fmt::print("{:<28} {:<6} {:<20} {:>11}  {:<8}  {:<8}  {}\n", printable(from, 80), caller.box.text(),
             domain::text(caller.endpoint), caller.connections, clock_time(caller.first_seen),
             clock_time(caller.last_seen), printable(words::caller(caller)));
}

void print_rest(const domain::Calls& calls) {
  fmt::print("by the proxy {}, by monitors {}, by ff and the copies' own {}\n", calls.by_proxy,
             calls.by_monitors, calls.by_ff);
}

std::string left_out(const app::ScanReport& report) {
  const ports::TextsRead& read = report.read;
  std::vector<std::string> parts;
  const auto add = [&](int count, const char* one, const char* many) {
    if (count > 0) parts.push_back(plural(count, one, many));
  };
  add(read.links, "link", "links");
  add(read.binary, "binary file", "binary files");
  add(read.huge, "file over 1 MiB", "files over 1 MiB");
  add(report.own, "file of ff's own", "files of ff's own");
  add(read.other_systems, "folder on another file system", "folders on other file systems");
  add(static_cast<int>(read.unreadable.size()), "that may not be read", "that may not be read");
  return parts.empty() ? "" : "; left out: " + joined(parts, ", ");
}

}  // namespace

void print_clients(const app::ClientsReport& report, const domain::Declaration& declaration,
                   const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::clients_json(report.calls, report.unseen, report.looks, report.tally));
    return;
  }
  const auto& callers = report.calls.bypassing;
  fmt::print("{}, by {}\n",
             callers.empty() ? "nobody goes around the proxy"
                             : plural(static_cast<int>(callers.size()), "client goes around the proxy",
                                      "clients go around the proxy"),
             plural(report.looks, "look", "looks"));
  if (!callers.empty())
    fmt::print("{:<28} {:<6} {:<20} {:>11}  {:<8}  {:<8}  {}\n", "from", "box", "to", "connections", "first",
               "last", "who");
  for (const domain::Caller& caller : callers) print_caller(caller);
  print_rest(report.calls);
  if (report.tally) fmt::print("{}\n", words::tally(*report.tally));
  for (const auto& [machine, error] : report.unseen) fmt::print("unseen  {}\n", sentence(error));
  if (!callers.empty())
    fmt::print(
        "    theirs  http://{}    # the proxy's address; `monitors` in {} excepts whom it names\n"
        "    next    {}    # lets nobody else in\n",
        domain::text(domain::public_endpoint(declaration.cluster)), declaration.cluster.file,
        firewall_command(true, arguments));
}

void print_scan(const app::ScanReport& report, const domain::Declaration& declaration,
                const Arguments& arguments) {
  if (arguments.json) {
    std::vector<codec::MentionLine> lines;
    for (const app::Found& found : report.found)
      lines.push_back(
          {found.file, found.mention.line, found.mention.address, found.mention.box, found.mention.to_copy});
    fmt::print("{}\n", codec::scan_json(lines, report.read.files));
    return;
  }
  for (const app::Found& found : report.found) {
    const render::Mention& mention = found.mention;
    fmt::print("{}:{}: {} is {} of {}\n", printable(found.file), mention.line, printable(mention.address),
               mention.to_copy ? "a copy" : "an address", mention.box.text());
  }
  const int count = static_cast<int>(report.found.size());
  fmt::print("{} in {}{}\n",
             count == 0 ? "no address of a box" : plural(count, "address of a box", "addresses of boxes"),
             plural(report.read.files, "file", "files"), left_out(report));
  for (const std::string& path : report.read.unreadable) fmt::print("unread  {}\n", printable(path));
  if (count > 0)
    fmt::print("    theirs  http://{}    # the proxy's address\n",
               domain::text(domain::public_endpoint(declaration.cluster)));
}

}  // namespace ff::cli
