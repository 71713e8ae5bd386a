#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/fault.h"
#include "config/values.h"
#include "domain/profile.h"

namespace ff::config {

/// A file that is TOML: its values with their places, and what they make. Where a value was faulty, the
/// domain's default stands in its place.
struct ClusterFile {
  std::string file;
  Values values;
  domain::Cluster cluster;
};
struct ProfileFile {
  std::string file;
  Values values;
  domain::Profile profile;
};

/// Faults found in one file, at places of its values.
class Report {
 public:
  Report(std::string file, const Values& values, std::vector<Fault>& faults)
      : file_(std::move(file)), values_(values), faults_(faults) {}

  void at(Position place, std::string what) {
    faults_.push_back({file_, place.line, place.column, std::move(what)});
  }
  /// At the value of that path; about the whole file when there is none.
  void at_value(const std::string& path, std::string what) {
    const Value* value = values_.find(path);
    at(value == nullptr ? Position{} : value->at, std::move(what));
  }

 private:
  std::string file_;
  const Values& values_;
  std::vector<Fault>& faults_;
};

/// Reads one file and checks it by itself; nothing when it is not TOML.
[[nodiscard]] std::optional<ClusterFile> read_cluster(std::string_view text, const std::string& file,
                                                      std::vector<Fault>& faults);
[[nodiscard]] std::optional<ProfileFile> read_profile(std::string_view text, const std::string& file,
                                                      std::vector<Fault>& faults);
/// The name of the profile that a file declares.
[[nodiscard]] ProfileName profile_name_of(const std::string& file);
/// What is wrong between the files, beside what is wrong in each. `names` are those of all profiles, also of
/// those that could not be read.
void check_together(const ClusterFile& cluster, const std::vector<ProfileFile>& profiles,
                    const std::vector<std::string>& names, std::vector<Fault>& faults);

}  // namespace ff::config
