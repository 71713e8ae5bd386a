# shellcheck shell=bash disable=SC2154
# cluster.toml and the profiles: those of the repository, with this lab's machines, addresses and times.

write_cluster() {
  {
    cluster_head
    sed -n '/^\[proxy\]/,$p' "$repository/profiles/cluster.toml" |
      sed "s/^listen = \"[^\"]*\"/listen = \"$proxy_address\"/"
  } >"$lab/cluster.toml"
  lab_profile split "${#boxes[@]}" >"$lab/split.toml"
  lab_profile replica 1 >"$lab/replica.toml"
}

cluster_head() {
  local host
  printf 'name = "lab"\nroute_host = "%s"\nssh_config = "ssh_config"\n\n' "$route_host"
  for host in "${hosts[@]}"; do
    printf '[machines.%s]\nssh = "%s"\napi = "%s"\n' "$host" "$host" "${api_of[$host]}"
    ! is_box "$host" || printf 'fabric = "%s"\nmemory_reserve = "8 GiB"\n' "${fabric_of[$host]}"
    echo
  done
}

lab_profile() { # NAME BOXES-PER-INSTANCE
  local list
  list=$(printf '"%s", ' "${boxes[@]}")
  sed -e "1,/^\\[/s/^boxes = \[[^]]*\]/boxes = [${list%, }]/" \
    -e "s/^boxes_per_instance = [0-9]*/boxes_per_instance = $2/" \
    -e 's/^expected_start = "[^"]*"/expected_start = "5s"/' \
    -e 's/^start_deadline = "[^"]*"/start_deadline = "60s"/' \
    "$repository/profiles/$1.toml"
}

# The environment file as ff writes it for a member of the split, so that the lab starts as ff would leave it.
split_environment() { # BOX
  local profile=$lab/split.toml share arguments
  share=$(toml_value "$lab/cluster.toml" "overrides.split.$1" gpu_memory_utilization)
  arguments=$(toml_value "$profile" settings extra_args | tr -d '[],"')
  cat <<E
FF_EXTRA_ARGS=${arguments:+\"$arguments\"}
FF_GPU_MEMORY_UTILIZATION=${share:-$(toml_value "$profile" settings gpu_memory_utilization)}
FF_HOST=${api_of[$1]}
FF_IMAGE=$(toml_value "$profile" model image)
FF_MASTER_ADDR=${fabric_of[box1]}
FF_MASTER_PORT=$(toml_value "$profile" units master_port)
FF_MAX_MODEL_LEN=$(toml_value "$profile" settings max_model_len)
FF_MAX_NUM_SEQS=$(toml_value "$profile" settings max_num_seqs)
FF_MODEL=$(toml_value "$profile" model path)
FF_NNODES=${#boxes[@]}
FF_NODE_RANK=$((${1#box} - 1))
FF_PORT=$(toml_value "$profile" units port)
FF_SERVED_MODEL_NAME=$(toml_value "$profile" model served_name)
FF_SHUTDOWN_TIMEOUT=$(toml_value "$profile" settings shutdown_timeout | tr -d s)
FF_TENSOR_PARALLEL_SIZE=${#boxes[@]}
E
}

toml_value() { # FILE TABLE KEY
  awk -v table="[$2]" -v key="$3" '
    /^\[/ { inside = $1 == table }
    inside && $1 == key && $2 == "=" {
      sub(/^[^=]*= */, ""); sub(/ *#.*$/, "")
      if ($0 !~ /^\[/) gsub(/"/, "")
      print
    }' "$1"
}
