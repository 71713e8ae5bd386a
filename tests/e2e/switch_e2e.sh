#!/usr/bin/env bash
# The main job: split -> replica -> split under load, asked with systemctl, curl and ls.
set -uo pipefail
name=switch
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

hand_start_is_refused() { # HOST UNIT
  ! on "$1" systemctl start "$2"
}

at_rest_for_good() { # HOST UNIT
  no_wants_link "$1" "$2" && inactive "$1" "$2" && masked "$1" "$2"
}

split_is_gone() {
  local pair
  for pair in box1:ff-split-leader.service box2:ff-split-worker.service box1:old-split-watchdog.timer \
    box1:old-split-watchdog.service; do
    at_rest_for_good "${pair%%:*}" "${pair#*:}" || return 1
  done
}

replicas_are_up() {
  local box
  for box in box1 box2; do
    active "$box" ff-replica.service || return 1
    enabled_link "$box" ff-replica.service || return 1
  done
  copy_answers 10.77.0.11:8001 && copy_answers 10.77.0.12:8001
}

split_is_up() {
  active box1 ff-split-leader.service && active box2 ff-split-worker.service &&
    enabled_link box1 ff-split-leader.service && enabled_link box2 ff-split-worker.service &&
    copy_answers 10.77.0.11:8000
}

replica_is_gone() {
  local box
  for box in box1 box2; do
    at_rest_for_good "$box" ff-replica.service || return 1
  done
}

only_honest_503() {
  local failures
  failures=$(load_figure all.failures) || return 1
  python3 -c 'import json,sys
failures = json.loads(sys.argv[1])
assert set(failures) <= {"503"}, failures' "$failures" &&
    equal 0 "$(load_figure all.failures_after_recovery)" &&
    equal "$(load_figure all.answers_503)" "$(load_figure all.with_retry_after)"
}

writes_nothing() { # COMMAND...
  local before after
  before=$(fingerprint box1 box2 edge)
  "$@" >/dev/null 2>&1 </dev/null
  after=$(fingerprint box1 box2 edge)
  diff <(echo "$before") <(echo "$after")
}

quick_lab 2
check "split serves before anything is done" serves
check "plan writes nothing" writes_nothing ff plan replica
check "status writes nothing" writes_nothing ff status
check "a dry run writes nothing" writes_nothing ff switch replica --dry-run
check "a configuration that is not ff's is refused without --accept" exits_with 6 ff switch replica --yes
check "  and the refusal prints the flag that works" grep -q -- "--accept foreign-proxy-config:edge" "$work/last"
check "  and the split still serves" completes

start_load "$work/load.log"
check "switch to replica exits 0" exits_with 0 ff switch replica --yes "${first_switch[@]}"
check "clients get a token" completes
stop_load
check "clients saw only 200 and 503 with Retry-After, and nothing but 200 after the first 200" only_honest_503
check "split and watchdog: no wants link, inactive, masked" split_is_gone
check "replicas: enabled, active, answering" replicas_are_up
check "the original proxy configuration is kept" on edge grep -q max_fails=3 /etc/nginx/nginx.conf.before-ff
check "the split cannot be started by hand" hand_start_is_refused box1 ff-split-leader.service
check "  nor the watchdog" hand_start_is_refused box1 old-split-watchdog.timer
check "  and the copy stays up" replicas_are_up
check "status exits 0" exits_with 0 ff status
check "the second switch says already there" exits_with 0 ff switch replica --yes
check "  in these words" grep -qi "already" "$work/last"
check "  and writes nothing" writes_nothing ff switch replica --yes

lab reboot box1 >/dev/null
check "after a power cycle of box1 its copy comes back" eventually 30 copy_answers 10.77.0.11:8001
check "  the masks still hold" split_is_gone
check "  and the split still cannot be started" hand_start_is_refused box1 ff-split-leader.service

start_load "$work/back.log"
check "switch back to split exits 0" exits_with 0 ff switch split --yes
check "clients get a token" completes
stop_load
check "clients saw only 200 and 503 with Retry-After, and nothing but 200 after the first 200" only_honest_503
check "split: enabled, active, answering" split_is_up
check "replicas: no wants link, inactive, masked" replica_is_gone
check "the old watchdog stays masked" masked box1 old-split-watchdog.timer
check "history tells both runs" exits_with 0 ff history
check "  as reached" test "$(grep -c reached "$work/last")" = 2
finish
