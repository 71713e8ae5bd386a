# shellcheck shell=bash disable=SC2154
# The commands of scripts/lab.

lab_up() {
  local count=2 proxy_on="" proxy=nginx host
  while [ $# -gt 0 ]; do
    case $1 in
      --proxy-on) proxy_on=${2:-} && shift ;;
      --proxy-on=*) proxy_on=${1#*=} ;;
      --proxy) proxy=${2:-} && shift ;;
      --proxy=*) proxy=${1#*=} ;;
      *) count=$1 ;;
    esac
    shift
  done
  [[ $count =~ ^[0-9]+$ && $count -ge 1 && $count -le 32 ]] || die 64 "up takes 1 to 32 boxes, not '$count'"
  [ -z "$proxy_on" ] || { is_box "$proxy_on" && [ "${proxy_on#box}" -le "$count" ]; } ||
    die 64 "--proxy-on takes one of box1 to box$count"
  [[ $proxy == @(nginx|haproxy) ]] || die 64 "--proxy takes nginx or haproxy"
  umask 022
  check_rights
  need_binary tests/standin/ff-standin ff-standin
  ! holder_pid >/dev/null || die "a lab is up in $lab already: scripts/lab down"
  lab_down
  trap clean_up_failed EXIT
  found "$count" "${proxy_on:-edge}" "$proxy"
  start_holder
  provision_common
  holder_is_ready || die "the lab's namespaces could not be made: $(tail -n 3 "$lab/holder.log")"
  write_cluster
  for host in "${hosts[@]}"; do
    provision_host "$host"
    order_launch "$host"
  done
  await 30 "$proxy_address" "${hosts[@]}" || { lab_status >&2; die "the lab did not come up"; }
  demo_settings
  trap - EXIT
}

# A lab that is half up helps nobody, except one who looks for the reason.
clean_up_failed() {
  local code=$?
  trap - EXIT
  [ -n "${FF_LAB_KEEP:-}" ] || lab_down
  exit "$code"
}

check_rights() {
  local tool
  for tool in unshare nsenter ip sshd ssh-keygen nginx haproxy dbus-daemon curl; do
    command -v "$tool" >/dev/null || die "$tool is missing: scripts/setup"
  done
  [ -x /lib/systemd/systemd ] || die "systemd is missing: scripts/setup"
  [ "$(id -u)" = 0 ] || die "needs root, to make namespaces and mounts: sudo scripts/lab up"
  unshare --pid --mount --uts --ipc --net --cgroup --fork true 2>/dev/null ||
    die "may not make namespaces: CAP_SYS_ADMIN is missing (in a container: start it with --privileged)"
}

found() { # COUNT ROUTE-HOST PROXY
  # shellcheck source=provision.sh
  . "$scripts/lab.d/provision.sh"
  # shellcheck source=boxes.sh
  . "$scripts/lab.d/boxes.sh"
  # shellcheck source=cluster.sh
  . "$scripts/lab.d/cluster.sh"
  mkdir -p "$lab" && chmod 700 "$lab" && touch "$lab/$marker"
  seq -f 'box%g' 1 "$1" >"$lab/hosts"
  is_box "$2" || echo "$2" >>"$lab/hosts"
  echo "$2" >"$lab/route_host"
  echo "$3" >"$lab/proxy"
  readlink -f "$builds/tests/standin/ff-standin" >"$lab/standin"
  mkfifo "$lab/orders"
  know_hosts
}

# Nothing of the caller's may stay open in the holder: a pipe would keep its reader waiting, a lock its taker.
start_holder() {
  local descriptor
  (
    for descriptor in /proc/self/fd/*; do
      descriptor=${descriptor##*/}
      [ "$descriptor" -le 2 ] || [ "$descriptor" = 255 ] || eval "exec $descriptor>&-"
    done
    cd /
    exec setsid env -i PATH="$PATH" FF_LAB="$lab" unshare --pid --mount --net --fork --kill-child \
      bash "$scripts/lab" _holder "$lab"
  ) </dev/null >"$lab/holder.log" 2>&1 &
  starter=$!
}

holder_is_ready() {
  until holder_pid >/dev/null; do
    kill -0 "$starter" 2>/dev/null || return 1
    sleep 0.01
  done
  disown "$starter"
}

order_launch() { # HOST
  rm -f "$lab/$1/launched"
  echo "launch $1" >"$lab/orders"
}

await() { timeout 60 nsenter --target "$(holder_pid)" --net -- bash "$scripts/lab" _await "$lab" "$@" >&2; }

lab_down() {
  local holder network pid
  if holder=$(holder_pid); then
    network=$(readlink "/proc/$holder/ns/net" | tr -dc 0-9)
    kill -KILL "$holder"
    await_end "$holder"
    # What `ctl` started is not in the holder's PID namespace, but in its network.
    for pid in $(processes_on "$network"); do kill -KILL "$pid" 2>/dev/null || true; done
  fi
  [ -e "$lab" ] || return 0
  [ "$(id -u)" = 0 ] || die "needs root: sudo scripts/lab down"
  remove_cgroups
  rm -rf --one-file-system "$lab"
}

