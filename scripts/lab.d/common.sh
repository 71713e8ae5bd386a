# shellcheck shell=bash disable=SC2154,SC2034
# What every part of the lab knows: folders, hosts, addresses.

lab=${FF_LAB:-/run/ff-lab}
builds=${FF_BUILD:-build/release}
[ "${builds#/}" != "$builds" ] || builds=$repository/$builds
api_network=10.77.0
fabric_network=10.78.0
marker=.ff-lab
# Beside each other in the kernel's one cgroup tree, so the folder's name has to tell labs apart.
cgroup_name=ff-lab${lab//\//-}

die() { # [EXIT CODE] TEXT
  local code=1
  case $1 in [0-9]*) code=$1 && shift ;; esac
  printf 'lab: %s\n' "$*" >&2
  exit "$code"
}

check_folder_name() {
  [[ $lab =~ ^/[A-Za-z0-9._/-]+[A-Za-z0-9_-]$ && $lab != */../* ]] ||
    die 64 "FF_LAB=$lab: has to be an absolute path of letters, digits, '.', '_' and '-'"
  [ ! -e "$lab" ] || [ -r "$lab" ] || die "the lab in $lab is root's: sudo scripts/lab"
  [ ! -e "$lab" ] || [ -e "$lab/$marker" ] || [ -z "$(ls -A "$lab")" ] ||
    die 64 "FF_LAB=$lab: is there already and is no lab; it will not be touched"
}

is_box() { [[ $1 =~ ^box[1-9][0-9]*$ ]]; }

declare -a hosts=() boxes=()
declare -A api_of=() fabric_of=()
route_host=""
proxy_address=""
proxy_driver=""

# Read from the lab's folder, as every command is a process of its own.
know_hosts() {
  local host
  [ -e "$lab/hosts" ] && [ -e "$lab/route_host" ] || return 0
  mapfile -t hosts <"$lab/hosts"
  boxes=() api_of=() fabric_of=()
  for host in "${hosts[@]}"; do
    api_of[$host]=$api_network.100
    is_box "$host" || continue
    boxes+=("$host")
    api_of[$host]=$api_network.$((10 + ${host#box}))
    fabric_of[$host]=$fabric_network.$((10 + ${host#box}))
  done
  route_host=$(<"$lab/route_host")
  proxy_address=${api_of[$route_host]}:8080
  proxy_driver=$(<"$lab/proxy")
}

# PIDs of this machine, each checked against what it should be, for a file can outlive its process.
holder_pid() {
  local pid words
  { read -r pid <"$lab/holder.pid"; } 2>/dev/null || return 1
  { mapfile -d '' words <"/proc/$pid/cmdline"; } 2>/dev/null || return 1
  [ "${words[*]: -2}" = "_holder $lab" ] || return 1
  echo "$pid"
}

host_pid() { # HOST
  local pid
  holder_pid >/dev/null || return 1
  { read -r pid <"$lab/$1/pid"; } 2>/dev/null || return 1
  [ -d "/proc/$pid" ] || return 1
  echo "$pid"
}

need_lab() { holder_pid >/dev/null || die "no lab is up in $lab: scripts/lab up"; }

need_host() { # HOST
  need_lab
  [ -n "${api_of[${1:-none}]:-}" ] || die 64 "'${1:-}' is no host of this lab: ${hosts[*]}"
}

need_binary() { # PATH TARGET
  [ -x "$builds/$1" ] || die "$builds/$1 is missing: scripts/build release $2"
}

on_network() { nsenter --target "$(holder_pid)" --net -- "$@"; }
