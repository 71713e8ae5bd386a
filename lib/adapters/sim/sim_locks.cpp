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
  machine.lock_words = words;
  return Done{};
}

void SimLocks::let_go() {
  for (const auto& [name, link] : links_) {
    Machine& machine = link->machine();
    if (machine.lock_owner != &self_) continue;
    machine.lock_owner = nullptr;
    machine.lock_words.clear();
  }
}

Status SimLocks::fresh_on(const MachineName& name) {
  const Machine& machine = links_.at(name)->machine();
  if (!self_.lease_lost && machine.lock_owner == &self_ && !machine.cut) return Done{};
  return fail(ErrorCode::lease_lost, "its lock is no longer surely ours", {name, {}});
}

}  // namespace ff::adapters::sim
