#!/usr/bin/env bash
# What fails in the middle of a run: the run goes on without it, waits for the proxy's machine, or goes back to what
# served before, once.
set -uo pipefail
name=setback
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

copies_die() { for box in "$@"; do lab set "$box" fault_replica=die_loading >/dev/null; done; }
copies_live() { for box in box1 box2; do lab set "$box" fault_replica=none >/dev/null; done; }
back_in_split() {
  active box1 ff-split-leader.service && active box2 ff-split-worker.service && enabled_link box1 ff-split-leader.service &&
    masked box1 ff-replica.service && masked box2 ff-replica.service && no_wants_link box1 ff-replica.service && completes
}
one_copy_serves() { # BOX OTHER
  active "$1" ff-replica.service && enabled_link "$1" ff-replica.service &&
    inactive "$2" ff-replica.service && no_wants_link "$2" ff-replica.service && completes
}
# Cuts a machine off once the run says so, and puts it back after some seconds.
cut_for() { # HOST SECONDS PATTERN FF-ARGUMENT...
  local host=$1 seconds=$2 pattern=$3 pid
  shift 3
  : >"$work/progress"
  "$repository/scripts/lab" ff "$@" >"$work/out" 2>"$work/progress" </dev/null &
  pid=$!
  eventually 40 grep -qE -- "$pattern" "$work/progress" || { cat "$work/progress"; return 99; }
  lab cut "$host"
  sleep "$seconds"
  lab heal "$host"
  wait "$pid"
}
ends_with() { # CODE COMMAND...
  local expected=$1
  shift
  "$@"
  equal "$expected" "$?" || { cat "$work/progress" "$work/out"; return 1; }
}

quick_lab 2
copies_die box1 box2
check "no copy comes up: rolled back" exits_with 3 ff switch replica --yes "${first_switch[@]}"
check "  the split serves, and nothing of the copies is left" back_in_split
check "  it says so" contains "$(cat "$work/last")" "rolled back: split serves again"
check "  and is what is meant" exits_with 0 ff status
check "told to stop there, it stays down" exits_with 5 ff switch replica --yes --on-failure stop
check "  with an honest 503" equal 503 "$(public_status)"
copies_live
copies_die box2
check "one copy dies: the other is had" exits_with 4 ff switch replica --yes
check "  it serves, and nothing of the dead one is left" one_copy_serves box1 box2
copies_live
check "  mended, the same command gets there" exits_with 0 ff switch replica --yes
check "the proxy's machine is cut off between retire and flip" ends_with 0 cut_for edge 12 "ok +retire" switch split --yes
check "  the flip comes after it is back, in the same run" completes
check "  of which the history knows one end" equal 1 "$(ff history | head -n 1 | grep -c reached)"
check "a box is cut off for a moment while its copy starts" ends_with 0 cut_for box2 12 "-> launch +box2" switch replica --yes
check "  both copies serve" equal 2 "$(ff status | grep -c 'ff-replica.service.*active, enabled')"
finish
