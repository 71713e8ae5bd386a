#include "adapters/lease/session_locks.h"

#include "adapters/lease/grip.h"
#include "adapters/lease/holder_control.h"

namespace ff::adapters::lease {
namespace {

/// What the port hands out: a grip that is released with it.
class SessionLease : public ports::Lease {
 public:
  explicit SessionLease(std::shared_ptr<Grip> grip) : grip_(std::move(grip)) {}

  Status fresh() override { return grip_->fresh(); }
  Status fresh_on(const MachineName& machine) override { return grip_->fresh_on(machine); }
  void note(const std::string& step) override { grip_->note(step); }
  std::stop_token asked_to_stop() override { return grip_->asked_to_stop(); }
  std::optional<ports::StopWish> stop_wish() override { return grip_->stop_wish(); }
  Status release(Limit limit) override { return grip_->release(limit); }

 private:
  std::shared_ptr<Grip> grip_;
};

}  // namespace

SessionLocks::SessionLocks(std::map<MachineName, ports::Dialer*> dialers, std::set<MachineName> local,
                           ports::Clock& clock, Terms terms)
    : dialers_(std::move(dialers)), local_(std::move(local)), clock_(clock), terms_(std::move(terms)) {
  for (const auto& [machine, dialer] : dialers_)
    controls_[machine] = std::make_unique<HolderControl>(machine);
}

SessionLocks::~SessionLocks() = default;

Result<std::unique_ptr<ports::Lease>> SessionLocks::take(const ports::Holder& holder, Limit limit) {
  const std::lock_guard lock(mutex_);
  if (grip_.lock()) return fail(ErrorCode::locked, "this run holds the machines already");
  const auto grip = std::make_shared<Grip>(clock_, terms_, holder);
  FF_TRY(opened, grip->open({dialers_, local_}, limit));
  FF_TRY(locked, grip->lock_all(limit));
  FF_TRY(quiet, grip->await_quiet(limit));
  grip_ = grip;
  for (const auto& [machine, control] : controls_) control->act_under(grip);
  return std::make_unique<SessionLease>(grip);
}

ports::HostControl& SessionLocks::host(const MachineName& machine) {
  return *controls_.at(machine);
}

}  // namespace ff::adapters::lease
