// How a scenario comes from its seed.
#include <tuple>

#include "random.hpp"
#include "scenario.hpp"

namespace ff::simulation {
namespace {

using Kind = Trouble::Kind;

constexpr int profiles_max = 3;
/// Trouble comes early enough to meet most runs, and mostly once they have begun to change something.
int some_act(const domain::Cluster& cluster, Random& random) {
  const int machines = static_cast<int>(cluster.machines.size());
  return random.chance(6) ? random.between(1, machines + 2) : random.between(machines + 3, 6 * machines + 10);
}

MachineName box(int number) {
  return MachineName("box" + std::to_string(number));
}

domain::Machine machine(const MachineName& name, int last, bool is_box) {
  domain::Machine out;
  out.name = name;
  out.ssh = name.text();
  out.api = "10.77.0." + std::to_string(last);
  if (is_box) out.fabric = "10.78.0." + std::to_string(last);
  return out;
}

domain::Cluster cluster(Random& random) {
  domain::Cluster out;
  out.name = "drawn";
  const int boxes = random.chance(70) ? random.between(1, 4) : random.between(5, 8);
  for (int i = 1; i <= boxes; ++i) out.machines.push_back(machine(box(i), 10 + i, true));
  const bool apart = random.chance(70);
  if (apart) out.machines.push_back(machine(MachineName("edge"), 100, false));
  out.route_host = apart ? MachineName("edge") : box(1);
  out.proxy.listen = {out.find(out.route_host)->api, 8080};
  return out;
}

std::vector<MachineName> boxes_of(const domain::Cluster& cluster) {
  std::vector<MachineName> boxes;
  for (const domain::Machine& one : cluster.machines) {
    if (one.is_box()) boxes.push_back(one.name);
  }
  return boxes;
}

/// As many instances as fit or fewer, on boxes in the cluster's order or in any.
void place(domain::Profile& profile, std::vector<MachineName> boxes, Random& random) {
  const int count = static_cast<int>(boxes.size());
  profile.boxes_per_instance = random.chance(40) ? 1 : random.between(1, count);
  const int fitting = count / profile.boxes_per_instance;
  const int instances = random.chance(75) ? fitting : random.between(1, fitting);
  if (random.chance(20)) {
    for (std::size_t i = boxes.size(); i > 1; --i) {
      std::swap(boxes[i - 1], boxes[static_cast<std::size_t>(random.between(0, static_cast<int>(i) - 1))]);
    }
  }
  boxes.resize(static_cast<std::size_t>(instances * profile.boxes_per_instance));
  profile.boxes = std::move(boxes);
}

/// Units of its own, or those of a profile before it; the same unit is always a leader's or always a
/// worker's.
void name_units(domain::Profile& profile, const std::vector<domain::Profile>& others, Random& random) {
  const std::string stem = "ff-" + profile.name.text();
  profile.leader_unit = UnitName(stem + ".service");
  if (profile.boxes_per_instance > 1) profile.worker_unit = UnitName(stem + "-worker.service");
  if (others.empty() || !random.chance(25)) return;
  const domain::Profile& other = random.of(others);
  profile.leader_unit = other.leader_unit;
  if (profile.boxes_per_instance > 1 && !other.worker_unit.empty()) profile.worker_unit = other.worker_unit;
  if (random.chance(50)) profile.port = other.port;
}

void add_watchdog(domain::Profile& profile, Random& random) {
  domain::Watchdog watchdog;
  watchdog.unit = UnitName("watch-" + profile.name.text() + ".timer");
  const auto span = static_cast<std::size_t>(profile.boxes_per_instance);
  for (std::size_t first = 0; first < profile.boxes.size(); first += span) {
    if (first == 0 || random.chance(50)) watchdog.boxes.push_back(profile.boxes[first]);
  }
  watchdog.arm = random.chance(40);
  profile.watchdogs.push_back(std::move(watchdog));
}

domain::Profile profile(int number, const domain::Declaration& declaration, Random& random) {
  domain::Profile out;
  out.name =
      ProfileName(std::vector<std::string>{"alpha", "beta", "gamma"}[static_cast<std::size_t>(number)]);
  place(out, boxes_of(declaration.cluster), random);
  out.port = static_cast<std::uint16_t>(8000 + number);
  out.master_port = static_cast<std::uint16_t>(29500 + number);
  name_units(out, declaration.profiles, random);
  out.model = {"vllm/vllm-openai:v0.30.0", "/models/drawn", "drawn"};
  out.settings.gpu_memory_utilization = 0.6 + 0.02 * random.between(0, 8);
  out.settings.max_num_seqs = random.between(4, 16);
  out.settings.max_model_len = 262144;
  out.start_deadline = std::chrono::seconds(random.between(8, 30));
  out.drain_timeout = std::chrono::seconds(random.between(2, 8));
  // Lanes run one after another: those of engines that hang must not eat the time of the others.
  out.token_deadline = Milliseconds(random.between(500, 1000));
  if (random.chance(20)) out.launch = domain::Profile::Launch::together;
  if (random.chance(50)) out.expected_start = std::chrono::minutes(random.between(5, 20));
  if (random.chance(40)) add_watchdog(out, random);
  return out;
}

domain::Declaration declaration(Random& random) {
  domain::Declaration out;
  out.cluster = cluster(random);
  const int profiles = random.between(2, profiles_max);
  for (int i = 0; i < profiles; ++i) out.profiles.push_back(profile(i, out, random));
  for (const domain::Profile& one : out.profiles) {
    if (!random.chance(30)) continue;
    out.cluster.overrides[{one.name, random.of(one.boxes)}] = {0.6, random.between(2, 8)};
  }
  return out;
}

ProfileName any_profile(const domain::Declaration& declaration, Random& random) {
  return random.of(declaration.profiles).name;
}

std::pair<MachineName, UnitName> any_member(const domain::Declaration& declaration,
                                            const domain::Profile& profile, Random& random) {
  const domain::Instance instance = random.of(domain::instances_of(declaration.cluster, profile));
  const domain::Member& member = random.of(instance.members);
  return {member.box, member.unit};
}

/// A member of any instance of any profile.
std::pair<MachineName, UnitName> any_member(const domain::Declaration& declaration, Random& random) {
  return any_member(declaration, random.of(declaration.profiles), random);
}

Disorder disorder(const domain::Declaration& declaration, Random& random) {
  Disorder out;
  const auto [machine, unit] = any_member(declaration, random);
  out.kind = static_cast<Disorder::Kind>(random.between(0, static_cast<int>(Disorder::Kind::intent_lost)));
  out.machine = machine;
  if (out.kind != Disorder::Kind::intent_lost) out.unit = unit;
  return out;
}

Start start(const domain::Declaration& declaration, Random& random) {
  Start out;
  if (random.chance(85)) out.serves = any_profile(declaration, random);
  out.by_hand = random.chance(60);
  out.armed = random.chance(60);
  out.proxy_runs = random.chance(92);
  if (random.chance(30)) {
    out.towards = any_profile(declaration, random);
    out.killed_at = static_cast<std::size_t>(some_act(declaration.cluster, random));
  }
  if (random.chance(30)) {
    for (int i = random.between(1, 4); i > 0; --i) out.disorder.push_back(disorder(declaration, random));
  }
  // A run that was killed is known by its intent alone: where there is but one, nobody can resume without it.
  if (!out.towards.empty() && declaration.cluster.machines.size() == 1) {
    std::erase_if(out.disorder, [](const Disorder& one) { return one.kind == Disorder::Kind::intent_lost; });
  }
  return out;
}

Trouble act_trouble(const domain::Declaration& declaration, Kind kind, Random& random) {
  static const std::vector<std::string> on_a_box = {"start",        "stop",       "enable",     "disable",
                                                    "reset_failed", "reload",     "write_file", "make_link",
                                                    "remove_file",  "append_file"};
  static const std::vector<std::string> on_the_route_host = {"set_route", "set_route", "record"};
  static const std::vector<std::string> reading = {"states", "look", "watch", "http", "route"};
  Trouble out;
  out.kind = kind;
  out.machine = any_member(declaration, random).first;
  if (kind == Kind::read_fails) {
    out.call = random.of(reading);
    if (out.call == "http" || out.call == "route") out.machine = declaration.cluster.route_host;
  } else if (random.chance(30)) {
    out.call = random.of(on_the_route_host);
    out.machine = declaration.cluster.route_host;
  } else {
    out.call = random.of(on_a_box);
  }
  return out;
}

const std::vector<Kind>& kinds() {
  // What is named twice comes twice as often.
  static const std::vector<Kind> all = {
      Kind::cut,          Kind::cut,          Kind::power_off,     Kind::power_off,   Kind::dies_loading,
      Kind::dies_loading, Kind::never_ready,  Kind::hangs_healthy, Kind::hangs_now,   Kind::crashes_now,
      Kind::act_fails,    Kind::act_fails,    Kind::answer_lost,   Kind::answer_lost, Kind::read_fails,
      Kind::memory_kept,  Kind::memory_taken, Kind::disk_full,     Kind::killed,      Kind::killed,
      Kind::stop_asked,   Kind::stop_asked,   Kind::lease_lost,    Kind::frozen,      Kind::second_operator,
      Kind::hand_starts,  Kind::hand_starts,  Kind::hand_enables,  Kind::ops_layer,
  };
  return all;
}

Milliseconds duration(Kind kind, Random& random) {
  switch (kind) {
    case Kind::cut:
    case Kind::power_off:
      return std::chrono::seconds(random.of(std::vector<int>{1, 3, 25, 100'000}));
    case Kind::memory_kept:
      return std::chrono::seconds(random.chance(97) ? random.between(5, 20) : 3600);
    case Kind::ops_layer:
      return Milliseconds(random.between(300, 5000));
    default:
      return Milliseconds(random.between(0, 1500));
  }
}

Trouble trouble(const Scenario& scenario, Random& random) {
  const Kind kind = random.of(kinds());
  if (kind == Kind::act_fails || kind == Kind::answer_lost || kind == Kind::read_fails) {
    Trouble out = act_trouble(scenario.declaration, kind, random);
    out.at = random.chance(10) ? 0 : some_act(scenario.declaration.cluster, random);
    return out;
  }
  Trouble out;
  out.kind = kind;
  out.at = some_act(scenario.declaration.cluster, random);
  out.lasts = duration(kind, random);
  const domain::Profile* target = scenario.declaration.find(scenario.target);
  std::tie(out.machine, out.unit) = target != nullptr && random.chance(60)
                                        ? any_member(scenario.declaration, *target, random)
                                        : any_member(scenario.declaration, random);
  if ((kind == Kind::cut || kind == Kind::power_off || kind == Kind::disk_full) && random.chance(30)) {
    out.machine = scenario.declaration.cluster.route_host;
  }
  if (kind == Kind::frozen || kind == Kind::second_operator) {
    out.wish = any_profile(scenario.declaration, random);
  }
  return out;
}

}  // namespace

Scenario draw(std::uint64_t seed) {
  Random random(seed);
  Scenario out;
  out.seed = seed;
  out.declaration = declaration(random);
  out.ordered = random.chance(85);
  out.restarting = random.chance(40);
  out.load = Milliseconds(random.between(100, 600));
  out.unload = Milliseconds(random.between(20, 400));
  out.memory_back = Milliseconds(random.between(20, 800));
  out.requests = random.chance(50) ? 0 : random.between(1, 8);
  out.start = start(out.declaration, random);
  out.target = random.chance(6) ? ProfileName("off") : any_profile(out.declaration, random);
  // Mostly to somewhere else: where nothing has to change nothing can go wrong.
  while (out.target == out.start.serves && random.chance(85)) {
    out.target = any_profile(out.declaration, random);
  }
  for (int i = random.chance(30) ? 1 : random.between(2, 4); i > 0; --i)
    out.troubles.push_back(trouble(out, random));
  out.rest = Milliseconds(random.chance(50) ? random.between(0, 300) : random.between(1000, 30'000));
  out.back = random.chance(25);
  return out;
}

}  // namespace ff::simulation
