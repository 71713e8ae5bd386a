#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "domain/snapshot.h"

namespace ff::ports {

/// What one look at a host tells, taken in one round trip.
struct HostFacts {
  MachineId machine_id;
  BootId boot_id;
  int uid = -1;
  WallTime clock = {};
  Milliseconds uptime{0};  ///< since its kernel booted; 0 when that could not be read
  domain::Memory memory;
  std::set<std::uint16_t> listening;  ///< TCP ports with a listener, IPv4 and IPv6
  std::set<UnitName>
      enabled_links;  ///< units linked from a *.wants or *.requires folder in /etc/systemd/system
  std::set<UnitName> masked_links;           ///< units linked to /dev/null in /etc/systemd/system.control
  std::map<std::string, std::string> files;  ///< content of those that were asked for and exist, by path
  std::vector<domain::Folder> folders;       ///< where masks, links and those files are, or the nearest above
  std::string lock_holder;  ///< content of /run/ff/lock.holder while the lock is held; empty when free
};

/// Reads one machine below its service manager. Used by one thread at a time.
class HostReader {
 public:
  virtual ~HostReader() = default;
  /// One look. Files over 1 MiB are cut there. Paths are absolute; of "/a/folder/" only the room is told.
  virtual Result<HostFacts> look(const std::vector<std::string>& files, Limit limit) = 0;
  /// Content of the files that exist, by path, cut at 1 MiB: cheaper than a look. Paths are absolute.
  virtual Result<std::map<std::string, std::string>> read_files(const std::vector<std::string>& paths,
                                                                Limit limit) = 0;
  /// What a command wrote to its standard output, up to 1 MiB; `failed` with its last lines when it exits
  /// other than 0.
  virtual Result<std::string> output_of(const std::vector<std::string>& command, Limit limit) = 0;
  /// Names of the regular files in a folder, sorted; empty when there is no such folder.
  virtual Result<std::vector<std::string>> list(const std::string& folder, Limit limit) = 0;
};

/// A file to be written whole.
struct File {
  std::string path;  ///< absolute; missing folders are made, 0755
  std::string content;
  unsigned mode = 0644;
};

/// Acts on one machine below its service manager, as a child of the process that holds its lock.
/// A call that ends in link_lost or timeout may or may not have taken effect. Used by one thread at a time.
class HostControl {
 public:
  virtual ~HostControl() = default;
  /// Atomic and durable: temporary file, fsync, rename, fsync of the folder. Owned by root.
  virtual Status write_file(const File& file, Limit limit) = 0;
  /// One durable append; the file is made when missing.
  virtual Status append_file(const File& file, Limit limit) = 0;
  /// A symbolic link, replaced when there is one; missing folders are made.
  virtual Status make_link(const std::string& path, const std::string& target, Limit limit) = 0;
  /// Removes a file or link, durably; one that is not there is success.
  virtual Status remove_file(const std::string& path, Limit limit) = 0;
  /// Runs a command to its end with standard output and error together as the value, up to 64 KiB.
  /// `failed` with those lines as evidence when it exits other than 0.
  virtual Result<std::string> run(const std::vector<std::string>& command, Limit limit) = 0;
};

}  // namespace ff::ports
