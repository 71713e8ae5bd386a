#include "adapters/sim/imagined_world.h"

#include <algorithm>
#include <array>
#include <utility>

#include "adapters/sim/recreate.h"

namespace ff::adapters::sim {
namespace {

using Kind = domain::Mishap::Kind;

/// So long after it was ready: its token has been seen then.
constexpr Milliseconds hangs_soon{1000};
/// Longer than any run waits for it.
constexpr Milliseconds never_back = std::chrono::hours(24 * 7);

/// The act in the middle of a step of that kind; what is not here acts on nothing.
constexpr std::array<std::pair<const char*, const char*>, 9> main_acts = {{{"silence", "disable"},
                                                                           {"route", "set_route"},
                                                                           {"retire", "stop"},
                                                                           {"mask", "make_link"},
                                                                           {"unmask", "remove_file"},
                                                                           {"configure", "write_file"},
                                                                           {"launch", "start"},
                                                                           {"enable", "enable"},
                                                                           {"arm", "start"}}};

std::string main_act(const std::string& step) {
  const auto* found = std::ranges::find(main_acts, step, &std::pair<const char*, const char*>::first);
  return found == main_acts.end() ? "" : found->second;
}

/// What the service manager is asked in a step of that kind.
std::string job_of(const std::string& step) {
  return step == "mask" || step == "unmask" ? "reload" : step == "silence" ? "stop" : main_act(step);
}

}  // namespace

ImaginedWorld::ImaginedWorld(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                             const std::vector<ports::Pace>& paces)
    : world_(declaration.cluster), lanes_(world_.time()), told_(*this) {
  recreate(declaration, snapshot, paces, world_);
  world_.after_act([this](const Act& act) { kill_at_act(act); });
}

bool ImaginedWorld::perform(const std::function<void(ports::Readers&, ports::Gate&)>& ff) {
  if (!began_) began_ = world_.time().now();
  world_.clients().look();
  Seat seat(world_);
  seat.readers().events = &told_;
  seat.readers().lanes = &lanes_;
  try {
    ff(seat.readers(), seat);
  } catch (const Killed&) {
    return false;
  }
  return true;
}

void ImaginedWorld::Told::emit(const domain::Event& event) noexcept {
  all.push_back(event);
  owner_.meet(event);
}

void ImaginedWorld::meet(const domain::Event& event) {
  replanned_ = replanned_ || event.kind == domain::Event::Kind::replanned;
  if (event.kind != domain::Event::Kind::step_started) return;
  for (auto one = expected_.begin(); one != expected_.end();) {
    if (!begins(*one, event)) {
      ++one;
      continue;
    }
    const domain::Mishap mishap = *one;
    one = expected_.erase(one);
    ++happened_;
    happen(mishap);
  }
}

/// Another plan has other stages: what befalls a unit then does so at the next such step on its machine.
bool ImaginedWorld::begins(const domain::Mishap& mishap, const domain::Event& event) const {
  if (mishap.step != event.step) return false;
  if (!replanned_) return mishap.stage == event.stage;
  return !mishap.unit.empty() && mishap.machine == event.where.machine;
}

void ImaginedWorld::happen(const domain::Mishap& mishap) {
  Machine& machine = world_.machine(mishap.machine);
  const auto fault = [&](const std::string& call, ErrorCode code, const char* what, bool lasting) {
    world_.fail_next({call, mishap.machine, {code, what, {}, {}, {}}, false, lasting});
  };
  switch (mishap.kind) {
    case Kind::job_timeout:
      return fault(job_of(mishap.step), ErrorCode::timeout, "its job did not end in time", false);
    case Kind::proxy:
      return fault("set_route", ErrorCode::failed, "nothing changed: the new configuration is refused", true);
    case Kind::killed:
      killing_ = mishap;
      records_ = 0;
      return;
    case Kind::start:
    case Kind::never_healthy:
    case Kind::hang:
    case Kind::memory:
      return befall_engines(mishap);
    default:
      befall_machine(mishap, machine);
  }
  world_.clients().look();
}

void ImaginedWorld::befall_machine(const domain::Mishap& mishap, Machine& machine) {
  if (mishap.kind == Kind::disk) return machine.disk.set_full(true);
  if (mishap.kind == Kind::reboot) {
    machine.power_off();
    world_.time().after(domain::boots_in, [&machine] { machine.power_on(); });
    return;
  }
  machine.cut = true;
  if (mishap.kind == Kind::cut) world_.time().after(domain::cut_for, [&machine] { machine.cut = false; });
}

void ImaginedWorld::befall_engines(const domain::Mishap& mishap) {
  if (mishap.kind == Kind::memory) {
    for (const UnitName& unit : world_.machine(mishap.machine).disk.unit_files())
      world_.manner(mishap.machine.text(), unit.text()).memory_return = never_back;
    return;
  }
  Manner& manner = world_.manner(mishap.machine.text(), mishap.unit.text());
  if (mishap.kind == Kind::start) manner.dies_after = manner.load / 2;
  if (mishap.kind == Kind::never_healthy) manner.never_ready = true;
  if (mishap.kind == Kind::hang) manner.hangs_after = hangs_soon;
}

/// In the middle of its step, or at its end where it does nothing.
void ImaginedWorld::kill_at_act(const Act& act) {
  if (!killing_) return;
  records_ += act.call == "record" ? 1 : 0;
  const bool in_the_middle = act.machine == killing_->machine && act.call == main_act(killing_->step);
  if (!in_the_middle && records_ < 2) return;
  killing_.reset();
  throw Killed{};
}

WallTime ImaginedWorld::wall(MonoTime time) {
  return world_.time().wall() - std::chrono::duration_cast<Milliseconds>(world_.time().now() - time);
}

std::vector<ports::NoModel> ImaginedWorld::outages() {
  std::vector<ports::NoModel> all;
  for (const auto& [since, status] : world_.clients().seen()) {
    const bool good = status == 200;
    const bool open = !all.empty() && !all.back().ended;
    if (good && open) all.back().ended = wall(since);
    if (!good && !open) all.push_back({wall(since), {}});
  }
  // What was over before ff began is none of its.
  const WallTime began = wall(began_.value_or(world_.time().now()));
  std::erase_if(all, [&](const ports::NoModel& one) { return one.ended && *one.ended <= began; });
  return all;
}

}  // namespace ff::adapters::sim
