#include "config/load.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <expected>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "base/unique_fd.h"
#include "config/limits.h"
#include "config/parse.h"

namespace ff::config {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t profiles_max = 256;
constexpr const char* looked_for = "looked for: --cluster FILE, else $FF_CLUSTER, else /etc/ff/cluster.toml";

std::string reason(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

/// Reads little more than a file may have, so that the parser sees that it is too large.
std::expected<std::string, std::string> content_of(const std::string& file) {
  // Without O_NONBLOCK a FIFO of that name would hold ff up for ever.
  const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd) return std::unexpected("cannot be read: " + reason(errno));
  struct stat status = {};
  if (::fstat(fd.get(), &status) != 0) return std::unexpected("cannot be read: " + reason(errno));
  if (S_ISDIR(status.st_mode)) return std::unexpected("is a folder; allowed: a TOML file");
  if (!S_ISREG(status.st_mode)) return std::unexpected("is not a plain file; allowed: a TOML file");
  std::string content;
  std::array<char, 16384> piece = {};
  while (content.size() <= file_bytes_max) {
    const ssize_t got = ::read(fd.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected("cannot be read: " + reason(errno));
    if (got == 0) break;
    content.append(piece.data(), static_cast<std::size_t>(got));
  }
  return content;
}

/// The other *.toml of the cluster file's folder, in the order of their names; hidden ones are editors' own.
std::vector<std::string> profile_files(const fs::path& cluster_file, std::vector<Fault>& faults) {
  std::vector<std::string> files;
  const fs::path folder = cluster_file.has_parent_path() ? cluster_file.parent_path() : fs::path(".");
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') || !name.ends_with(".toml") || name == cluster_file.filename()) continue;
    files.push_back(cluster_file.has_parent_path() ? entry->path().string() : name);
  }
  if (error) faults.push_back({folder.string(), 0, 0, "cannot be read: " + error.message()});
  if (files.size() > profiles_max) {
    faults.push_back({folder.string(), 0, 0,
                      fmt::format("holds {} profiles; allowed: at most {}", files.size(), profiles_max)});
    files.clear();
  }
  std::ranges::sort(files);
  return files;
}

Result<std::string> cluster_text(const std::string& file) {
  auto content = content_of(file);
  if (content) return *std::move(content);
  Error error = error_of({{file, 0, 0, content.error()}});
  error.what = fmt::format("the cluster file {} {}", printable(file, 1000), printable(content.error()));
  error.evidence = {looked_for};
  return fail(std::move(error));
}

void make_absolute(domain::Cluster& cluster) {
  std::error_code ignored;
  const fs::path file = fs::absolute(cluster.file, ignored).lexically_normal();
  cluster.file = file.string();
  if (!cluster.ssh_config.empty()) {
    cluster.ssh_config = (file.parent_path() / cluster.ssh_config).lexically_normal().string();
  }
}

}  // namespace

std::string cluster_file(const std::string& flag, const std::string& environment) {
  if (!flag.empty()) return flag;
  return environment.empty() ? "/etc/ff/cluster.toml" : environment;
}

Result<domain::Declaration> load(const std::string& cluster_file) {
  FF_TRY(text, cluster_text(cluster_file));
  std::vector<Fault> faults;
  std::vector<Source> profiles;
  const std::vector<std::string> files = profile_files(cluster_file, faults);
  if (!faults.empty()) return fail(error_of(std::move(faults)));
  for (const std::string& file : files) {
    if (auto content = content_of(file)) {
      profiles.push_back({file, *std::move(content)});
    } else {
      faults.push_back({file, 0, 0, content.error()});
    }
  }
  auto declaration = parse({cluster_file, std::move(text)}, profiles);
  if (!declaration) faults.insert(faults.end(), declaration.error().begin(), declaration.error().end());
  if (!faults.empty()) return fail(error_of(std::move(faults)));
  make_absolute(declaration->cluster);
  return *std::move(declaration);
}

}  // namespace ff::config
