#include "adapters/sim/unit_book.h"

#include <algorithm>

namespace ff::adapters::sim {

void UnitBook::reload() {
  entries_.clear();
  for (const UnitName& unit : disk_.unit_files()) entries_[unit] = read(unit);
}

UnitBook::Entry UnitBook::read(const UnitName& unit) const {
  Entry entry;
  entry.masked = disk_.masked().contains(unit);
  entry.file = unit_file_of(unit, disk_.file(disk_.unit_path(unit)).value_or(""));
  if (entry.masked)
    entry.file_state = "masked";
  else if (disk_.wanted().contains(unit))
    entry.file_state = "enabled";
  else
    entry.file_state = entry.file.wanted_by.empty() ? "static" : "disabled";
  return entry;
}

UnitBook::Entry* UnitBook::entry(const UnitName& unit) {
  const auto found = entries_.find(unit);
  if (found != entries_.end()) return &found->second;
  if (disk_.unit_path(unit).empty()) return nullptr;
  return &entries_.emplace(unit, read(unit)).first->second;
}

const UnitFile* UnitBook::find(const UnitName& unit) {
  const Entry* found = entry(unit);
  return found == nullptr || found->masked ? nullptr : &found->file;
}

bool UnitBook::unmasked_since(const UnitName& unit, const Entry& known) const {
  return known.masked && !disk_.masked().contains(unit);
}

bool UnitBook::referenced(const UnitName& unit) const {
  return std::ranges::any_of(entries_, [&](const auto& other) {
    return !other.second.masked &&
           std::ranges::any_of(other.second.file.relations, [&](const auto& relation) {
             return std::ranges::find(relation.second, unit) != relation.second.end();
           });
  });
}

/// Of a mask's link that went without a reload: a unit that is kept loaded still reads masked, any other is
/// read anew from where it was, and not found.
domain::LoadState UnitBook::load_state(const UnitName& unit) {
  const Entry* found = entry(unit);
  if (found == nullptr) return domain::LoadState::not_found;
  if (unmasked_since(unit, *found) && !referenced(unit)) return domain::LoadState::not_found;
  return found->masked ? domain::LoadState::masked : domain::LoadState::loaded;
}

std::string UnitBook::file_state(const UnitName& unit) {
  const Entry* found = entry(unit);
  return found == nullptr ? std::string() : found->file_state;
}

bool UnitBook::needs_reload(const UnitName& unit) {
  const Entry* known = entry(unit);
  if (known == nullptr) return false;
  return unmasked_since(unit, *known) || known->file.text != disk_.file(disk_.unit_path(unit)).value_or("");
}

std::set<UnitName> UnitBook::names() const {
  return disk_.unit_files();
}

std::vector<UnitName> UnitBook::related(const UnitName& unit, const std::string& relation) {
  const UnitFile* file = find(unit);
  if (file == nullptr) return {};
  const auto found = file->relations.find(relation);
  return found == file->relations.end() ? std::vector<UnitName>() : found->second;
}

std::vector<UnitName> UnitBook::relating(const UnitName& unit, const std::string& relation) {
  std::vector<UnitName> all;
  for (const UnitName& other : names()) {
    const UnitFile* file = find(other);
    if (file != nullptr && file->relates(relation, unit)) all.push_back(other);
  }
  return all;
}

std::set<UnitName> UnitBook::conflicting(const UnitName& unit) {
  std::set<UnitName> all;
  for (const UnitName& other : related(unit, "Conflicts")) all.insert(other);
  for (const UnitName& other : relating(unit, "Conflicts")) all.insert(other);
  return all;
}

bool UnitBook::ordered(const UnitName& first, const UnitName& second) {
  const UnitFile* one = find(first);
  const UnitFile* other = find(second);
  return (one != nullptr && one->relates("Before", second)) ||
         (other != nullptr && other->relates("After", first));
}

}  // namespace ff::adapters::sim
