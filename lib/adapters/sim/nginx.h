#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapters/sim/machine.h"
#include "adapters/sim/process.h"
#include "domain/cluster.h"
#include "render/proxy_config.h"

namespace ff::adapters::sim {

/// Leads to what listens at an endpoint, as one machine sees it: `timeout` when the machine is gone,
/// `refused` when nothing listens.
using Dial = std::function<Result<Listener*>(const MachineName& from, const domain::Endpoint& endpoint)>;

/// The proxy's process: runs on the configuration that it read at its start or its last reload.
class Nginx : public Process, public Listener {
 public:
  Nginx(Timeline& timeline, Machine& machine, const domain::Cluster& cluster, Dial dial,
        const std::vector<domain::Endpoint>& strangers_way, std::function<void()> changed);
  ~Nginx() override;
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

  void begin() override;
  void reload() override;
  [[nodiscard]] std::string last_exit() const override { return "exit 0"; }
  /// Of the public address.
  Answer answer(const ports::Request& request) override;
  /// The configuration that clients meet; nothing when it is not ff's.
  [[nodiscard]] const std::optional<render::OwnedConfig>& in_force() const { return in_force_; }

 private:
  /// Tells the epoch in force, on the loopback.
  class Marker : public Listener {
   public:
    explicit Marker(const Nginx& nginx) : nginx_(nginx) {}
    Answer answer(const ports::Request& request) override;

   private:
    const Nginx& nginx_;
  };

  void read();
  /// The first of them that is there.
  [[nodiscard]] std::optional<Answer> pass_on(const std::vector<domain::Endpoint>& endpoints,
                                              const ports::Request& request);

  Machine& machine_;
  const domain::Cluster& cluster_;
  Dial dial_;
  const std::vector<domain::Endpoint>& strangers_way_;
  std::function<void()> changed_;
  std::optional<render::OwnedConfig> in_force_;
  Marker marker_;
  Agenda agenda_;
};

}  // namespace ff::adapters::sim
