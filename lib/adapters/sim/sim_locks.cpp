#include "adapters/sim/sim_locks.h"

#include <algorithm>
#include <vector>

#include "codec/holder.h"

namespace ff::adapters::sim {

/// Ends with its process at the latest.
class SimLocks::SimLease : public ports::Lease {
 public:
  explicit SimLease(SimLocks& locks) : locks_(locks) {}
  ~SimLease() override { locks_.let_go(); }
  SimLease(const SimLease&) = delete;
  SimLease& operator=(const SimLease&) = delete;

  Status fresh() override {
    for (const auto& [name, link] : locks_.links_) {
      FF_TRY(one, locks_.fresh_on(name));
    }
    return Done{};
  }
  Status fresh_on(const MachineName& machine) override { return locks_.fresh_on(machine); }
  void note(const std::string&) override {}
  std::stop_token asked_to_stop() override { return locks_.self_.wished.get_token(); }
  std::optional<ports::StopWish> stop_wish() override { return locks_.self_.wish; }
  Status release(Limit) override {
    locks_.let_go();
    return Done{};
  }

 private:
  SimLocks& locks_;
};

Result<std::unique_ptr<ports::Lease>> SimLocks::take(const ports::Holder& holder, Limit limit) {
  std::vector<Link*> in_order;
  for (const auto& [name, link] : links_) in_order.push_back(link);
  std::ranges::sort(in_order, {}, [](Link* link) { return link->machine().machine_id; });
  const std::string words =
      codec::holder_json({holder.run, holder.operator_name, holder.verb, holder.since, {}, 1});
  for (Link* link : in_order) {
    if (auto taken = take_one(*link, words, limit); !taken) {
      let_go();
      return std::unexpected(std::move(taken.error()));
    }
  }
  return std::make_unique<SimLease>(*this);
}

Status SimLocks::take_one(Link& link, const std::string& words, const Limit& limit) {
  FF_TRY(asked, link.ask("lock", limit));
  Machine& machine = link.machine();
  if (machine.lock_owner != nullptr || !machine.lock_words.empty()) {
    Error busy{ErrorCode::locked, "another run holds it", {machine.name, {}}, {machine.lock_words}, {}};
    return fail(std::move(busy));
  }
  machine.lock_owner = &self_;
  taken_[machine.name] = ++machine.lock_number;
  machine.lock_words = words;
  return Done{};
}

/// Taken by this lock, and not freed or taken anew since.
bool SimLocks::held(const Machine& machine) const {
  const auto found = taken_.find(machine.name);
  return found != taken_.end() && machine.lock_owner == &self_ && machine.lock_number == found->second;
}

void SimLocks::free_all() {
  for (const auto& [name, link] : links_) {
    if (held(link->machine())) link->machine().free_lock();
  }
}

/// A holder that cannot be told lets go by itself, later.
void SimLocks::let_go() {
  for (const auto& [name, link] : links_) {
    if (!held(link->machine())) continue;
    if (link->alive())
      link->machine().free_lock();
    else
      link->die();
  }
}

Status SimLocks::fresh_on(const MachineName& name) {
  const auto found = links_.find(name);
  const bool ours = found != links_.end() && held(found->second->machine());
  if (!self_.lease_lost && ours && found->second->alive()) return Done{};
  return fail(ErrorCode::lease_lost, "its lock is no longer surely ours", {name, {}});
}

}  // namespace ff::adapters::sim
