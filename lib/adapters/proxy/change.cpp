#include "adapters/proxy/change.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/proxy/runtime.h"
#include "base/digest.h"
#include "base/text.h"
#include "render/proxy_config.h"

namespace ff::adapters::proxy {

namespace {

using domain::ActiveState;
using domain::RouteView;

constexpr Milliseconds poll_interval{50};
/// A reload takes tens of milliseconds; a box that is busy loading a model may need much longer.
constexpr Milliseconds epoch_deadline = std::chrono::seconds(5);
/// After a reload nginx's old workers still answer until the master, having slept 100 ms, tells them to
/// leave: measured up to 126 ms; HAProxy's for less. Only when none of them was met for so long is the old
/// route gone.
constexpr Milliseconds old_epoch_unseen{300};
/// How often a wait that is not over looks into the proxy's log for the reason.
constexpr Milliseconds log_interval = std::chrono::seconds(1);
constexpr Milliseconds put_back_deadline = std::chrono::seconds(20);

/// What runs takes commands at once, or will not.
constexpr Milliseconds flip_deadline = std::chrono::seconds(1);
/// Where programs lie that a login without root's PATH would not find.
constexpr const char* path_variable = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

bool running(ActiveState state) {
  return state == ActiveState::active || state == ActiveState::reloading;
}

}  // namespace

Change::Change(const domain::Cluster& cluster, Readers readers, Actors actors, Limit limit)
    : cluster_(cluster),
      proxy_(cluster.proxy),
      readers_(readers),
      actors_(actors),
      limit_(std::move(limit)),
      program_(program_of(proxy_)),
      reader_(cluster, readers) {}

Error Change::placed(Error error) const {
  error = at(std::move(error), cluster_.route_host);
  if (error.where.unit.empty()) error.where.unit = proxy_.unit;
  return error;
}

Status Change::write(const std::string& path, const std::string& text) {
  return actors_.host.write_file({path, text, 0644}, act());
}

Status Change::run(const domain::Route& route) {
  FF_TRY(looked, look());
  const std::string text = render::proxy_config(cluster_, route);
  const std::string epoch = render::proxy_config_read(text).value_or(render::OwnedConfig()).epoch;
  if (before_ == text) {
    FF_TRY(view, reader_.route(limit_));
    if (view.unit_active && view.in_step()) return Done{};
  }
  FF_TRY(found, find_flip(route));
  FF_TRY(kept, keep_original());
  Status changed = change_to(text, epoch);
  // The trial file says nothing any more and harms nobody: where it cannot be removed, it stays.
  static_cast<void>(actors_.host.remove_file(trial_path(), {readers_.clock.now() + put_back_deadline, {}}));
  return changed;
}

Status Change::change_to(const std::string& text, const std::string& epoch) {
  FF_TRY(checked, check(text));
  if (auto written = write(proxy_.config, text); !written) {
    const bool unknown =
        written.error().code == ErrorCode::link_lost || written.error().code == ErrorCode::timeout;
    return fail(placed(in_context(written.error(), unknown ? "not reloaded, but the file may be the new one"
                                                           : "nothing changed: the proxy's configuration")));
  }
  const Status reached = reach(epoch);
  if (reached) return Done{};
  if (reached.error().code == ErrorCode::cancelled)
    return fail(placed(in_context(reached.error(), "the new route is written and was not seen in force")));
  return put_back(reached.error());
}

Status Change::look() {
  FF_TRY(files, readers_.host.read_files({proxy_.config}, limit_));
  const auto file = files.find(proxy_.config);
  if (file != files.end()) before_ = file->second;
  was_owned_ = before_ && render::proxy_config_read(*before_).has_value();
  FF_TRY(states, readers_.units.states({proxy_.unit}, limit_));
  state_ = states[proxy_.unit].active;
  was_active_ = running(state_);
  return Done{};
}

/// Only what is known to run on the file as it is can be told the difference.
Status Change::find_flip(const domain::Route& route) {
  if (proxy_.driver != domain::Proxy::Driver::haproxy || !was_owned_ || !was_active_) return Done{};
  FF_TRY(seen, reader_.answers(limit_));
  const std::string epoch = render::proxy_config_read(*before_)->epoch;
  if (seen.marker_epoch == epoch && seen.public_epoch == epoch)
    flip_ = render::haproxy_flip(cluster_, *before_, route);
  return Done{};
}

/// Whatever a person wrote stays beside the new file, under a name that is never written twice.
Status Change::keep_original() {
  if (!before_ || was_owned_) return Done{};
  const std::string first = proxy_.config + ".before-ff";
  const std::string other = first + "-" + digest_of(*before_).text();
  FF_TRY(files, readers_.host.read_files({first, other}, limit_));
  const auto kept = [&](const std::string& path) {
    const auto file = files.find(path);
    return file != files.end() && file->second == *before_;
  };
  if (kept(first) || kept(other)) return Done{};
  const Status written = write(files.contains(first) ? other : first, *before_);
  if (!written) return fail(placed(in_context(written.error(), "nothing changed: keeping the original")));
  return Done{};
}

/// A file that the proxy would refuse never takes the place of one that it runs on. A warning counts: it
/// warns of what it silently ignores.
Status Change::check(const std::string& text) {
  if (auto written = write(trial_path(), text); !written)
    return fail(placed(in_context(written.error(), "nothing changed: the proxy's configuration")));
  std::vector<std::string> command = program_.test;
  command.push_back(trial_path());
  const std::string tester = fmt::format("{} {}", program_.name, command.at(3));
  auto said = actors_.host.run(command, act());
  if (!said)
    return fail(
        placed(in_context(said.error(), fmt::format("nothing changed: {} refuses the new route", tester))));
  if (auto found = complaints(program_, *said, true); !found.empty()) {
    Error error = {
        ErrorCode::failed, fmt::format("nothing changed: {} warns of the new route", tester), {}, {}, {}};
    error.evidence = std::move(found);
    return fail(placed(std::move(error)));
  }
  return Done{};
}

Status Change::apply() {
  if (running(state_)) return actors_.units.reload_unit(proxy_.unit, act());
  if (state_ == ActiveState::failed) {
    FF_TRY(reset, actors_.units.reset_failed(proxy_.unit, act()));
  }
  return actors_.units.start(proxy_.unit, act());
}

Status Change::restart() {
  FF_TRY(stopped, actors_.units.stop(proxy_.unit, act()));
  return actors_.units.start(proxy_.unit, act());
}

/// A reload says nothing: it returns 0 for a configuration that the proxy then refuses.
Status Change::await(const std::string& epoch, Milliseconds old_unseen) {
  MonoTime end = std::min(limit_.deadline, readers_.clock.now() + epoch_deadline);
  MonoTime next_look = readers_.clock.now() + log_interval;
  std::optional<MonoTime> since;
  for (;;) {
    FF_TRY(seen, reader_.answers({end + old_unseen, limit_.stop}));
    const MonoTime now = readers_.clock.now();
    const bool agrees = seen.marker_epoch == epoch && seen.public_epoch == epoch;
    since = agrees ? since.value_or(now) : std::optional<MonoTime>();
    if (since && now - *since >= old_unseen) return Done{};
    if (!agrees && now >= next_look && refused(program_, log_since_mark())) end = now;
    if (now >= next_look) next_look = now + log_interval;
    if (now >= end && !(since && *since < end)) {
      return fail(ErrorCode::failed,
                  fmt::format("marker has epoch \"{}\" and the public address \"{}\", not \"{}\"{}{}",
                              seen.marker_epoch, seen.public_epoch, epoch, seen.fault.empty() ? "" : ": ",
                              seen.fault));
    }
    FF_TRY(slept, readers_.clock.sleep_until({now + poll_interval, limit_.stop}));
  }
}

Status Change::reach(const std::string& epoch) {
  if (flip_ && flipped(epoch)) return Done{};
  mark_log();
  FF_TRY(applied, apply());
  const Status seen = await(epoch, old_epoch_unseen);
  if (seen || seen.error().code == ErrorCode::cancelled || !own_listener_in_the_way()) return seen;
  FF_TRY(restarted, restart());
  return await(epoch, old_epoch_unseen);
}

/// Whether it could be done without a reload, which cuts idle connections. Where not, the reload puts right
/// whatever was half done: the file says the new route already.
bool Change::flipped(const std::string& epoch) {
  if (!flip(*flip_)) return false;
  // The one process that answers has changed: nobody is left who could still answer for the route before.
  const Result<RouteView> seen = reader_.answers(limit_);
  return seen && seen->marker_epoch == epoch && seen->public_epoch == epoch;
}

Status Change::flip(const render::RuntimeFlip& by) {
  if (!by.come.empty()) {
    FF_TRY(come, tell(by.come));
  }
  Result<std::string> entered = tell(by.enter);
  if (!entered && entered.error().what.find(render::no_entry) != std::string::npos) entered = tell(by.add);
  if (!entered) return fail(entered.error());
  if (!by.leave.empty()) {
    FF_TRY(left, tell(by.leave));
  }
  return Done{};
}

Result<std::string> Change::tell(const std::string& line) {
  const Limit limit = {std::min(limit_.deadline, readers_.clock.now() + flip_deadline), {}};
  FF_TRY(answer, proxy::tell(actors_.runtime, proxy_.runtime_socket, line, limit));
  for (const std::string& row : lines(answer)) {
    if (!render::is_content(row)) return fail(ErrorCode::failed, "HAProxy says: " + printable(row));
  }
  return answer;
}

/// nginx cannot go from `listen 8080` to `listen ADDRESS:8080` by a reload: its own old socket holds the
/// port. Only a configuration that was not ff's can differ so.
bool Change::own_listener_in_the_way() {
  if (!program_.own_listener_in_the_way || was_owned_ || !was_active_) return false;
  const std::vector<Holder> all = holders();
  return !all.empty() &&
         std::ranges::all_of(all, [&](const Holder& h) { return h.program == program_.name; }) &&
         std::ranges::any_of(log_since_mark(), [](const std::string& line) {
           return line.find("bind()") != std::string::npos;
         });
}

std::unexpected<Error> Change::put_back(Error error) {
  add_evidence(error);
  limit_ = {readers_.clock.now() + put_back_deadline, {}};
  error = in_context(std::move(error), "the proxy did not take the new route");
  if (const Status restored = restore(); !restored) {
    error.what += fmt::format("; {} could not be put back ({}): what is in force is not known", proxy_.config,
                              restored.error().what);
  } else {
    error.what += "; put back, in force: " + in_force();
  }
  return fail(placed(std::move(error)));
}

Status Change::restore() {
  if (before_) {
    FF_TRY(written, write(proxy_.config, *before_));
  } else {
    FF_TRY(removed, actors_.host.remove_file(proxy_.config, act()));
  }
  if (!was_active_) return actors_.units.stop(proxy_.unit, act());
  FF_TRY(states, readers_.units.states({proxy_.unit}, limit_));
  state_ = states[proxy_.unit].active;
  return apply();
}

std::string Change::in_force() {
  Result<RouteView> view = reader_.route(limit_);
  const MonoTime end = readers_.clock.now() + epoch_deadline;
  while (view && was_owned_ && was_active_ && !view->in_step() && readers_.clock.now() < end) {
    if (!readers_.clock.sleep_until({readers_.clock.now() + poll_interval, {}})) break;
    view = reader_.route(limit_);
  }
  if (!view) return "not known (" + view.error().what + ")";
  if (!view->unit_active) return "nothing, " + proxy_.unit.text() + " does not run";
  if (!view->owned) return "the configuration from before, which is not ff's";
  if (!view->in_step()) return "not known (" + view->fault + ")";
  return word(view->route.kind) + std::string(" as before");
}

void Change::mark_log() {
  const auto position = actors_.host.run(program_.log_position, act());
  log_mark_ = position ? std::string(trimmed(*position)) : "";
}

std::vector<std::string> Change::log_since_mark() {
  if (log_mark_.empty()) return {};
  std::vector<std::string> command = program_.log_since;
  command.push_back(log_mark_);
  const auto text = actors_.host.run(command, act());
  std::vector<std::string> found = text ? complaints(program_, *text, false) : std::vector<std::string>();
  if (found.size() > 6) found.erase(found.begin(), found.end() - 6);
  return found;
}

std::vector<Holder> Change::holders() {
  const auto sockets = actors_.host.run({"env", path_variable, "ss", "-Hltnp"}, act());
  if (!sockets) return {};
  std::vector<Holder> all = holders_of(proxy_.listen.port, *sockets);
  std::ranges::move(holders_of(proxy_.marker_port, *sockets), std::back_inserter(all));
  return all;
}

void Change::add_evidence(Error& error) {
  std::ranges::move(log_since_mark(), std::back_inserter(error.evidence));
  for (const Holder& holder : holders()) {
    if (holder.program == program_.name) continue;
    error.what =
        fmt::format("the port is held by {} (pid {}): {}",
                    holder.program.empty() ? "another program" : holder.program, holder.pid, error.what);
    error.evidence.push_back(holder.line);
  }
}

}  // namespace ff::adapters::proxy
