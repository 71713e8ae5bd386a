#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "adapters/sim/disk.h"
#include "adapters/sim/unit_file.h"
#include "domain/unit.h"

namespace ff::adapters::sim {

/// The unit files of a machine as its manager last read them: what changed on the disk since counts only
/// after reload(). A unit that it never met is read when it is first asked for.
class UnitBook {
 public:
  explicit UnitBook(const Disk& disk) : disk_(disk) {}

  void reload();
  /// The unit's file; nullptr when it is masked or has none. Valid until the next reload.
  const UnitFile* find(const UnitName& unit);
  domain::LoadState load_state(const UnitName& unit);
  /// systemd's UnitFileState; empty without a file.
  std::string file_state(const UnitName& unit);
  bool needs_reload(const UnitName& unit);
  /// All units with a file, masked ones too.
  [[nodiscard]] std::set<UnitName> names() const;

  /// What the unit's own file names in the relation.
  std::vector<UnitName> related(const UnitName& unit, const std::string& relation);
  /// Units whose files name the unit in the relation.
  std::vector<UnitName> relating(const UnitName& unit, const std::string& relation);
  /// Conflicts= works from both sides.
  std::set<UnitName> conflicting(const UnitName& unit);
  /// Whether `second` is to start after `first`, by either file.
  bool ordered(const UnitName& first, const UnitName& second);

 private:
  struct Entry {
    bool masked = false;
    std::string file_state;
    UnitFile file;
  };
  Entry read(const UnitName& unit) const;
  /// Whether its mask's link went since the last reload.
  [[nodiscard]] bool unmasked_since(const UnitName& unit, const Entry& entry) const;
  /// Whether any unit's file names it: then the manager keeps it loaded.
  [[nodiscard]] bool referenced(const UnitName& unit) const;
  Entry* entry(const UnitName& unit);

  const Disk& disk_;
  std::map<UnitName, Entry> entries_;
};

}  // namespace ff::adapters::sim
