# shellcheck shell=bash disable=SC2154,SC2034
# From the first copy passing its ladder, as ff's record tells, to the first 200 that a client gets: nginx and
# HAProxy. Its peer is a plain nginx with max_fails=3 fail_timeout=30s and a person's reload, from the copy's line of
# readiness on. Five milliseconds lie between two requests.

bench_flip() {
  local proxy run
  for proxy in haproxy nginx; do
    say "flip, $flip_runs runs on $proxy"
    flip_lab "$proxy" || continue
    for ((run = 1; run <= flip_runs; run++)); do
      enough_time 30 "flip $run of $flip_runs on $proxy" || break
      flip_once "$proxy" || break
    done
  done
  for ((run = 1; run <= hand_flips; run++)); do
    enough_time 60 "flip $run of $hand_flips by hand" || break
    flip_by_hand
  done
  state=none
  row "flip, HAProxy" flip_haproxy ms 30 "by hand, plain nginx" flip_hand
  row "flip, nginx" flip_nginx ms 150 "by hand, plain nginx" flip_hand
}

flip_lab() { # PROXY
  lab_proxy=$1 fresh_lab start_replica=0.2 memory_return=0.2 start_split=0.2 && switch solo "${first_switch[@]}"
}

flip_once() { # PROXY
  local passed
  switch off --yes || return
  start_load 200
  switch solo --yes || { stop_load; return 1; }
  stop_load
  passed=$(ladder_passed_ms) && flip_took "$1" "$passed" wall_ms
}

# On the wall clock, which the hosts of the lab share with the load generator.
ladder_passed_ms() {
  local run at
  run=$(sed -n 's/.*== run \([0-9a-f]*\):.*/\1/p' "$work/switch.text" | head -n 1)
  at=$("$here/lab" ff history "$run" --json |
    awk '/"kind": "done"/ { done = 1 } /"kind": "about_to"/ { done = 0 }
      /"at":/ { at = $2 } done && /"step": "health / { gsub(/[",]/, "", at); print at; exit }')
  [ -n "$at" ] && date -d "$at" +%s%3N
}

flip_by_hand() {
  local lab_proxy=nginx
  fresh_lab start_replica=1 memory_return=1 start_split=0.2 && lab set box2 start_replica=0.5 &&
    lab ctl bash "$here/bench.d/by_hand" prepare || return
  start_load 200
  lab ctl bash "$here/bench.d/by_hand" switch 2>"$work/stderr"
  stop_load
  read_moments hand && flip_took hand "$ready_at" mono_ms
}

# What fails after the first 200 would mean that the flip was none; before it only an honest 503 is one of ff's.
flip_took() { # NAME FROM-MS CLOCK
  local report until failures
  report=$("$FF_BUILD/tests/load/ff-load" report "$work/load.log" --json | sed 's/.*"all"://')
  until=$(grep -o '"first_200_after_last_failure":{[^}]*}' <<<"$report" | head -n 1 |
    sed -n "s/.*\"$3\":\([0-9.]*\).*/\1/p")
  kinds_of_failure "$1" "$report"
  [ -n "$until" ] || { echo "!! no answer after the failures ($1)"; return; }
  note "flip_$1" "$(awk -v from="$2" -v until="$until" 'BEGIN { printf "%d", (until - from) * 1000 }')"
  printf '%-8s %7.1f ms; failures: %s\n' "$1" "$(awk '{ last = $1 } END { print last / 1000 }' "$work/flip_$1.samples")" \
    "$failures"
}
