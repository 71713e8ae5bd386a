#include "adapters/sim/actors.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::adapters::sim {
namespace {

std::string all_of(const std::vector<UnitName>& units) {
  std::vector<std::string> names;
  for (const UnitName& unit : units) names.push_back(unit.text());
  return joined(names, " ");
}

Status written(bool ok, const Disk& disk) {
  if (ok) return Done{};
  return fail(ErrorCode::failed, disk.read_only() ? "Read-only file system" : "No space left on device");
}

Error job_failure(const std::string& result, const domain::UnitState& state) {
  std::string what = result == "dependency" ? "a unit that it requires failed"
                     : result == "canceled" ? "another job took its place"
                                            : "it failed";
  what += fmt::format("; now {}, result {}", word(state.active), state.result);
  if (!state.last_exit.empty()) what += ", " + state.last_exit;
  return {ErrorCode::failed, std::move(what), {}, {}, {}};
}

}  // namespace

Status SimUnitControl::act(const std::string& call, const UnitName& unit, const Limit& limit,
                           const std::function<Status()>& effect) {
  Status done = link_.act<Done>(call, unit.text(), limit, effect);
  if (done) return done;
  Error error = in_context(std::move(done.error()), call);
  error.where = {link_.machine().name, unit};
  return fail(std::move(error));
}

Status SimUnitControl::run_job(const UnitName& unit, JobKind kind, const Limit& limit) {
  Manager& manager = link_.machine().manager;
  FF_TRY(job, manager.queue(unit, kind));
  const Limit deadline{limit.deadline, {}};
  FF_TRY(ended, link_.wait(deadline, [&] { return manager.result(job).has_value(); }, "the end of its job"));
  const std::string result = manager.result(job).value_or("canceled");
  if (result == "done") return Done{};
  return fail(job_failure(result, manager.state(unit)));
}

Status SimUnitControl::start(const UnitName& unit, Limit limit) {
  return act("start", unit, limit, [&]() -> Status {
    Status started = run_job(unit, JobKind::start, limit);
    if (!started && started.error().code == ErrorCode::not_found) started.error().code = ErrorCode::refused;
    return started;
  });
}

Status SimUnitControl::stop(const UnitName& unit, Limit limit) {
  return act("stop", unit, limit, [&]() -> Status {
    Status stopped = run_job(unit, JobKind::stop, limit);
    if (!stopped && stopped.error().code == ErrorCode::not_found) return Done{};
    return stopped;
  });
}

Status SimUnitControl::enable(const std::vector<UnitName>& units, Limit limit) {
  UnitName refused;
  Status done = link_.act<Done>("enable", all_of(units), limit, [&]() -> Status {
    for (const UnitName& unit : units) {
      const Status enabled = link_.machine().manager.enable(unit);
      if (!enabled) refused = unit;
      if (!enabled) return enabled;
    }
    link_.machine().manager.reload();
    return Done{};
  });
  if (!done) {
    done.error() = in_context(std::move(done.error()), "enable");
    done.error().where.unit = refused;
  }
  return done;
}

Status SimUnitControl::disable(const std::vector<UnitName>& units, Limit limit) {
  return link_.act<Done>("disable", all_of(units), limit, [&]() -> Status {
    for (const UnitName& unit : units) {
      const Status disabled = link_.machine().manager.disable(unit);
      if (!disabled && disabled.error().code != ErrorCode::not_found) return disabled;
    }
    link_.machine().manager.reload();
    return Done{};
  });
}

Status SimUnitControl::reset_failed(const UnitName& unit, Limit limit) {
  return act("reset_failed", unit, limit, [&]() -> Status {
    link_.machine().manager.reset_failed(unit);
    return Done{};
  });
}

Status SimUnitControl::reload(Limit limit) {
  return act("reload", {}, limit, [&]() -> Status {
    link_.machine().manager.reload();
    return Done{};
  });
}

Status SimUnitControl::reload_unit(const UnitName& unit, Limit limit) {
  return act("reload_unit", unit, limit, [&] { return link_.machine().manager.reload_unit(unit); });
}

Status SimHostControl::write_file(const ports::File& file, Limit limit) {
  Disk& disk = link_.machine().disk;
  return link_.act<Done>("write_file", file.path, limit,
                         [&] { return written(disk.put(file.path, file.content), disk); });
}

Status SimHostControl::append_file(const ports::File& file, Limit limit) {
  Disk& disk = link_.machine().disk;
  return link_.act<Done>("append_file", file.path, limit,
                         [&] { return written(disk.append(file.path, file.content), disk); });
}

Status SimHostControl::make_link(const std::string& path, const std::string& target, Limit limit) {
  Disk& disk = link_.machine().disk;
  return link_.act<Done>("make_link", path, limit, [&] { return written(disk.link(path, target), disk); });
}

Status SimHostControl::remove_file(const std::string& path, Limit limit) {
  Disk& disk = link_.machine().disk;
  return link_.act<Done>("remove_file", path, limit, [&] { return written(disk.remove(path), disk); });
}

Result<std::string> SimHostControl::run(const std::vector<std::string>& command, Limit limit) {
  return link_.act<std::string>("run", joined(command, " "), limit, [&]() -> Result<std::string> {
    if (command == std::vector<std::string>{"systemctl", "reboot"}) {
      link_.world().power_cycle(link_.machine().name.text());
      return std::string{};
    }
    return fail(ErrorCode::failed, "exit 127: " + command.front());
  });
}

}  // namespace ff::adapters::sim
