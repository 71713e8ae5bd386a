#!/usr/bin/env bash
# Four boxes: one split over all, two pairs, four copies. Where there are several instances the change goes one
# component after the other, and no client may notice.
set -uo pipefail
name=topologies
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

leaders=(box1 box3)
workers=(box2 box4)

each() { # COMMAND UNIT BOX...
  local command=$1 unit=$2 box
  shift 2
  for box in "$@"; do "$command" "$box" "$unit" || { echo "$unit on $box"; return 1; }; done
}
up_for_good() { active "$1" "$2" && enabled_link "$1" "$2"; }
at_rest_for_good() { no_wants_link "$1" "$2" && inactive "$1" "$2" && masked "$1" "$2"; }
pairs_are_up() {
  each up_for_good ff-split-leader.service "${leaders[@]}" && each up_for_good ff-split-worker.service "${workers[@]}" &&
    each at_rest_for_good ff-replica.service box1 box2 box3 box4 && at_rest_for_good box3 ff-split-worker.service &&
    copy_answers 10.77.0.11:8000 && copy_answers 10.77.0.13:8000
}
copies_are_up() {
  each up_for_good ff-replica.service box1 box2 box3 box4 && each at_rest_for_good ff-split-leader.service "${leaders[@]}" &&
    each at_rest_for_good ff-split-worker.service "${workers[@]}" box3
}
routed_to() { # PORT COUNT
  equal "$2" "$(on edge grep -cE "^ *server 10\.77\.0\.1[1-4]:$1 " /etc/nginx/nginx.conf)"
}
of_two() { equal 2 "$(on box3 sed -n 's/^FF_NNODES=//p' /etc/ff/env/ff-split-leader.env)"; }

quick_lab 4
check "one split over four boxes -> two pairs exits 0" exits_with 0 ff switch pairs --yes "${first_switch[@]}"
check "both pairs are up, the copies masked" pairs_are_up
check "  each of two boxes" of_two
check "  and both are routed" routed_to 8000 2

start_load "$work/load.log" "${new_connections[@]}"
check "two pairs -> four copies exits 0" exits_with 0 ff switch replica --yes
check "four copies are up, the pairs masked" copies_are_up
check "  and all are routed" routed_to 8001 4
check "four copies -> two pairs exits 0" exits_with 0 ff switch pairs --yes
check "both pairs are up, the copies masked" pairs_are_up
stop_load
check "no request failed and no stream was cut, both ways" nobody_noticed
check "status exits 0" exits_with 0 ff status
finish
