#!/usr/bin/env bash
# Does the lab keep its promises? Runs a lab of its own; prints a line for each check, exits 1 if one fails.
set -uo pipefail
name=selftest
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

different() {
  if [ -z "$1" ] || [ "$1" = "$2" ]; then printf 'got %s and %s\n' "$1" "$2" && return 1; fi
}

on_controller() { lab ctl "$@"; }
over_ssh() { on_controller ssh -n -F "$FF_LAB/ssh_config" "$@"; }
model_behind_proxy() { [[ $(on_controller curl -s -m 5 "$(lab url)/v1/models") == *'"nemotron"'* ]]; }
boot_id() { over_ssh "$1" cat /proc/sys/kernel/random/boot_id; }
machine_id() { over_ssh "$1" cat /etc/machine-id; }
reaches() { on_controller curl -s -m 2 -o /dev/null "http://$1/health"; }
does_not_reach() { ! reaches "$1"; }
property() { over_ssh "$1" systemctl show -P "$2" "$3"; }
start_refused() { ! over_ssh box2 systemctl start ff-split-worker.service; }

hosts_answer() {
  local host
  for host in box1 box2 edge; do equal "$host" "$(over_ssh "$host" hostname)" || return 1; done
}

hosts_reach_each_other() {
  over_ssh edge 'curl -sf -m 2 http://box1:8000/health' &&
    over_ssh box2 'curl -sf -m 2 http://10.77.0.11:8000/health' &&
    over_ssh box2 'exec 3<>/dev/tcp/10.78.0.11/22' && over_ssh box1 'exec 3<>/dev/tcp/edge/22'
}

mask_by_hand() {
  over_ssh box2 'systemctl disable --now ff-split-worker.service && mkdir -p /etc/systemd/system.control &&
    ln -s /dev/null /etc/systemd/system.control/ff-split-worker.service && systemctl daemon-reload'
}

exit_code_of() {
  "$@" >/dev/null 2>&1
  echo $?
}

networks_of_the_lab() {
  local host
  {
    on_controller readlink /proc/self/ns/net
    for host in box1 box2 edge; do readlink "/proc/$(cat "$FF_LAB/$host/pid")/ns/net"; done
  } | tr -dc '0-9\n'
}

processes_on() { # NUMBER OF A NETWORK NAMESPACE
  find /proc -maxdepth 3 -path '/proc/[0-9]*/ns/net' -lname "net:?$1?" -printf '%P\n' 2>/dev/null |
    cut -d/ -f1
}

# "PID START-TIME" a line, for a PID alone can be another's by now. The launchers keep this machine's network.
processes_of_the_lab() {
  local pid network
  {
    pgrep -f "_(holder|host) $FF_LAB( |$)"
    while read -r network; do processes_on "$network"; done <"$networks"
  } | sort -u | while read -r pid; do echo "$pid $(start_time "$pid")"; done
}

# Nothing for a zombie: it has ended, and only its parent can make it go.
start_time() { awk '$3 != "Z" { print $22 }' "/proc/$1/stat" 2>/dev/null; }

no_process_is_left() {
  local pid start
  while read -r pid start; do
    [ "$(start_time "$pid")" != "$start" ] || { ps -fp "$pid" && return 1; }
  done <"$processes"
}

no_network_is_left() {
  local network
  while read -r network; do
    [ -z "$(processes_on "$network")" ] || { processes_on "$network" && return 1; }
  done <"$networks"
}

no_cgroup_is_left() { ! find /sys/fs/cgroup -type d -name "ff-lab-run-${FF_LAB##*/}" 2>/dev/null | grep .; }

networks=$work/networks
processes=$work/processes
mounts_before=$(cat /proc/self/mounts)

check "up with two boxes and edge" lab up 2
check "a second up is refused" equal 1 "$(exit_code_of lab up 2)"
check "every host answers over ssh" hosts_answer
check "hosts reach each other, on the fabric too" hosts_reach_each_other
check "the split serves through the proxy" model_behind_proxy
check "systemd is content on box1" equal running "$(over_ssh box1 systemctl is-system-running)"
check "systemd is content on edge" equal running "$(over_ssh edge systemctl is-system-running)"
check "a box shows its own memory" over_ssh box1 grep -q '127601452 kB' /proc/meminfo
check "machine-ids differ" different "$(machine_id box1)" "$(machine_id box2)"
check "boot ids differ" different "$(boot_id box1)" "$(boot_id box2)"
check "exec passes the exit code on" equal 3 "$(exit_code_of lab exec box1 sh -c 'exit 3')"
check "set writes the stand-in's settings" lab set box2 start=1 fault=none
check "the box sees them" over_ssh box2 grep -qx start=1 /etc/ff-standin.conf
check "an unknown host is refused" equal 64 "$(exit_code_of lab cut box9)"

check "cut box1" lab cut box1
check "a cut box does not answer" does_not_reach 10.77.0.11:8000
check "heal box1" lab heal box1
check "a healed box answers" eventually 20 reaches 10.77.0.11:8000

check "mask a unit in system.control by hand" mask_by_hand
boot_before=$(boot_id box2)
machine_before=$(machine_id box2)
check "reboot box2" lab reboot box2
check "the boot id is new" different "$boot_before" "$(boot_id box2)"
check "the machine-id is kept" equal "$machine_before" "$(machine_id box2)"
check "/etc is kept" over_ssh box2 grep -qx start=1 /etc/ff-standin.conf
check "the mask survives" equal masked "$(property box2 LoadState ff-split-worker.service)"
check "a masked unit is not started" start_refused
check "an enabled unit starts at boot" eventually 20 over_ssh box2 systemctl is-active --quiet lab-memory.service

lab ctl sleep 300 2>/dev/null &
networks_of_the_lab >"$networks"
processes_of_the_lab >"$processes"
check "the lab has networks to lose" equal 4 "$(wc -l <"$networks")"
check "the lab has processes to lose" test "$(wc -l <"$processes")" -gt 15
check "down" lab down
check "down again" lab down
check "no process is left" no_process_is_left
check "no network namespace is left" no_network_is_left
check "no cgroup is left" no_cgroup_is_left
check "no mount is left" equal "$mounts_before" "$(cat /proc/self/mounts)"
check "no folder is left" test ! -e "$FF_LAB"

check "up with the proxy on box1" lab up 2 --proxy-on box1
check "its address is box1's" equal http://10.77.0.11:8080 "$(lab url)"
check "the split serves through it" model_behind_proxy
kill -KILL "$(cat "$FF_LAB/holder.pid")"
check "up over a dead lab's leftovers" lab up 2
check "the split serves again" model_behind_proxy

finish
