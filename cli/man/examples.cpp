#include "cli/man/pages.h"

namespace ff::cli::man {

const char* example_cluster() {
  return R"(name = "gb10"
route_host = "edge"

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
listen = "192.0.2.100:8080"

[overrides.replica.box1]
gpu_memory_utilization = 0.74
max_num_seqs = 8
)";
}

const char* example_split() {
  return R"(boxes = ["box1", "box2"]
boxes_per_instance = 2
expected_start = "20m"

[model]
image = "vllm/vllm-openai:v0.11.0"
path = "/srv/models/nemotron"
served_name = "nemotron"

[units]
leader = "ff-split-leader.service"
worker = "ff-split-worker.service"
port = 8000

[settings]
gpu_memory_utilization = 0.74
max_num_seqs = 12
max_model_len = 262144

[[watchdogs]]
unit = "old-split-watchdog.timer"
boxes = ["box1"]
)";
}

const char* example_replica() {
  return R"(boxes = ["box1", "box2"]
expected_start = "8m"

[model]
image = "vllm/vllm-openai:v0.11.0"
path = "/srv/models/nemotron"
served_name = "nemotron"

[units]
leader = "ff-replica.service"
port = 8001

[settings]
gpu_memory_utilization = 0.78
max_num_seqs = 12
max_model_len = 262144
)";
}

}  // namespace ff::cli::man
