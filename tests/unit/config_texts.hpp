#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "config/parse.h"
#include "tests/catch.hpp"

namespace ff::config::texts {

/// Valid files in which every key stands once, each on a line of its own.
inline const std::string cluster = R"(name = "test"
route_host = "edge"
ssh_config = "ssh_config"
api_key_file = "/etc/ff/key"
monitors = ["192.0.2.50"]
fallback_profile = "replica"
[machines.box1]
ssh = "box1"
api = "192.0.2.11"
fabric = "198.51.100.11"
memory_reserve = "8 GiB"
[machines.box2]
ssh = "box2"
api = "192.0.2.12"
fabric = "198.51.100.12"
[machines.edge]
ssh = "edge"
api = "192.0.2.100"
[proxy]
driver = "nginx"
listen = "192.0.2.100:8080"
config = "/etc/nginx/nginx.conf"
unit = "nginx.service"
marker_port = 9099
body_limit = "64 MiB"
read_timeout = "1h"
longest_stream = "2h"
runtime_socket = "/run/haproxy/ff.sock"
[overrides.replica.box1]
gpu_memory_utilization = 0.74
max_num_seqs = 8
[notify]
command = ["/usr/local/bin/tell", "operators"]
timeout = "20s"
)";

inline const std::string split = R"(boxes = ["box1", "box2"]
boxes_per_instance = 2
launch = "together"
expected_start = "20m"
start_deadline = "40m"
drain_timeout = "30s"
token_deadline = "1m30s"
[model]
image = "vllm/vllm-openai:v0.30.0"
path = "/models/nemotron"
served_name = "nemotron"
[units]
leader = "ff-split-leader.service"
worker = "ff-split-worker.service"
port = 8000
master_port = 29501
[settings]
gpu_memory_utilization = 0.78
max_num_seqs = 12
max_model_len = 262144
shutdown_timeout = "30s"
extra_args = ["--kv-cache-dtype", "fp8"]
[[watchdogs]]
unit = "old-split-watchdog.timer"
boxes = ["box1"]
arm = true
)";

inline const std::string replica = R"(boxes = ["box1", "box2"]
[model]
image = "vllm/vllm-openai:v0.30.0"
path = "/models/nemotron"
served_name = "nemotron"
[units]
leader = "ff-replica.service"
port = 8001
[settings]
gpu_memory_utilization = 0.78
max_num_seqs = 12
max_model_len = 262144
)";

/// `text` with `from`, which has to be in it, once replaced by `to`.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// Faults as they are printed, in the order of files and lines; empty when the value was made.
template <class T>
std::vector<std::string> faults_of(const Parsed<T>& parsed) {
  std::vector<std::string> shown;
  if (parsed) return shown;
  std::vector<Fault> faults = parsed.error();
  std::ranges::sort(faults);
  for (const Fault& fault : faults) shown.push_back(text(fault));
  return shown;
}

inline std::vector<std::string> faults_of_cluster(const std::string& text) {
  return faults_of(parse_cluster(text, "cluster.toml"));
}
inline std::vector<std::string> faults_of_split(const std::string& text) {
  return faults_of(parse_profile(text, "split.toml"));
}
inline std::vector<std::string> faults_of_replica(const std::string& text) {
  return faults_of(parse_profile(text, "replica.toml"));
}
/// Faults of all three files together.
inline std::vector<std::string> faults_of_all(const std::string& cluster_text, const std::string& split_text,
                                              const std::string& replica_text) {
  return faults_of(
      parse({"cluster.toml", cluster_text}, {{"split.toml", split_text}, {"replica.toml", replica_text}}));
}

inline bool begins(const std::string& text, const std::string& with_what) {
  return text.starts_with(with_what);
}
inline bool holds(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

}  // namespace ff::config::texts
