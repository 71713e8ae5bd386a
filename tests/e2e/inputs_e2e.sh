#!/usr/bin/env bash
# Wrong input and machines in a bad way: a clear error, the right exit code, and nothing touched.
set -uo pipefail
name=inputs
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

refused() { # CODE WORDS COMMAND...: exits so, says so, and the machines are as they were
  local code=$1 words=$2
  shift 2
  exits_with "$code" "$@" || return 1
  grep -qi -- "$words" "$work/last" || { cat "$work/last"; return 1; }
}
untouched() { diff <(echo "$untouched_before") <(fingerprint box1 box2 edge); }
with_cluster() { # FILE COMMAND...
  local file=$1
  shift
  lab ctl env FF_CLUSTER="$file" "$FF_BUILD/cli/ff" "$@"
}
variant() { # NAME: a copy of the lab's declaration to spoil
  mkdir -p "$work/$1"
  cp "$FF_LAB"/*.toml "$FF_LAB/ssh_config" "$FF_LAB/known_hosts" "$FF_LAB/id" "$work/$1/"
  sed -i "s|$FF_LAB|$work/$1|" "$work/$1/ssh_config"
}

quick_lab 2
untouched_before=$(fingerprint box1 box2 edge)

# ---- files
variant empty && : >"$work/empty/cluster.toml"
check "an empty cluster file" refused 78 "empty" with_cluster "$work/empty/cluster.toml" switch replica --yes
variant binary && head -c 4096 /dev/urandom >"$work/binary/cluster.toml"
check "a binary cluster file" refused 78 "cluster.toml" with_cluster "$work/binary/cluster.toml" switch replica --yes
variant huge && head -c 10485760 /dev/zero | tr '\0' '#' >"$work/huge/replica.toml"
check "a profile of 10 MB" refused 78 "replica.toml" with_cluster "$work/huge/cluster.toml" switch replica --yes
variant typo && sed -i 's/boxes_per_instance/boxes_per_instanse/' "$work/typo/replica.toml"
check "an unknown key, with its place" refused 78 "replica.toml:[0-9]*:[0-9]*:" \
  with_cluster "$work/typo/cluster.toml" switch replica --yes
check "no cluster file at all" refused 78 "nowhere.toml" with_cluster /nowhere.toml status
check "an unknown profile, with the known ones" refused 64 "replica" ff switch replicas --yes
check "an unknown verb, with a suggestion" refused 64 "switch" ff swich replica

# ---- reaching the machines
variant unknown_key && : >"$work/unknown_key/known_hosts"
check "an unknown host key" refused 6 "host key" with_cluster "$work/unknown_key/cluster.toml" switch replica --yes
check "  status tells it too" refused 7 "host key" with_cluster "$work/unknown_key/cluster.toml" status
variant changed_key && ssh-keygen -q -t ed25519 -N '' -f "$work/other" &&
  sed -i "s|ssh-ed25519 .*|$(cut -d' ' -f1,2 "$work/other.pub")|" "$work/changed_key/known_hosts"
check "a changed host key" refused 6 "changed" with_cluster "$work/changed_key/cluster.toml" switch replica --yes
variant refused_key && rm "$work/refused_key/id" && ssh-keygen -q -t ed25519 -N '' -f "$work/refused_key/id"
check "a key that the boxes do not take" refused 6 "refused\|denied" \
  with_cluster "$work/refused_key/cluster.toml" switch replica --yes
variant not_root && sed -i 's/User root/User op/' "$work/not_root/ssh_config"
check "a login that is not root" refused 6 "root" with_cluster "$work/not_root/cluster.toml" switch replica --yes
check "nothing was touched" untouched

# ---- units and proxy
variant no_unit && sed -i 's/ff-replica.service/ff-nothing.service/' "$work/no_unit/replica.toml"
check "a unit that does not exist" refused 6 "ff-nothing.service" \
  with_cluster "$work/no_unit/cluster.toml" switch replica --yes "${first_switch[@]}"
check "nothing was touched" untouched

on edge systemd-run --quiet --unit=stranger systemd-socket-activate -l 127.0.0.1:9099 /bin/cat
check "a port of the proxy's that a stranger holds" eventually 10 refused 6 "9099" \
  ff switch replica --yes "${first_switch[@]}"
on edge systemctl stop --quiet stranger 2>/dev/null # it ends by itself once something has called
check "nothing was touched" untouched

lab off box2 >/dev/null
check "a box that is down" refused 6 "box2" ff switch replica --yes "${first_switch[@]}"
lab on box2 >/dev/null
lab down >/dev/null 2>&1

# ---- a configuration that nginx does not take: found by nginx -t, before anything was stopped
quick_lab 2
variant bad_listen && sed -i 's/^listen = .*/listen = "10.77.0.222:8080"/' "$work/bad_listen/cluster.toml"
check "an address that nginx cannot listen on" refused 1 "10.77.0.222" \
  with_cluster "$work/bad_listen/cluster.toml" switch replica --yes "${first_switch[@]}"
check "  nothing changed: the split still serves" completes
check "  its watchdog is armed again" active box1 old-split-watchdog.timer
check "  the original proxy configuration is in place" on edge grep -q max_fails=3 /etc/nginx/nginx.conf
finish
