#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "app/scene.h"
#include "domain/clients.h"

namespace ff::app {

/// Counters at one moment. The proxy's is read twice, so that two such moments enclose what the copies
/// counted.
struct Counts {
  MonoTime at = {};
  double proxy_before = 0;  ///< requests that the proxy ever took, read before the copies were asked
  double proxy_after = 0;   ///< and once they had been
  /// Requests that each copy ever took in: ended, running and waiting. Those that did not tell are left out.
  std::map<domain::Endpoint, double> copies = {};
};

/// Asks proxy and copies, from the route host. Nothing where the proxy does not count: only an nginx with
/// ff's configuration does.
[[nodiscard]] std::optional<Counts> count_requests(const Scene& scene, const Limit& limit);

/// What came in between, of the copies that told both times. Nothing when there is none, or when the proxy or
/// a copy began to count anew. Pure.
[[nodiscard]] std::optional<domain::Tally> tally_of(const Counts& before, const Counts& after);

/// How many requests nginx has taken, by the page of its stub_status; nothing when it is none.
[[nodiscard]] std::optional<double> requests_in_stub(std::string_view page);

}  // namespace ff::app
