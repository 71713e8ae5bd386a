#include "adapters/sim/disk.h"

#include <array>
#include <string_view>

#include "base/digest.h"

namespace ff::adapters::sim {
namespace {

constexpr std::string_view units = "/etc/systemd/system/";
constexpr std::string_view vendor_units = "/usr/lib/systemd/system/";
constexpr std::string_view masks = "/etc/systemd/system.control/";

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

bool Disk::put(const std::string& path, const std::string& content) {
  if (full_ || read_only_) return false;
  links_.erase(path);
  files_[path] = content;
  return true;
}

bool Disk::append(const std::string& path, const std::string& content) {
  if (full_ || read_only_) return false;
  files_[path] += content;
  return true;
}

bool Disk::link(const std::string& path, const std::string& target) {
  if (full_ || read_only_) return false;
  files_.erase(path);
  links_[path] = target;
  return true;
}

bool Disk::remove(const std::string& path) {
  if (read_only_) return !files_.contains(path) && !links_.contains(path);
  files_.erase(path);
  links_.erase(path);
  return true;
}

std::vector<domain::Folder> Disk::rooms() const {
  std::vector<domain::Folder> rooms = rooms_;
  for (domain::Folder& room : rooms) {
    if (read_only_) room.writable = false;
    if (full_) room.free = Bytes{0};
  }
  return rooms;
}

void Disk::reboot() {
  std::erase_if(files_, [](const auto& entry) { return entry.first.starts_with("/run/"); });
  std::erase_if(links_, [](const auto& entry) { return entry.first.starts_with("/run/"); });
}

std::optional<std::string> Disk::file(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Disk::names_in(const std::string& folder) const {
  std::vector<std::string> names;
  for (const auto& [path, content] : files_) {
    if (path.substr(0, path.rfind('/')) == folder) names.push_back(name_of(path));
  }
  return names;
}

std::set<UnitName> Disk::wanted() const {
  std::set<UnitName> found;
  for (const auto& [path, target] : links_) {
    const bool pulled =
        path.find(".wants/") != std::string::npos || path.find(".requires/") != std::string::npos;
    if (path.starts_with(units) && pulled) found.insert(UnitName(name_of(path)));
  }
  return found;
}

std::set<UnitName> Disk::wanted_by(const std::string& target) const {
  std::set<UnitName> found;
  for (const auto& [path, to] : links_) {
    if (path.starts_with(std::string(units) + target + ".wants/")) found.insert(UnitName(name_of(path)));
  }
  return found;
}

std::set<UnitName> Disk::masked() const {
  std::set<UnitName> found;
  for (const auto& [path, target] : links_) {
    if (path.starts_with(masks) && target == "/dev/null") found.insert(UnitName(name_of(path)));
  }
  return found;
}

std::set<UnitName> Disk::unit_files() const {
  std::set<UnitName> found;
  for (const auto& [path, content] : files_) {
    const UnitName unit(name_of(path));
    if (unit_path(unit) == path) found.insert(unit);
  }
  return found;
}

std::string Disk::unit_path(const UnitName& unit) const {
  for (const std::string_view folder : std::array{units, vendor_units}) {
    std::string path = std::string(folder) + unit.text();
    if (files_.contains(path)) return path;
  }
  return {};
}

Digest Disk::fingerprint() const {
  std::string all;
  const auto add = [&all](const auto& entries) {
    for (const auto& [path, content] : entries) {
      if (!path.starts_with("/run/")) all += path + '\0' + content + '\0';
    }
  };
  add(files_);
  all += "links";
  add(links_);
  return digest_of(all);
}

}  // namespace ff::adapters::sim
