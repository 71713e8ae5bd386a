#include "troubles.hpp"

#include <algorithm>

namespace ff::simulation {
namespace {

using Kind = Trouble::Kind;
using sim::JobKind;

bool is_manner(Kind kind) {
  return kind == Kind::dies_loading || kind == Kind::never_ready || kind == Kind::hangs_healthy ||
         kind == Kind::memory_kept;
}

bool is_call(Kind kind) {
  return kind == Kind::act_fails || kind == Kind::answer_lost || kind == Kind::read_fails;
}

/// Enough that no engine fits beside it.
constexpr domain::Memory memory_taken = {kibibytes(127601452), kibibytes(60000000)};

}  // namespace

Troubles::Troubles(Stage& stage) : stage_(stage), agenda_(stage.world.time()) {
  for (const Trouble& trouble : stage.scenario.troubles) dues_.push_back({&trouble});
}

Troubles::~Troubles() {
  stage_.on_act = nullptr;
}

void Troubles::begin() {
  stage_.on_act = [this](const sim::Act&) { after_act(); };
  for (Due& due : dues_) {
    if (due.trouble->kind == Kind::killed) {
      stage_.world.kill_after(static_cast<std::size_t>(std::max(due.trouble->at, 1)));
      due.acts_before = stage_.world.acts().size();
    } else if (due.trouble->at == 0) {
      fire(due);
    }
  }
}

void Troubles::after_act() {
  if (busy_) return;
  ++acts_;
  for (Due& due : dues_) {
    if (!due.fired && due.trouble->kind != Kind::killed && due.trouble->at == acts_) fire(due);
  }
}

void Troubles::fire(Due& due) {
  due.fired = true;
  due.acts_before = stage_.world.acts().size();
  stage_.note("-- " + words(*due.trouble));
  stage_.rules.disturbed();
  busy_ = true;
  due.met = happen(*due.trouble);
  busy_ = false;
  stage_.rules.disturbed();
  stage_.world.clients().look();
}

bool Troubles::happen(const Trouble& trouble) {
  if (is_call(trouble.kind)) {
    expect_fault(trouble);
    return false;
  }
  if (is_manner(trouble.kind) || trouble.kind == Kind::hangs_now || trouble.kind == Kind::crashes_now) {
    return happen_to_engine(trouble);
  }
  switch (trouble.kind) {
    case Kind::killed:
    case Kind::stop_asked:
    case Kind::lease_lost:
    case Kind::frozen:
    case Kind::second_operator:
      return happen_to_ff(trouble);
    default:
      changed_something_ = true;
      cut_off_ = cut_off_ || trouble.kind == Kind::cut || trouble.kind == Kind::power_off;
      return happen_to_machine(trouble);
  }
}

bool Troubles::happen_to_machine(const Trouble& trouble) {
  sim::Machine& machine = stage_.world.machine(trouble.machine);
  switch (trouble.kind) {
    case Kind::cut:
      machine.cut = true;
      agenda_.after(trouble.lasts, [this, &machine] {
        machine.cut = false;
        stage_.rules.disturbed();
      });
      return true;
    case Kind::power_off:
      if (!machine.power) return false;
      machine.power_off();
      agenda_.after(trouble.lasts, [this, &machine] {
        if (!machine.power) machine.power_on();
        stage_.rules.disturbed();
      });
      return true;
    case Kind::memory_taken:
      machine.memory.set_at_rest(memory_taken);
      stage_.rules.memory_taken(trouble.machine);
      return true;
    case Kind::disk_full:
      machine.disk.set_full(true);
      return true;
    case Kind::hand_starts:
      if (machine.power) stage_.start_by_hand(trouble.machine, trouble.unit);
      return machine.power;
    case Kind::hand_enables:
      if (machine.power) stage_.enable_by_hand(trouble.machine, trouble.unit);
      return machine.power;
    case Kind::ops_layer:
      agenda_.after(trouble.lasts, [this, every = trouble.lasts] { tend(every); });
      return true;
    default:
      return false;
  }
}

/// Starts whatever is enabled and not running, and comes again.
void Troubles::tend(Milliseconds every) {
  for (const auto& [name, machine] : stage_.world.machines()) {
    if (!machine->power) continue;
    for (const UnitName& unit : machine->disk.wanted()) {
      if (machine->manager.state(unit).at_rest()) stage_.start_by_hand(name, unit);
    }
  }
  agenda_.after(every, [this, every] { tend(every); });
}

bool Troubles::happen_to_engine(const Trouble& trouble) {
  sim::Manner& manner = stage_.world.manner(trouble.machine.text(), trouble.unit.text());
  if (trouble.kind == Kind::dies_loading) manner.dies_after = trouble.lasts;
  if (trouble.kind == Kind::never_ready) manner.never_ready = true;
  if (trouble.kind == Kind::hangs_healthy) manner.hangs_after = trouble.lasts;
  if (trouble.kind == Kind::memory_kept) manner.memory_return = trouble.lasts;
  if (is_manner(trouble.kind)) return false;
  changed_something_ = true;
  for (const auto& [port, listener] : stage_.world.machine(trouble.machine).ports) {
    auto* engine = dynamic_cast<sim::Engine*>(listener);
    if (engine == nullptr) continue;
    if (trouble.kind == Kind::hangs_now)
      engine->hang();
    else
      engine->crash();
    return true;
  }
  return false;
}

bool Troubles::happen_to_ff(const Trouble& trouble) {
  if (stage_.ff == nullptr) return false;
  if (trouble.kind == Kind::stop_asked) return stop_.request_stop();
  if (trouble.kind == Kind::lease_lost) stage_.ff->lose_lease();
  if (trouble.kind == Kind::frozen) {
    stage_.ff->lose_lease();
    for (const auto& [name, machine] : stage_.world.machines()) {
      machine->lock_owner = nullptr;
      machine->lock_words.clear();
    }
    changed_something_ = true;
    cut_off_ = true;
  }
  if (!trouble.wish.empty()) second_operator(trouble);
  return true;
}

/// While the first one holds a lock, nobody else acts.
void Troubles::second_operator(const Trouble& trouble) {
  const bool held = std::ranges::any_of(
      stage_.world.machines(), [](const auto& entry) { return entry.second->lock_owner != nullptr; });
  const Ended ended = stage_.go(trouble.wish, "second");
  if (held && ended.acts_to != ended.acts_from) {
    stage_.rules.breaks("I5 a second operator acted beside the first");
  }
}

void Troubles::expect_fault(const Trouble& trouble) {
  const ErrorCode code = trouble.kind == Kind::act_fails     ? ErrorCode::failed
                         : trouble.kind == Kind::answer_lost ? ErrorCode::link_lost
                                                             : ErrorCode::timeout;
  stage_.world.fail_next({trouble.call,
                          trouble.machine,
                          {code, "a planted fault", {}, {}, {}},
                          trouble.kind == Kind::answer_lost});
}

void Troubles::end() {
  for (Due& due : dues_) due.met = due.met || met_later(due);
  stage_.on_act = nullptr;
  agenda_.clear();
  stage_.note("-- all trouble ends");
  stage_.heal();
  stage_.rules.disturbed();
}

bool Troubles::met_later(const Due& due) const {
  const auto& acts = stage_.world.acts();
  const Trouble& trouble = *due.trouble;
  if (trouble.kind == Kind::killed) return false;
  if (!due.fired) return false;
  if (is_call(trouble.kind)) return !stage_.world.awaits_fault(trouble.call, trouble.machine);
  if (!is_manner(trouble.kind)) return false;
  const std::string call = trouble.kind == Kind::memory_kept ? "stop" : "start";
  return std::any_of(
      acts.begin() + static_cast<std::ptrdiff_t>(due.acts_before), acts.end(), [&](const sim::Act& act) {
        return act.call == call && act.machine == trouble.machine && act.subject == trouble.unit.text();
      });
}

std::size_t Troubles::hits() const {
  return static_cast<std::size_t>(std::ranges::count(dues_, true, &Due::met));
}

}  // namespace ff::simulation
