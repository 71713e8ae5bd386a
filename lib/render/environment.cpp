#include "render/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>

#include "base/text.h"

namespace ff::render {

namespace {

constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_";

bool is_plain(std::string_view text) {
  return !text.empty() && text.find_first_not_of(plain) == std::string_view::npos;
}

std::string in_quotes(std::string_view text, std::string_view escaped) {
  std::string out = "\"";
  for (const char c : text) {
    if (escaped.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out + '"';
}

/// A value as EnvironmentFile= reads it: inside double quotes it drops a backslash before these four only.
std::string file_value(std::string_view value) {
  assert(std::ranges::none_of(value, [](unsigned char c) { return c < 0x20 || c == 0x7f; }));
  if (value.empty() || is_plain(value)) return std::string(value);
  return in_quotes(value, "\"\\`$");
}

/// One word of FF_EXTRA_ARGS: $FF_EXTRA_ARGS in ExecStart= is split at blanks with quotes and backslashes
/// honoured, so that a word with a JSON object in it arrives whole.
std::string split_word(const std::string& word) {
  return is_plain(word) ? word : in_quotes(word, "\"\\");
}

std::string words(const std::vector<std::string>& arguments) {
  std::vector<std::string> quoted;
  for (const std::string& argument : arguments) quoted.push_back(split_word(argument));
  return joined(quoted, " ");
}

using Variables = std::map<std::string, std::string>;

void add_ranks(Variables& variables, const domain::Cluster& cluster, const domain::Profile& profile, int rank,
               const domain::Instance& instance) {
  const domain::Machine* leader = cluster.find(instance.leader().box);
  assert(leader != nullptr && leader->is_box());
  variables["FF_TENSOR_PARALLEL_SIZE"] = std::to_string(instance.members.size());
  variables["FF_NNODES"] = std::to_string(instance.members.size());
  variables["FF_NODE_RANK"] = std::to_string(rank);
  variables["FF_MASTER_ADDR"] = leader->fabric;
  variables["FF_MASTER_PORT"] = std::to_string(profile.master_port);
}

}  // namespace

std::string environment_path(const UnitName& unit) {
  const std::string& name = unit.text();
  return "/etc/ff/env/" + name.substr(0, name.rfind('.')) + ".env";
}

std::string unit_environment(const domain::Cluster& cluster, const domain::Profile& profile,
                             const MachineName& box, int rank, const domain::Instance& instance) {
  const domain::Machine* machine = cluster.find(box);
  assert(machine != nullptr);
  const domain::Settings settings = domain::settings_on(cluster, profile, box);
  const auto shutdown = std::chrono::ceil<std::chrono::seconds>(settings.shutdown_timeout);
  Variables variables = {
      {"FF_EXTRA_ARGS", words(settings.extra_args)},
      {"FF_GPU_MEMORY_UTILIZATION", fmt::format("{}", settings.gpu_memory_utilization)},
      {"FF_HOST", machine->api},
      {"FF_IMAGE", profile.model.image},
      {"FF_MAX_MODEL_LEN", std::to_string(settings.max_model_len)},
      {"FF_MAX_NUM_SEQS", std::to_string(settings.max_num_seqs)},
      {"FF_MODEL", profile.model.path},
      {"FF_PORT", std::to_string(profile.port)},
      {"FF_SERVED_MODEL_NAME", profile.model.served_name},
      {"FF_SHUTDOWN_TIMEOUT", std::to_string(shutdown.count())},
  };
  if (instance.members.size() > 1) add_ranks(variables, cluster, profile, rank, instance);
  std::string text =
      "# Written by ff: changed by the next switch. Your own variables belong in /etc/ff/site/\n";
  for (const auto& [name, value] : variables) text += name + "=" + file_value(value) + "\n";
  return text;
}

}  // namespace ff::render
