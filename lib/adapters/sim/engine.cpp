#include "adapters/sim/engine.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "capacity/capacity.h"

namespace ff::adapters::sim {
namespace {

constexpr Milliseconds retry{50};
/// From its start to a failed allocation.
constexpr Milliseconds allocation{500};

std::map<std::string, std::string> variables_in(const std::string& text) {
  std::map<std::string, std::string> found;
  for (const std::string& line : lines(text)) {
    const std::size_t equals = line.find('=');
    if (line.starts_with('#') || equals == std::string::npos) continue;
    found[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return found;
}

}  // namespace

void Ranks::leave(const std::string& master, const Engine& leader) {
  const auto found = leaders_.find(master);
  if (found != leaders_.end() && found->second == &leader) leaders_.erase(found);
}

Engine* Ranks::leader(const std::string& master) const {
  const auto found = leaders_.find(master);
  return found == leaders_.end() ? nullptr : found->second;
}

Engine::Engine(Timeline& timeline, Machine& machine, Ranks& ranks, Manner& manner, Start start)
    : timeline_(timeline),
      machine_(machine),
      ranks_(ranks),
      manner_(manner),
      start_(std::move(start)),
      agenda_(timeline) {
  for (const std::string& path : start_.file.environment_files) {
    environment_.merge(variables_in(machine_.disk.file(path).value_or("")));
  }
  environment_.merge(variables_in(manner_.environment));
  rank_ = number("FF_NODE_RANK", 0);
  world_size_ = number("FF_NNODES", 1);
  port_ = static_cast<std::uint16_t>(number("FF_PORT", 0));
}

Engine::~Engine() {
  if (ready_) machine_.ports.erase(port_);
  if (rank_ == 0) ranks_.leave(master(), *this);
  for (Engine* worker : workers_) {
    worker->leader_ = nullptr;
    worker->orphaned_ = true;
  }
  if (leader_ != nullptr) leader_->lost(*this);
  if (machine_.power) machine_.memory.give_back(start_.invocation, manner_.memory_return);
}

std::string Engine::value(const std::string& name) const {
  const auto found = environment_.find(name);
  return found == environment_.end() ? std::string() : found->second;
}

int Engine::number(const std::string& name, int otherwise) const {
  const std::string text = value(name);
  int number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string Engine::served_name() const {
  return manner_.served_name.empty() ? value("FF_SERVED_MODEL_NAME") : manner_.served_name;
}

void Engine::begin() {
  start_.log("Initializing a V1 LLM engine with config: model='" + value("FF_MODEL") + "'");
  if (manner_.dies_after) {
    agenda_.after(*manner_.dies_after, [this] {
      if (manner_.dies_after) die("Engine core initialization failed");
    });
  }
  if (!machine_.memory.claim(start_.invocation, need())) {
    agenda_.after(allocation, [this] { die("No available memory for the cache blocks"); });
    return;
  }
  if (rank_ > 0) return look_for_leader();
  if (world_size_ > 1) return ranks_.lead(master(), *this);
  load();
}

Bytes Engine::need() const {
  const double share = std::stod("0" + value("FF_GPU_MEMORY_UTILIZATION"));
  return capacity::need(machine_.memory.now().total, share);
}

/// A leader appears before its workers; one of which not all appear, and a worker without it, are as good as
/// dead.
void Engine::appear() {
  (void)machine_.memory.claim(start_.invocation, need());
  if (rank_ > 0) {
    leader_ = ranks_.leader(master());
    orphaned_ = leader_ == nullptr;
    if (leader_ == nullptr) return;
    leader_->workers_.push_back(this);
    loading_ = true;
    leader_->hung_ = static_cast<int>(leader_->workers_.size()) + 1 < leader_->world_size_;
    return;
  }
  if (world_size_ > 1) ranks_.lead(master(), *this);
  loading_ = true;
  hung_ = world_size_ > 1;
  become_ready();
}

void Engine::load() {
  loading_ = true;
  start_.log("Loading safetensors checkpoint shards");
  if (rank_ == 0 && !manner_.never_ready) agenda_.after(manner_.load, [this] { become_ready(); });
}

void Engine::become_ready() {
  if (machine_.ports.contains(port_)) return die("[Errno 98] address already in use");
  machine_.ports[port_] = this;
  ready_ = true;
  start_.log("Application startup complete.");
  if (!manner_.hangs_after) return;
  agenda_.after(*manner_.hangs_after, [this] {
    if (manner_.hangs_after) hang();
  });
}

void Engine::hang() {
  hung_ = true;
  machine_.engine_failed_at = timeline_.now();
}

void Engine::look_for_leader() {
  Engine* leader = ranks_.leader(master());
  if (!orphaned_ && leader != nullptr && leader->join(*this)) {
    leader_ = leader;
    return;
  }
  if (!orphaned_) agenda_.after(retry, [this] { look_for_leader(); });
}

bool Engine::join(Engine& worker) {
  if (loading_) return false;
  workers_.push_back(&worker);
  if (static_cast<int>(workers_.size()) + 1 == world_size_) {
    for (Engine* one : workers_) one->load();
    load();
  }
  return true;
}

/// A rank that is lost is never taken again: what serves hangs from then on, what loads gives up.
void Engine::lost(const Engine& worker) {
  std::erase(workers_, &worker);
  if (!loading_) return;
  hung_ = true;
  if (!ready_) agenda_.after(retry, [this] { die("a worker is gone"); });
}

void Engine::die(const std::string& why) {
  machine_.engine_failed_at = timeline_.now();
  start_.log("ERROR " + why);
  start_.exit(1);
}

}  // namespace ff::adapters::sim