processes_on() { # NUMBER OF A NETWORK NAMESPACE
  find /proc -maxdepth 3 -path '/proc/[0-9]*/ns/net' -lname "net:?$1?" -printf '%P\n' 2>/dev/null |
    cut -d/ -f1
}

await_end() { # PID
  local tries
  for ((tries = 0; tries < 1000; tries++)); do
    [ -d "/proc/$1" ] || return 0
    sleep 0.01
  done
  die "process $1 does not end"
}

# The one thing that outlives the holder. Seen through our own mount: machines mount cgroup2 in many places.
remove_cgroups() {
  mkdir -p "$lab/cgroup"
  # shellcheck disable=SC2016
  unshare --mount bash -c '
    mount --make-rprivate / && mount -t cgroup2 cgroup2 "$1" || exit 0
    for ((tries = 0; tries < 100; tries++)); do
      [ -d "$1/$2" ] || exit 0
      find "$1/$2" -depth -type d -exec rmdir {} + 2>/dev/null
      [ ! -d "$1/$2" ] || sleep 0.02
    done
    exit 1' _ "$lab/cgroup" "$cgroup_name" || die "cgroups of $cgroup_name could not be removed"
}

lab_status() {
  local host answer
  holder_pid >/dev/null || { echo "lab $lab is down"; return 1; }
  answer=$(on_network curl -s -m 3 -o /dev/null -w '%{http_code}' "http://$proxy_address/v1/models") || true
  echo "lab $lab is up; http://$proxy_address answers ${answer:-nothing}"
  for host in "${hosts[@]}"; do
    if host_pid "$host" >/dev/null; then
      printf '%-6s %-12s %s\n' "$host" "$(lab_system "$host")" "$(running_units "$host")"
    else
      printf '%-6s off\n' "$host"
    fi
  done
}

lab_system() { inside 5 "$1" systemctl is-system-running 2>&1 || true; }

running_units() {
  inside 5 "$1" systemctl list-units --state=active,activating,deactivating,failed --plain --no-legend \
    --no-pager 'ff-*' 'old-*' 'nginx*' 2>&1 | awk '{ printf "%s%s(%s)", sep, $1, $3; sep = " " }'
}

lab_url() { need_lab && echo "http://$proxy_address"; }

inside() { # SECONDS HOST COMMAND...
  local seconds=$1 pid
  pid=$(host_pid "$2") || die "$2 is off"
  shift 2
  timeout --foreground --kill-after=2 "$seconds" \
    nsenter --target "$pid" --pid --mount --uts --ipc --net --cgroup --root --wd -- \
    env -i HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

lab_exec() {
  need_host "${1:-}"
  [ $# -gt 1 ] || die 64 "exec takes a host and a command"
  inside "${FF_LAB_TIMEOUT:-600}" "$@"
}

# The three that follow become the command itself, so that its exit code, streams and signals are its own.
lab_ctl() {
  need_lab
  [ $# -gt 0 ] || die 64 "ctl takes a command"
  export FF_CLUSTER=$lab/cluster.toml
  exec nsenter --target "$(holder_pid)" --net -- "$@"
}

lab_ff() {
  need_binary cli/ff ff
  lab_ctl "$builds/cli/ff" "$@"
}

lab_load() {
  need_binary tests/load/ff-load ff-load
  lab_ctl "$builds/tests/load/ff-load" --url "$(lab_url)" "$@"
}

lab_set() {
  local host=${1:-}
  need_host "$host"
  is_box "$host" || die 64 "$host runs no stand-in"
  shift
  [ $# -gt 0 ] || die 64 "set takes KEY=VALUE"
  change_settings "$host" "$@"
}

change_settings() { # BOX KEY=VALUE...
  local file=$lab/$1/etc/ff-standin.conf pair
  shift
  umask 022
  cp "$file" "$file.new"
  for pair in "$@"; do
    [[ $pair =~ ^[a-z0-9_]+=.*$ ]] || die 64 "'$pair' is not KEY=VALUE"
    sed -i "/^${pair%%=*}=/d" "$file.new"
    printf '%s\n' "$pair" >>"$file.new"
  done
  mv "$file.new" "$file"
}

# The story's times, about a hundred times as fast: box1, with databases on it, reads the weights more slowly.
demo_settings() {
  local box
  for box in "${boxes[@]}"; do change_settings "$box" start_split=8 start_replica=3 memory_return=1; done
  change_settings box1 start_replica=6
}

lab_cut() {
  need_host "${1:-}"
  touch "$lab/$1/cut"
  on_network ip link set "v-$1" down
}

lab_heal() {
  need_host "${1:-}"
  rm -f "$lab/$1/cut"
  host_pid "$1" >/dev/null || return 0 # without power it has no link, and gets one that is up
  on_network ip link set "v-$1" up
}

lab_off() {
  local pid
  need_host "${1:-}"
  pid=$(host_pid "$1") || return 0
  kill -KILL "$pid"
  await_end "$pid"
}

lab_on() {
  need_host "${1:-}"
  ! host_pid "$1" >/dev/null || return 0
  order_launch "$1"
  [ -e "$lab/$1/cut" ] || await 30 - "$1"
}

lab_reboot() {
  need_host "${1:-}"
  lab_off "$1"
  lab_on "$1"
}
