#pragma once

#include <functional>
#include <memory>
#include <string>

#include "ports/host.h"
#include "ports/units.h"

namespace ff::tests {

/// One machine that the contract suites of UnitReader, UnitControl and HostReader are held against, beside
/// another way to see and change it that does not go through the ports under test. It has these units, all
/// inactive, disabled and unmasked in a new world:
///   ffc-plain.service      runs until it is stopped; has an [Install] section
///   ffc-rival.service      the same; Conflicts= and After= ffc-plain.service
///   ffc-fails.service      its start fails with exit status 3
///   ffc-needs.service      Requires= and After= ffc-fails.service; has no [Install] section
///   ffc-slow.service       its start takes a minute
///   ffc-timer.timer        triggers ffc-plain.service, never by itself
class ContractWorld {
 public:
  virtual ~ContractWorld() = default;

  virtual ports::UnitReader& units() = 0;
  virtual ports::UnitControl& control() = 0;
  virtual ports::HostReader& host() = 0;
  virtual MachineName machine() const = 0;
  /// A limit of the world's clock.
  virtual Limit within(Milliseconds time, std::stop_token stop = {}) = 0;

  /// A property in systemd's words, as `systemctl show` gives it.
  virtual std::string property(const UnitName& unit, const std::string& name) = 0;
  /// Whether the unit has a wants link in /etc.
  virtual bool linked(const UnitName& unit) = 0;
  /// `systemctl VERB UNIT` by a hand that is not ff's, waited for; whether it succeeded.
  virtual bool by_hand(const std::string& verb, const UnitName& unit) = 0;
  /// Its main process is killed by signal 9; nothing when none runs.
  virtual void crash(const UnitName& unit) = 0;
  /// Units whose names begin so are stopped, and their files, links, masks and failures gone.
  virtual void forget(const std::string& prefix) = 0;
  virtual void mask(const UnitName& unit) = 0;
  virtual void unmask(const UnitName& unit) = 0;
  virtual void put_file(const std::string& path, const std::string& content) = 0;
  /// Another run holds the machine's lock and says `holder`, until what is returned is destroyed.
  virtual std::shared_ptr<void> hold_lock(const std::string& holder) = 0;
  /// Runs `call`, which waits in a port under test, and `hand` while it waits. Returns when both have ended.
  virtual void meanwhile(const std::function<void()>& call, const std::function<void()>& hand) = 0;
};

/// The world that FF_WORLD names, "lab" or "sim"; nothing when it names none that there is.
std::unique_ptr<ContractWorld> make_contract_world();
/// box1 of the lab in $FF_LAB. Every world starts from the same state, whatever the one before left.
std::unique_ptr<ContractWorld> make_lab_world();
/// One machine of the simulated world, a new one each time.
std::unique_ptr<ContractWorld> make_sim_world();

}  // namespace ff::tests

/// Declares `world`, or leaves the test visibly when there is none.
#define FF_CONTRACT_WORLD(world)                            \
  const auto world##_ = ff::tests::make_contract_world();   \
  if (world##_ == nullptr) {                                \
    WARN("skipped: FF_WORLD names no world that there is"); \
    return;                                                 \
  }                                                         \
  ff::tests::ContractWorld& world = *world##_
