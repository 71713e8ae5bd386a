#pragma once

#include <compare>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ff {

/// A name that cannot be mistaken for another kind of name. `Tag` is never defined; it only keeps
/// the types apart. Ordered, so that ids can be keys and outputs are stable.
template <class Tag>
class StrongId {
 public:
  StrongId() = default;
  explicit StrongId(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  auto operator<=>(const StrongId&) const = default;

 private:
  std::string text_;
};

/// A machine's name in cluster.toml, never an address.
using MachineName = StrongId<struct MachineNameTag>;
/// A systemd unit's full name, with its suffix.
using UnitName = StrongId<struct UnitNameTag>;
/// The name of a profile: its file name without `.toml`.
using ProfileName = StrongId<struct ProfileNameTag>;
/// One running model server's name inside its profile: the leader box's name for a copy.
using InstanceName = StrongId<struct InstanceNameTag>;
/// One execution of a plan, eight hex digits.
using RunId = StrongId<struct RunIdTag>;
/// What /etc/machine-id holds.
using MachineId = StrongId<struct MachineIdTag>;
/// What the kernel calls this boot; changes with every reboot.
using BootId = StrongId<struct BootIdTag>;
/// systemd's id of one start of a unit, 32 hex digits; empty while it has never run.
using InvocationId = StrongId<struct InvocationIdTag>;
/// Stable name of a hazard, as `--accept` takes it.
using HazardId = StrongId<struct HazardIdTag>;
/// Hash of a text, hex; tells whether two files or plans are the same.
using Digest = StrongId<struct DigestTag>;

}  // namespace ff

template <class Tag>
struct std::hash<ff::StrongId<Tag>> {
  std::size_t operator()(const ff::StrongId<Tag>& id) const { return std::hash<std::string>{}(id.text()); }
};
