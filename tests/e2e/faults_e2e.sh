#!/usr/bin/env bash
# Faults of the machines under ff: services that are stopped, frozen or broken, power that goes, engines that hang.
# Before a switch and in the middle of it: how ff ends, what it says, and that the same command gets there once the
# fault is mended. A row drawn by FF_SEED; with FF_LONG=1 all of them, or those of FF_ROWS. Elsewhere: full disks and
# frozen buses in hostile_e2e, units that die and links that are cut in setback_e2e. A clock of its own no host can have.
# shellcheck disable=SC2016  # the hosts' shells expand it
set -uo pipefail
name=faults
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"


# ---- faults, each with what mends it
stop_sshd() { on "$1" systemctl stop ssh; }
start_sshd() { on "$1" systemctl start ssh; }
stop_bus() { on "$1" systemctl stop dbus.socket dbus.service; }
start_bus() { on "$1" systemctl start dbus.socket dbus.service; }
freeze_manager() { kill -STOP "$(cat "$FF_LAB/$1/pid")"; }
thaw_manager() { kill -CONT "$(cat "$FF_LAB/$1/pid")"; }
stop_nginx() { on edge systemctl stop nginx; }
start_nginx() { on edge systemctl start nginx; }
# Its master alone: the workers go on, and no reload is heard.
freeze_nginx() { on edge bash -c 'kill -STOP "$(systemctl show -P MainPID nginx)"'; }
thaw_nginx() { on edge bash -c 'kill -CONT "$(systemctl show -P MainPID nginx)"'; }
# No configuration passes its test: there is nowhere to write the log.
break_nginx() { on edge mv /var/log/nginx /var/log/nginx.gone; }
mend_nginx() { on edge mv /var/log/nginx.gone /var/log/nginx; }
power_cycle() { lab off "$1" && completes && lab on "$1"; } # the other copy serves meanwhile
hang_copy() { lab set "$1" fault_replica=hang >/dev/null; }
end_hang() { lab set "$1" fault_replica=none >/dev/null; }
nothing() { :; }

# MOMENT|CODES|WORDS|FAULT|MEND: `before`, or the progress in whose midst the fault comes, mended SECONDS later.
table=(
  'before|6|box2 did not answer|stop_sshd box2|start_sshd box2'
  'before|6|edge did not answer|stop_sshd edge|start_sshd edge'
  'before|6|box1 did not answer|stop_bus box1|start_bus box1'
  'before|6|box1 did not answer|freeze_manager box1|thaw_manager box1'
  'before|1|/var/log/nginx/|break_nginx|mend_nginx'
  'before|1|nginx|freeze_nginx|thaw_nginx'
  'before|0|replica, serving 2 of 2|stop_nginx|nothing'
  '10 -> retire|0|serving 2 of 2|stop_sshd box2|start_sshd box2'
  '10 -> launch +box1|4 0|serving [12] of 2|stop_bus box2|start_bus box2'
  '10 -> launch +box2|0|serving 2 of 2|freeze_manager box2|thaw_manager box2'
  '8 ok +retire|0|serving 2 of 2|freeze_nginx|thaw_nginx'
  '8 ok +retire|0|serving 2 of 2|stop_nginx|start_nginx'
  '0 -> health +box2|4 0|serving [12] of 2|power_cycle box2|nothing'
  'before|4|serving 1 of 2|hang_copy box2|end_hang box2'
)

began_and_broken() { # MOMENT FAULT MEND: its exit code is ff's
  local seconds=${1%% *} pattern=${1#* } pid
  : >"$work/last"
  "$repository/scripts/lab" ff switch replica --yes >"$work/last" 2>&1 </dev/null &
  pid=$!
  eventually 40 grep -qE -- "$pattern" "$work/last" || { wait "$pid"; return 99; }
  $2 || return 98
  sleep "$seconds"
  $3
  wait "$pid"
}
ends() { # CODES WORDS MOMENT FAULT MEND
  local code began=$SECONDS
  if [ "$3" = before ]; then
    $4
    ff switch replica --yes >"$work/last" 2>&1 </dev/null
    code=$?
    $5
  else
    began_and_broken "$3" "$4" "$5"
    code=$?
  fi
  echo "exit $code after $((SECONDS - began)) s" >>"$work/last"
  if [[ " $1 " != *" $code "* ]] || ! grep -qE -- "$2" "$work/last"; then tail -n 25 "$work/last" && return 1; fi
}
# A machine that comes back takes a moment until it answers.
same_command() { eventually 40 exits_with 0 ff switch replica --yes; }

row() { # INDEX
  local moment codes words fault mend
  IFS='|' read -r moment codes words fault mend <<<"${table[$1]}"
  check "$moment: $fault: exit $codes, in words" ends "$codes" "$words" "$moment" "$fault" "$mend"
  sed -n 's/^exit/          exit/p' "$work/last"
  check "  clients get an answer" answered
  check "  mended, the same command gets there" same_command
  check "  whole, asked without ff" eventually 10 whole replica
  check "  and back" exits_with 0 ff switch split --yes
}
answered() { [[ $(public_status) == @(200|503) ]] || { public_status; return 1; }; }

quick_lab 2
lab set box2 start_replica=2 >/dev/null # so that it comes second
sed -i 's/^start_deadline = .*/start_deadline = "15s"/' "$FF_LAB/replica.toml"
check "the split, as ff leaves it" exits_with 0 ff switch split --yes "${first_switch[@]}"
if [ "${FF_LONG:-}" = 1 ]; then
  for index in ${FF_ROWS:-"${!table[@]}"}; do row "$index"; done
else
  seeded
  row $((RANDOM % 3))
fi
finish
