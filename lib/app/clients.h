#pragma once

#include <map>
#include <optional>
#include <stop_token>

#include "app/scene.h"
#include "app/tally.h"
#include "domain/clients.h"

namespace ff::app {

/// Who talks to the copies, as far as it could be seen.
struct ClientsReport {
  domain::Calls calls;
  std::map<MachineName, Error> unseen;  ///< machines that could not be asked in the last look
  int looks = 0;
  /// Between the last two looks; nothing where the proxy or no copy counted at both.
  std::optional<domain::Tally> tally = {};
};

/// Looks at every machine's connections, again and again, and keeps what was seen. Writes nothing.
class ClientsWatch {
 public:
  explicit ClientsWatch(const Scene& scene) : scene_(scene) {}

  /// One more look at all machines at once; who goes around the proxy and had no name yet is named.
  void look(const std::stop_token& stop);
  [[nodiscard]] const ClientsReport& report() const { return report_; }

 private:
  void name_callers(const Limit& limit);

  const Scene& scene_;
  ClientsReport report_;
  std::optional<Counts> counts_;  ///< of the last look
};

/// Two looks a second apart.
[[nodiscard]] ClientsReport clients(const Scene& scene, const std::stop_token& stop);

}  // namespace ff::app
