#include "adapters/sim/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace ff::adapters::sim {
namespace {

constexpr std::size_t file_max = 1024 * 1024;

class SimUnitWatch : public ports::UnitWatch {
 public:
  SimUnitWatch(Link& link, std::shared_ptr<Watcher> watcher) : link_(link), watcher_(std::move(watcher)) {}

  Result<std::variant<ports::UnitChanged, ports::Quiet>> next(Limit limit) override {
    const Status seen = link_.wait(limit, [this] { return !watcher_->changed.empty(); }, "a change");
    if (!seen && seen.error().code == ErrorCode::timeout) return ports::Quiet{};
    if (!seen) return std::unexpected(seen.error());
    const UnitName unit = watcher_->changed.front();
    watcher_->changed.pop_front();
    return ports::UnitChanged{unit};
  }

 private:
  Link& link_;
  std::shared_ptr<Watcher> watcher_;
};

/// What journalctl is asked for.
struct JournalQuery {
  std::size_t count = 10;
  bool with_times = false;
  bool kernel = false;
  InvocationId invocation;
  UnitName unit;
};

JournalQuery query_of(const std::vector<std::string>& command) {
  constexpr std::string_view invocation = "_SYSTEMD_INVOCATION_ID=";
  constexpr std::string_view lines = "--lines=";
  constexpr std::string_view unit = "--unit=";
  JournalQuery query;
  for (const std::string& word : command) {
    if (word == "--lines=all")
      query.count = std::string::npos;
    else if (word.starts_with(lines))
      std::from_chars(word.data() + lines.size(), word.data() + word.size(), query.count);
    if (word == "--output=short-unix") query.with_times = true;
    if (word == "_TRANSPORT=kernel") query.kernel = true;
    if (word.starts_with(unit)) query.unit = UnitName(word.substr(unit.size()));
    if (word.starts_with(invocation)) query.invocation = InvocationId(word.substr(invocation.size()));
  }
  return query;
}

/// The last lines, as many as are asked for.
std::string answer(const std::vector<JournalLine>& all, const JournalQuery& query) {
  std::string text;
  for (std::size_t i = all.size() - std::min(query.count, all.size()); i < all.size(); ++i) {
    const auto micros =
        std::chrono::duration_cast<std::chrono::microseconds>(all[i].at.time_since_epoch()).count();
    if (query.with_times) text += fmt::format("{}.{:06} it[1]: ", micros / 1'000'000, micros % 1'000'000);
    text += all[i].text + "\n";
  }
  return text;
}

/// The one line of --output=json that tells of a unit's last start.
std::string last_start(const Manager& manager, const UnitName& unit) {
  const InvocationId id = manager.last_logged(unit);
  return id.empty() ? std::string() : "{\"_SYSTEMD_INVOCATION_ID\":\"" + id.text() + "\"}\n";
}

}  // namespace

Result<std::map<UnitName, domain::UnitState>> SimUnitReader::states(const std::vector<UnitName>& units,
                                                                    Limit limit) {
  FF_TRY(asked, link_.ask("states", limit));
  std::map<UnitName, domain::UnitState> states;
  for (const UnitName& unit : units) states[unit] = link_.machine().manager.state(unit);
  return states;
}

Result<std::vector<domain::UnitDefinition>> SimUnitReader::definitions(Limit limit) {
  FF_TRY(asked, link_.ask("definitions", limit));
  return link_.machine().manager.definitions();
}

Status SimUnitReader::manager(Limit limit) {
  return link_.ask("manager", limit);
}

Result<std::unique_ptr<ports::UnitWatch>> SimUnitReader::watch(const std::vector<UnitName>& units,
                                                               Limit limit) {
  FF_TRY(asked, link_.ask("watch", limit));
  return std::make_unique<SimUnitWatch>(link_, link_.machine().manager.watch(units));
}

Result<ports::HostFacts> SimHostReader::look(const std::vector<std::string>& files, Limit limit) {
  FF_TRY(asked, link_.ask("look", limit));
  Machine& machine = link_.machine();
  ports::HostFacts facts;
  facts.machine_id = machine.machine_id;
  facts.boot_id = machine.boot_id;
  facts.uid = machine.uid;
  facts.clock = link_.world().time().wall();
  facts.uptime = std::chrono::duration_cast<Milliseconds>(link_.world().time().now().time_since_epoch());
  facts.memory = machine.memory.now();
  facts.listening = machine.listening();
  facts.enabled_links = machine.disk.wanted();
  facts.masked_links = machine.disk.masked();
  facts.lock_holder = machine.lock_words;
  facts.files = files_at(files);
  facts.folders = machine.disk.rooms();
  return facts;
}

Result<std::map<std::string, std::string>> SimHostReader::read_files(const std::vector<std::string>& paths,
                                                                     Limit limit) {
  FF_TRY(asked, link_.ask("read_files", limit));
  return files_at(paths);
}

std::map<std::string, std::string> SimHostReader::files_at(const std::vector<std::string>& paths) {
  std::map<std::string, std::string> files;
  for (const std::string& path : paths) {
    if (const auto content = link_.machine().disk.file(path)) files[path] = content->substr(0, file_max);
  }
  return files;
}

Result<std::string> SimHostReader::output_of(const std::vector<std::string>& command, Limit limit) {
  FF_TRY(asked, link_.ask("output_of", limit));
  auto text = output(command);
  if (!text) return std::unexpected(at(std::move(text.error()), link_.machine().name));
  return text;
}

Result<std::string> SimHostReader::output(const std::vector<std::string>& command) {
  Error error{ErrorCode::failed, "exit 127: " + command.front(), {}, {"command not found"}, {}};
  if (command.front() == "cat" && command.size() == 2) {
    if (auto content = link_.machine().disk.file(command[1])) return *std::move(content);
    error.what = "exit 1: cat";
    error.evidence = {"cat: " + command[1] + ": No such file or directory"};
  } else if (command.front() == "journalctl") {
    const JournalQuery query = query_of(command);
    Machine& machine = link_.machine();
    if (!query.unit.empty()) return last_start(machine.manager, query.unit);
    return answer(query.kernel ? machine.kernel_log : machine.manager.journal(query.invocation), query);
  }
  return fail(std::move(error));
}

Result<std::vector<std::string>> SimHostReader::list(const std::string& folder, Limit limit) {
  FF_TRY(asked, link_.ask("list", limit));
  return link_.machine().disk.names_in(folder);
}

}  // namespace ff::adapters::sim
