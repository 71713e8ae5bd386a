#!/usr/bin/env bash
# More than one operator, and runs that were cut: waiting for the lock, taking it over, resume, abort, wait.
set -uo pipefail
name=runs
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }

# Starts ff in the background, with what it says in $work/NAME.out and .err, and how it ended in NAME.code.
start() { # NAME FF-ARGUMENT...
  local file=$work/$1
  shift
  : >"$file.err"
  rm -f "$file.code"
  { "$repository/scripts/lab" ff "$@" >"$file.out" 2>"$file.err" </dev/null; echo $? >"$file.code"; } &
}
seen() { # NAME PATTERN [SECONDS]
  eventually "${3:-40}" grep -qE -- "$2" "$work/$1.err" || { cat "$work/$1.err"; return 1; }
}
# A check runs in a shell of its own, which cannot wait for what this one started.
ended() { # NAME CODE
  eventually 120 test -s "$work/$1.code"
  equal "$2" "$(cat "$work/$1.code")" || { cat "$work/$1.err" "$work/$1.out"; return 1; }
}
run_of() { sed -n 's/.* run \([0-9a-f]\{8\}\): .*/\1/p' "$work/$1.err" | head -n 1; } # NAME
free() { on "$1" flock --nonblock /run/ff/lock true; }
all_free() { free box1 && free box2 && free edge; }
replica_serves() {
  active box1 ff-replica.service && active box2 ff-replica.service && masked box1 ff-split-leader.service && completes
}
split_serves() {
  active box1 ff-split-leader.service && active box2 ff-split-worker.service && masked box1 ff-replica.service &&
    completes
}
fails() { ! "$@" >"$work/last" 2>&1 </dev/null || { cat "$work/last"; return 1; }; }
# Long enough to be met half-way on a machine that has much else to do.
slow_starts() {
  local box
  for box in box1 box2; do lab set "$box" start_replica=10 start_split=10 >/dev/null; done
}
quick_starts() {
  local box
  for box in box1 box2; do lab set "$box" start_replica=1 start_split=1 >/dev/null; done
}
nothing_written() { diff <(echo "$before") <(fingerprint box1 box2 edge); }

quick_lab 2
before=$(fingerprint box1 box2 edge)
check "nothing is unfinished: resume says so" exits_with 0 ff resume
check "  in words" last_has "no run is unfinished"
check "nor is there anything to abort" exits_with 0 ff abort
check "ff wait sees that it serves" exits_with 0 ff wait --for serving --timeout 5s
check "  but not that it is steady: ff made nothing of it yet" exits_with 124 ff wait --for steady --timeout 1s
check "nothing was written" nothing_written

# ---- a second operator
slow_starts
start first switch replica --yes "${first_switch[@]}"
check "a run is under way" seen first "-> health"
check "a second operator is refused" exits_with 75 ff switch split --yes
check "  told who, where and since when" last_has "@.* runs \`switch replica\`, since 20"
check "  at which step" last_has "under way: .*health"
check "  and what to type" last_has "next .*ff switch split --wait"
check "  also where that run hangs" last_has "or .*ff takeover $(run_of first) --reason"
check "a wait for the lock that is too short ends in 75" exits_with 75 ff switch split --yes --wait 1s
start waiter wait --for steady --timeout 60s
check "ff wait tells that nothing serves" seen waiter "serving 0 of 2"
start second switch split --yes --wait
check "one with --wait waits, and tells for whom" seen second "waiting for the lock of .*runs \`switch replica\`"
quick_starts
check "the first run ends well" ended first 0
check "the second one has its turn" ended second 0
check "  and the split serves" split_serves
check "the one who waited for a steady state saw it" ended waiter 0

# ---- taking over
slow_starts
start first switch replica --yes
check "a run is under way" seen first "-> health"
run=$(run_of first)
check "a takeover asks it to stop" exits_with 0 ff takeover "$run" --reason "its operator has gone home" --yes
check "  and it ends by itself" last_has "run $run has ended by itself"
check "  what to type is told" last_has "next .*ff resume"
check "  it says who asked" ended first 5
check "  and why" grep -q "asked to stop by .*: its operator has gone home" "$work/first.err"
check "the locks are free" all_free
check "the history tells the takeover" exits_with 0 ff history
check "  as a run of its own" last_has "taken-over"
quick_starts
check "a resume goes on" exits_with 0 ff resume --yes
check "  and replica serves" replica_serves

slow_starts
start first switch split --yes
check "a run is under way" seen first "-> health"
run=$(run_of first)
check "a takeover without grace kills its sessions" \
  exits_with 0 ff takeover "$run" --reason "now" --grace 0s --yes
check "  and says where" last_has "run $run did not end; its sessions on .*box1.* were killed"
check "the locks are free" all_free
check "  which it finds out itself" eventually 60 test -s "$work/first.code"
check "another takeover finds nothing to take" exits_with 0 ff takeover "$run" --reason "again" --yes
check "  and says so" last_has "holds no lock"
quick_starts
check "an abort ends it in a state that serves" exits_with 0 ff abort --yes
check "  which clients see" completes
check "  and is steady" exits_with 0 ff wait --for steady --timeout 20s
check "nothing is unfinished any more" exits_with 0 ff resume
check "  in words" last_has "no run is unfinished"

# ---- why: the worker's own words, not the leader's louder ones
check "replica serves" exits_with 0 ff switch replica --yes
lab set box2 fault_split=die_loading >/dev/null
check "a split whose worker dies while it loads cannot be had" fails ff switch split --yes
check "why" exits_with 0 ff why
check "  tells the step" last_has "failed .*box1+box2"
check "  and the first error, on the worker's box" last_has "first .*box2 ff-split-worker.service"
check "  in its words" last_has "No available memory for the cache blocks"
check "  and what it means" last_has "means .*KV cache"
check "  as JSON too" exits_with 0 ff why --json
check "  which says no_cache_room" last_has '"trouble": *"no_cache_room"'
check "why of a run that is none" exits_with 1 ff why 00000000
lab set box2 fault_split=none >/dev/null

check "all copies are stopped" exits_with 0 ff switch off --yes
check "ff wait ends in 5 where nothing serves" exits_with 5 ff wait --for serving --timeout 1s
finish
