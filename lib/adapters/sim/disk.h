#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "domain/snapshot.h"

namespace ff::adapters::sim {

/// Files and symbolic links of one machine, by absolute path.
class Disk {
 public:
  /// False when the disk is full or takes no writes: nothing is written then.
  bool put(const std::string& path, const std::string& content);
  bool append(const std::string& path, const std::string& content);
  bool link(const std::string& path, const std::string& target);
  /// False when the disk takes no writes and there is something at the path.
  bool remove(const std::string& path);
  void set_full(bool full) { full_ = full; }
  /// As a kernel does after errors: removing fails then, too.
  void set_read_only(bool read_only) { read_only_ = read_only; }
  [[nodiscard]] bool read_only() const { return read_only_; }
  /// The file systems that it has, in place of the one that it is.
  void set_rooms(std::vector<domain::Folder> rooms) { rooms_ = std::move(rooms); }
  [[nodiscard]] std::vector<domain::Folder> rooms() const;
  /// What a reboot loses: everything under /run.
  void reboot();

  [[nodiscard]] std::optional<std::string> file(const std::string& path) const;
  /// Names of the regular files in a folder, sorted.
  [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const;
  /// Units linked from a *.wants or *.requires folder in /etc/systemd/system.
  [[nodiscard]] std::set<UnitName> wanted() const;
  /// The same, of one target.
  [[nodiscard]] std::set<UnitName> wanted_by(const std::string& target) const;
  /// Units linked to /dev/null in /etc/systemd/system.control.
  [[nodiscard]] std::set<UnitName> masked() const;
  /// Units that have a file, masked or not.
  [[nodiscard]] std::set<UnitName> unit_files() const;
  /// Path of a unit's file; empty when it has none.
  [[nodiscard]] std::string unit_path(const UnitName& unit) const;
  /// Changes whenever a file or link outside /run does.
  [[nodiscard]] Digest fingerprint() const;

 private:
  bool full_ = false;
  bool read_only_ = false;
  std::vector<domain::Folder> rooms_ = {{"/", true, gibibytes(400)}};
  std::map<std::string, std::string> files_;
  std::map<std::string, std::string> links_;
};

}  // namespace ff::adapters::sim
