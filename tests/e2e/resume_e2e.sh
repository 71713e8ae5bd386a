#!/usr/bin/env bash
# A run that stops half-way, killed or interrupted: the same command gets on with it, and the previous profile can
# be had back.
set -uo pipefail
name=resume
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# Starts a switch and sends it the signal once its progress says that a step has begun; its exit code is the value.
stop_at() { # SIGNAL PATTERN FF-ARGUMENT...
  local signal=$1 pattern=$2 pid
  shift 2
  : >"$work/progress"
  "$repository/scripts/lab" ff "$@" >"$work/out" 2>"$work/progress" </dev/null &
  pid=$!
  eventually 40 grep -qE -- "$pattern" "$work/progress" || { cat "$work/progress"; return 99; }
  kill "-$signal" "$pid"
  wait "$pid"
}
killed_at() { # PATTERN FF-ARGUMENT...
  stop_at KILL "$@"
  equal 137 "$?"
}
interrupted_at() { # CODE PATTERN FF-ARGUMENT...
  local code=$1
  shift
  stop_at INT "$@"
  equal "$code" "$?" || { cat "$work/progress" "$work/out"; return 1; }
}
replica_serves() {
  active box1 ff-replica.service && active box2 ff-replica.service && masked box1 ff-split-leader.service &&
    masked box2 ff-split-worker.service && masked box1 old-split-watchdog.timer && completes
}
split_serves() {
  active box1 ff-split-leader.service && active box2 ff-split-worker.service && masked box1 ff-replica.service &&
    masked box2 ff-replica.service && completes
}
honest_503() { equal 503 "$(public_status)"; }

quick_lab 2
check "killed while it retires the split" killed_at "-> retire" switch replica --yes "${first_switch[@]}"
check "  clients get an honest 503 meanwhile" honest_503
check "  the same command gets on with it" exits_with 0 ff switch replica --yes
check "  and replica serves" replica_serves
check "killed between two starts of the way back" killed_at "-> launch +box1" switch split --yes
check "  the way to replica can be had instead" exits_with 0 ff switch replica --yes
check "  and replica serves" replica_serves
check "killed while the split loads" killed_at "-> health" switch split --yes
check "  the same command gets on with it" exits_with 0 ff switch split --yes
check "  and the split serves" split_serves
check "interrupted while the first copy loads: nothing serves yet" interrupted_at 5 "-> health" switch replica --yes
check "  the same command gets on with it" exits_with 0 ff switch replica --yes
check "  and replica serves" replica_serves
check "interrupted while it drains: nothing was stopped" interrupted_at 130 "-> drain" switch split --yes
check "  and replica serves as before" replica_serves
check "history knows which runs never ended" exits_with 0 ff history
check "  three of them" equal 3 "$(grep -c 'never ended' "$work/last")"
finish
