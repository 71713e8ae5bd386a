#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ports/dialer.h"
#include "ports/units.h"

namespace ff::adapters::systemd {

class Bus;
struct Call;
struct Reply;

/// Acts on one machine's systemd over D-Bus. Connects at the first call, as SystemdReader does.
/// The limit's stop token ends a call only until its message is out: an act once sent is waited for until the
/// deadline. Used by one thread at a time.
class SystemdControl : public ports::UnitControl {
 public:
  /// `dialer` leads to `machine` and outlives this control.
  SystemdControl(ports::Dialer& dialer, MachineName machine);
  ~SystemdControl() override;

  Status start(const UnitName& unit, Limit limit) override;
  Status stop(const UnitName& unit, Limit limit) override;
  Status enable(const std::vector<UnitName>& units, Limit limit) override;
  Status disable(const std::vector<UnitName>& units, Limit limit) override;
  Status reset_failed(const UnitName& unit, Limit limit) override;
  Status reload(Limit limit) override;
  Status reload_unit(const UnitName& unit, Limit limit) override;

 private:
  struct Act;

  Result<Reply> send(const Act& act, const Call& call, const Limit& limit);
  Status run_job(const Act& act, const Limit& limit);
  Status await_job(const Act& act, const std::string& job, const Limit& limit);
  Status job_ended(const Act& act, const std::string& result, const Limit& limit);
  Error placed(Error error, const Act& act) const;

  MachineName machine_;
  std::unique_ptr<Bus> bus_;
};

}  // namespace ff::adapters::systemd
