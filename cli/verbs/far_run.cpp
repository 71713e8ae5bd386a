#include "cli/verbs/far_run.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"

namespace ff::cli {
namespace {

constexpr Milliseconds far_deadline{15'000};
constexpr const char* far_folder = "/etc/ff/";

/// Prints where its ff is, and what version that is; what is missing otherwise.
constexpr const char* find_ff = R"SCRIPT(
[ -d /run/systemd/system ] || { echo "systemd does not run there" >&2; exit 1; }
[ -r /etc/ff/cluster.toml ] || { echo "/etc/ff/cluster.toml is not there" >&2; exit 1; }
for ff in "$(command -v ff)" /usr/local/bin/ff /opt/ff/bin/ff /var/lib/ff/bin/ff; do
  [ -x "$ff" ] && echo "$ff" && exec "$ff" version
done
echo "ff is not in its PATH, nor in /usr/local/bin, /opt/ff/bin or /var/lib/ff/bin" >&2
exit 1)SCRIPT";

ports::HostReader& host_of(const app::Scene& scene, const MachineName& machine) {
  return *scene.readers.machines.at(machine).host;
}

Limit soon(const app::Scene& scene) {
  return ports::within(*scene.readers.clock, far_deadline);
}

std::unexpected<Error> cannot(const MachineName& machine, const std::string& why,
                              std::vector<std::string> evidence = {}) {
  return fail(
      {ErrorCode::refused, "cannot carry it out there: " + why, {machine, {}}, std::move(evidence), {}});
}

/// The path of the ff there, which has to be this version.
Result<std::string> far_ff(const app::Scene& scene, const MachineName& machine) {
  auto said = host_of(scene, machine).output_of({"sh", "-c", find_ff}, soon(scene));
  if (!said && said.error().code == ErrorCode::failed)
    return cannot(machine, "it lacks something", said.error().evidence);
  if (!said) return fail(std::move(said.error()));
  const std::vector<std::string> told = lines(*said);
  const std::string version = told.size() > 1 ? told[1] : "";
  if (version.find(FF_VERSION) == std::string::npos)
    return cannot(machine, "its ff is another version than " FF_VERSION, {printable(version)});
  return told.front();
}

Status same_profile(const app::Scene& scene, const MachineName& machine, const std::string& profile_file) {
  if (profile_file.empty()) return Done{};
  const std::string path = far_folder + std::filesystem::path(profile_file).filename().string();
  FF_TRY(files, host_of(scene, machine).read_files({path}, soon(scene)));
  std::ifstream file(profile_file, std::ios::binary);
  std::ostringstream here;
  here << file.rdbuf();
  const auto there = files.find(path);
  if (there != files.end() && there->second == here.str()) return Done{};
  return cannot(machine, path + " is not the profile that was planned with here, " + profile_file);
}

}  // namespace

std::string run_unit(const RunId& run) {
  return "ff-run-" + run.text();
}

Result<std::unique_ptr<DetachedRun>> start_run_on(const app::Scene& scene, const MachineName& machine,
                                                  const RunId& run, const std::vector<std::string>& words,
                                                  const std::string& profile_file) {
  const domain::Cluster& cluster = scene.declaration.cluster;
  const domain::Machine* there = cluster.find(machine);
  if (there == nullptr) return fail(ErrorCode::bad_input, "no machine '" + printable(machine.text()) + "'");
  FF_TRY(same, same_profile(scene, machine, profile_file));
  FF_TRY(ff, far_ff(scene, machine));
  std::vector<std::string> command = {ff};
  command.insert(command.end(), words.begin(), words.end());
  // It needs no lock: what it starts takes them all itself before it acts.
  return start_far(cluster, *there, run_unit(run), command);
}

}  // namespace ff::cli
