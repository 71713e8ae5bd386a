#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ports/dialer.h"
#include "ports/host.h"
#include "ports/lock.h"
#include "ports/proxy.h"
#include "ports/units.h"

namespace ff::ports {

/// Unit control that acts only while its machine's lease is fresh: no fresh lease, no act.
class FencedUnitControl : public UnitControl {
 public:
  FencedUnitControl(UnitControl& inner, Lease& lease, MachineName machine)
      : inner_(inner), lease_(lease), machine_(std::move(machine)) {}

  Status start(const UnitName& unit, Limit limit) override;
  Status stop(const UnitName& unit, Limit limit) override;
  Status enable(const std::vector<UnitName>& units, Limit limit) override;
  Status disable(const std::vector<UnitName>& units, Limit limit) override;
  Status reset_failed(const UnitName& unit, Limit limit) override;
  Status reload(Limit limit) override;
  Status reload_unit(const UnitName& unit, Limit limit) override;

 private:
  UnitControl& inner_;
  Lease& lease_;
  MachineName machine_;
};

/// Host control behind the same check.
class FencedHostControl : public HostControl {
 public:
  FencedHostControl(HostControl& inner, Lease& lease, MachineName machine)
      : inner_(inner), lease_(lease), machine_(std::move(machine)) {}

  Status write_file(const File& file, Limit limit) override;
  Status append_file(const File& file, Limit limit) override;
  Status make_link(const std::string& path, const std::string& target, Limit limit) override;
  Status remove_file(const std::string& path, Limit limit) override;
  Result<std::string> run(const std::vector<std::string>& command, Limit limit) override;

 private:
  HostControl& inner_;
  Lease& lease_;
  MachineName machine_;
};

/// Streams to what acts on what it is sent, behind the same check. Each is to be sent to at once: what it
/// leads to knows of no lease.
class FencedDialer : public Dialer {
 public:
  FencedDialer(Dialer& inner, Lease& lease, MachineName machine)
      : inner_(inner), lease_(lease), machine_(std::move(machine)) {}

  Result<UniqueFd> open(const Target& target, Limit limit) override;

 private:
  Dialer& inner_;
  Lease& lease_;
  MachineName machine_;
};

}  // namespace ff::ports
