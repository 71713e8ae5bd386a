#pragma once

namespace ff::observe {

/// What the cluster is meant to be; on every machine.
inline constexpr const char* intent_path = "/var/lib/ff/intent.json";
/// Finished starts of a box's own instances, one line each.
inline constexpr const char* starts_path = "/var/lib/ff/starts.jsonl";

/// What outages were spent on, one line each; on the route host.
inline constexpr const char* outages_path = "/var/lib/ff/outages.jsonl";

}  // namespace ff::observe
