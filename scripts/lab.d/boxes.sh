# shellcheck shell=bash disable=SC2154
# What makes a host a box: the shipped units with the stand-in in place of the container, their settings, its
# own memory, and on box1 the old watchdog of the story.

provision_box() { # BOX
  local system=$lab/$1/etc/systemd/system unit
  write_meminfo "$1" >"$lab/$1/meminfo"
  printf 'start=0.2\nmemory_available_kb=%d\n' "$(memory_at_rest_kb "$1")" >"$lab/$1/etc/ff-standin.conf"
  for unit in $(units_on "$1"); do
    cp "$repository/units/$unit" "$system/"
    mkdir "$system/$unit.d"
    standin_drop_in "$unit" >"$system/$unit.d/50-standin.conf"
  done
  unit=$(first_unit "$1")
  first_environment "$1" >"$lab/$1/etc/ff/env/${unit%.service}.env"
  memory_unit >"$system/lab-memory.service"
  enable "$system" multi-user.target /etc/systemd/system/lab-memory.service "/etc/systemd/system/$unit"
}

# What serves at `up`: the split, or where there is nothing to split a copy.
first_profile() { if [ "${#boxes[@]}" = 1 ]; then echo solo; else echo split; fi; }
first_port() { toml_value "$lab/$(first_profile).toml" units port; }

first_unit() { # BOX
  if [ "${#boxes[@]}" = 1 ]; then
    echo ff-replica.service
  elif [ "$1" = box1 ]; then
    echo ff-split-leader.service
  else
    echo ff-split-worker.service
  fi
}

# Two by two, so that each instance spans two boxes.
has_pairs() { [ "${#boxes[@]}" -ge 4 ] && [ $((${#boxes[@]} % 2)) = 0 ]; }

units_on() { # BOX
  {
    first_unit "$1"
    echo ff-replica.service
    if has_pairs; then [ $((${1#box} % 2)) = 0 ] || echo ff-split-leader.service; fi
  } | sort -u
}

standin_drop_in() { # UNIT
  local split=""
  case $1 in ff-split-*)
    split=" --tensor-parallel-size \${FF_TENSOR_PARALLEL_SIZE} --nnodes \${FF_NNODES}"
    split+=" --node-rank \${FF_NODE_RANK} --master-addr \${FF_MASTER_ADDR} --master-port \${FF_MASTER_PORT}"
    ;;
  esac
  case $1 in ff-split-worker*) split+=" --headless" ;; esac
  cat <<E
[Unit]
After=lab-memory.service

[Service]
Environment=FF_STANDIN_REQUESTS=/var/log/ff-standin-requests
ExecStartPre=
ExecStart=
ExecStart=/opt/ff-lab/ff-standin serve \${FF_MODEL} --host \${FF_HOST} --port \${FF_PORT} \\
    --served-model-name \${FF_SERVED_MODEL_NAME} --gpu-memory-utilization \${FF_GPU_MEMORY_UTILIZATION} \\
    --max-num-seqs \${FF_MAX_NUM_SEQS} --max-model-len \${FF_MAX_MODEL_LEN} \\
    --shutdown-timeout \${FF_SHUTDOWN_TIMEOUT}$split \$FF_EXTRA_ARGS
ExecStop=
ExecStopPost=
TimeoutStopSec=40
RestartSec=1
E
}

# 121.7 GiB, as such a box shows it; on box1 databases and site builds already hold some.
memory_at_rest_kb() { if [ "$1" = box1 ]; then echo 110000000; else echo 123000000; fi; }

write_meminfo() { # BOX
  local available
  available=$(memory_at_rest_kb "$1")
  cat <<E
MemTotal:       127601452 kB
MemFree:        $((available - 2000000)) kB
MemAvailable:   $available kB
Buffers:          200000 kB
Cached:          1800000 kB
SwapCached:            0 kB
SwapTotal:             0 kB
SwapFree:              0 kB
Shmem:              8000 kB
SReclaimable:     100000 kB
E
}

memory_unit() {
  cat <<'E'
[Unit]
Description=Keeper of this box's memory

[Service]
Type=notify
ExecStart=/opt/ff-lab/ff-standin memory-keeper --meminfo /run/ff-lab/meminfo --socket /run/ff-lab/memory.sock
Restart=always
RestartSec=100ms

[Install]
WantedBy=multi-user.target
E
}

# It gives a leader that was just started a minute, or it would restart every one that still loads.
provision_watchdog() { # BOX
  local etc=$lab/$1/etc
  cat >"$etc/old-split-watchdog.sh" <<'E'
#!/bin/bash
curl -sf -m 2 -o /dev/null http://box1:8000/health && exit
if systemctl is-active --quiet ff-split-leader.service; then
  since=$(systemctl show -P ActiveEnterTimestampMonotonic ff-split-leader.service)
  read -r now _ </proc/uptime
  [ $((${now%.*} - since / 1000000)) -gt 60 ] || exit 0
fi
exec systemctl restart ff-split-leader.service
E
  cat >"$etc/systemd/system/old-split-watchdog.service" <<'E'
[Unit]
Description=Restart the split's leader when it does not answer

[Service]
Type=oneshot
ExecStart=/bin/bash /etc/old-split-watchdog.sh
E
  cat >"$etc/systemd/system/old-split-watchdog.timer" <<'E'
[Unit]
Description=Look at the split's leader every two seconds

[Timer]
OnActiveSec=2s
OnUnitInactiveSec=2s
AccuracySec=100ms

[Install]
WantedBy=timers.target
E
  enable "$etc/systemd/system" timers.target /etc/systemd/system/old-split-watchdog.timer
}
