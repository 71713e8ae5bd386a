#pragma once

#include <functional>

#include "adapters/sim/link.h"
#include "ports/host.h"
#include "ports/units.h"

namespace ff::adapters::sim {

/// Acts on a machine's service manager over one link. Calls as the methods are named; "enable" and "disable"
/// are one act with all their units, and "reload" alone has no subject.
class SimUnitControl : public ports::UnitControl {
 public:
  explicit SimUnitControl(Link& link) : link_(link) {}

  Status start(const UnitName& unit, Limit limit) override;
  Status stop(const UnitName& unit, Limit limit) override;
  Status enable(const std::vector<UnitName>& units, Limit limit) override;
  Status disable(const std::vector<UnitName>& units, Limit limit) override;
  Status reset_failed(const UnitName& unit, Limit limit) override;
  Status reload(Limit limit) override;
  Status reload_unit(const UnitName& unit, Limit limit) override;

 private:
  Status act(const std::string& call, const UnitName& unit, const Limit& limit,
             const std::function<Status()>& effect);
  /// Queues the job and waits for its end, which a stop does not cut.
  Status run_job(const UnitName& unit, JobKind kind, const Limit& limit);

  Link& link_;
};

/// Acts on the machine below it. A full disk fails writes; `run` knows `systemctl reboot` only.
class SimHostControl : public ports::HostControl {
 public:
  explicit SimHostControl(Link& link) : link_(link) {}

  Status write_file(const ports::File& file, Limit limit) override;
  Status append_file(const ports::File& file, Limit limit) override;
  Status make_link(const std::string& path, const std::string& target, Limit limit) override;
  Status remove_file(const std::string& path, Limit limit) override;
  Result<std::string> run(const std::vector<std::string>& command, Limit limit) override;

 private:
  Link& link_;
};

}  // namespace ff::adapters::sim
