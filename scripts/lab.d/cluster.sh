# shellcheck shell=bash disable=SC2154
# cluster.toml and the profiles: those of the repository, with this lab's machines, addresses and times.

write_cluster() {
  {
    cluster_head
    sed -n '/^\[proxy\]/,/^# \[overrides/p' "$repository/profiles/cluster.toml" | sed '$d' |
      sed "s/^listen = \"[^\"]*\"/listen = \"$proxy_address\"/" | declare_driver
  } >"$lab/cluster.toml"
  lab_profile solo 1 box1 >"$lab/solo.toml"
  [ "${#boxes[@]}" -gt 1 ] || return 0
  sed -n '/^\[overrides/,$p' "$repository/profiles/cluster.toml" >>"$lab/cluster.toml"
  lab_profile split "${#boxes[@]}" "${boxes[@]}" >"$lab/split.toml"
  lab_profile replica 1 "${boxes[@]}" >"$lab/replica.toml"
  if has_pairs; then next_profiles; fi
}

# Of a proxy other than the usual one, file and unit are left out: ff knows where the distribution has them.
declare_driver() {
  if [ "$proxy_driver" = nginx ]; then
    cat
  else
    sed -e "s/^driver = \"nginx\"/driver = \"$proxy_driver\"/" -e '/^config = /d' -e '/^unit = /d'
  fi
}

# Where every step between split and replica can be shown: pairs, and the copies in the next build of vLLM.
next_profiles() {
  lab_profile split 2 "${boxes[@]}" | sed '/^# Whatever starts/,$d' >"$lab/pairs.toml"
  sed 's/^image = "[^"]*"/image = "vllm\/vllm-openai:v0.31.0"/' "$lab/replica.toml" >"$lab/replica-next.toml"
  {
    echo
    sed -n '/^\[overrides\.replica\./,$p' "$repository/profiles/cluster.toml" | sed 's/^\[overrides\.replica/&-next/'
  } >>"$lab/cluster.toml"
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

lab_profile() { # NAME BOXES-PER-INSTANCE BOX...
  local name=$1 span=$2 list
  shift 2
  list=$(printf '"%s", ' "$@")
  sed -e "1,/^\\[/s/^boxes = \[[^]]*\]/boxes = [${list%, }]/" \
    -e "s/^boxes_per_instance = [0-9]*/boxes_per_instance = $span/" \
    -e 's/^expected_start = "[^"]*"/expected_start = "5s"/' \
    -e 's/^start_deadline = "[^"]*"/start_deadline = "60s"/' \
    "$repository/profiles/$name.toml"
}

# The environment file as ff writes it for a member of the profile that serves first, so that the lab starts as ff
# would leave it.
first_environment() { # BOX
  local profile share arguments
  profile=$lab/$(first_profile).toml
  share=$(toml_value "$lab/cluster.toml" "overrides.$(first_profile).$1" gpu_memory_utilization)
  arguments=$(toml_value "$profile" settings extra_args | tr -d '[],"')
  cat <<E
FF_EXTRA_ARGS=${arguments:+\"$arguments\"}
FF_GPU_MEMORY_UTILIZATION=${share:-$(toml_value "$profile" settings gpu_memory_utilization)}
FF_HOST=${api_of[$1]}
FF_IMAGE=$(toml_value "$profile" model image)
FF_MAX_MODEL_LEN=$(toml_value "$profile" settings max_model_len)
FF_MAX_NUM_SEQS=$(toml_value "$profile" settings max_num_seqs)
FF_MODEL=$(toml_value "$profile" model path)
FF_PORT=$(toml_value "$profile" units port)
FF_SERVED_MODEL_NAME=$(toml_value "$profile" model served_name)
FF_SHUTDOWN_TIMEOUT=$(toml_value "$profile" settings shutdown_timeout | tr -d s)
E
  [ "${#boxes[@]}" = 1 ] || rank_environment "$1" "$profile"
}

rank_environment() { # BOX PROFILE-FILE
  cat <<E
FF_MASTER_ADDR=${fabric_of[box1]}
FF_MASTER_PORT=$(toml_value "$2" units master_port)
FF_NNODES=${#boxes[@]}
FF_NODE_RANK=$((${1#box} - 1))
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
