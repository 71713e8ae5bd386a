#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapters/proxy/evidence.h"
#include "adapters/proxy/program.h"
#include "adapters/proxy/proxy.h"
#include "render/haproxy.h"

namespace ff::adapters::proxy {

/// One change of the route: made, run and thrown away.
class Change {
 public:
  Change(const domain::Cluster& cluster, Readers readers, Actors actors, Limit limit);

  /// As ports::ProxyControl::set_route says.
  Status run(const domain::Route& route);

 private:
  Status look();
  Status change_to(const std::string& text, const std::string& epoch);
  Status find_flip(const domain::Route& route);
  Status keep_original();
  Status check(const std::string& text);
  Status apply();
  Status restart();
  Status await(const std::string& epoch, Milliseconds old_unseen);
  Status reach(const std::string& epoch);
  [[nodiscard]] bool flipped(const std::string& epoch);
  Status flip(const render::RuntimeFlip& by);
  Result<std::string> tell(const std::string& line);
  [[nodiscard]] bool own_listener_in_the_way();
  [[nodiscard]] std::unexpected<Error> put_back(Error error);
  Status restore();
  [[nodiscard]] std::string in_force();
  void mark_log();
  void add_evidence(Error& error);
  [[nodiscard]] std::vector<Holder> holders();
  [[nodiscard]] std::vector<std::string> log_since_mark();
  Status write(const std::string& path, const std::string& text);
  [[nodiscard]] std::string trial_path() const { return proxy_.config + ".ff-new"; }
  /// An act has a deadline, but nobody cuts it short.
  [[nodiscard]] Limit act() const { return {limit_.deadline, {}}; }
  [[nodiscard]] Error placed(Error error) const;

  const domain::Cluster& cluster_;
  const domain::Proxy& proxy_;
  Readers readers_;
  Actors actors_;
  Limit limit_;
  Program program_;
  RealProxyReader reader_;
  std::optional<std::string> before_;  ///< the file as it was; nothing when there was none
  domain::ActiveState state_ = domain::ActiveState::inactive;  ///< of the unit when it was last asked
  bool was_active_ = false;
  bool was_owned_ = false;
  std::optional<render::RuntimeFlip> flip_;  ///< how what runs comes to the new route without a reload
  std::string log_mark_;                     ///< where its log ended before the change
};

}  // namespace ff::adapters::proxy
