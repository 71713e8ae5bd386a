#include "config/parse.h"

#include <algorithm>

#include "config/files.h"

namespace ff::config {

Parsed<domain::Cluster> parse_cluster(std::string_view text, const std::string& file_name) {
  std::vector<Fault> faults;
  auto read = read_cluster(text, file_name, faults);
  if (!read || !faults.empty()) return std::unexpected(std::move(faults));
  return std::move(read->cluster);
}

Parsed<domain::Profile> parse_profile(std::string_view text, const std::string& file_name) {
  std::vector<Fault> faults;
  auto read = read_profile(text, file_name, faults);
  if (!read || !faults.empty()) return std::unexpected(std::move(faults));
  return std::move(read->profile);
}

Parsed<domain::Declaration> parse(const Source& cluster, const std::vector<Source>& profiles) {
  std::vector<Fault> faults;
  std::vector<std::string> names;
  std::vector<ProfileFile> read;
  auto read_top = read_cluster(cluster.text, cluster.file, faults);
  for (const Source& source : profiles) {
    names.push_back(profile_name_of(source.file).text());
    if (auto profile = read_profile(source.text, source.file, faults)) read.push_back(*std::move(profile));
  }
  if (read_top) check_together(*read_top, read, names, faults);
  if (!read_top || !faults.empty()) return std::unexpected(std::move(faults));
  domain::Declaration declaration{std::move(read_top->cluster), {}};
  for (ProfileFile& profile : read) declaration.profiles.push_back(std::move(profile.profile));
  std::ranges::sort(declaration.profiles, {}, &domain::Profile::name);
  return declaration;
}

}  // namespace ff::config
