# shellcheck shell=bash disable=SC2154
# cluster.toml and the profiles of this lab.

write_cluster() {
  cluster_text >"$lab/cluster.toml"
  split_text >"$lab/split.toml"
  replica_text >"$lab/replica.toml"
}

cluster_text() {
  local host
  cat <<E
name = "lab"
route_host = "$route_host"
ssh_config = "ssh_config"

E
  for host in "${hosts[@]}"; do
    printf '[machines.%s]\nssh = "%s"\napi = "%s"\n' "$host" "$host" "${api_of[$host]}"
    ! is_box "$host" || printf 'fabric = "%s"\nmemory_reserve = "8 GiB"\n' "${fabric_of[$host]}"
    echo
  done
  cat <<E
[proxy]
driver = "nginx"
listen = "$proxy_address"
config = "/etc/nginx/nginx.conf"
unit = "nginx.service"
marker_port = 9099
E
  for host in "${boxes[@]}"; do
    printf '\n[overrides.replica.%s]\n' "$host"
    if [ "$host" = box1 ]; then
      printf 'gpu_memory_utilization = 0.74\nmax_num_seqs = 8\n'
    else
      printf 'gpu_memory_utilization = 0.78\nmax_num_seqs = 12\n'
    fi
  done
}

common_text() { # BOXES-PER-INSTANCE
  local list
  list=$(printf '"%s", ' "${boxes[@]}")
  cat <<E
boxes = [${list%, }]
boxes_per_instance = $1
expected_start = "5s"
start_deadline = "60s"
drain_timeout = "30s"

[model]
image = "vllm/vllm-openai:v0.30.0"
path = "/models/nemotron"
served_name = "nemotron"

[settings]
gpu_memory_utilization = 0.76
max_num_seqs = 12
max_model_len = 262144
shutdown_timeout = "30s"
extra_args = []
E
}

split_text() {
  common_text "${#boxes[@]}"
  cat <<'E'

[units]
leader = "ff-split-leader.service"
worker = "ff-split-worker.service"
port = 8000
master_port = 29501

[[watchdogs]]
unit = "old-split-watchdog.timer"
boxes = ["box1"]
arm = false
E
}

replica_text() {
  common_text 1
  cat <<'E'

[units]
leader = "ff-replica.service"
port = 8001
E
}
