# shellcheck shell=bash disable=SC2154,SC2034
# The outage of split -> replica: how long clients got no model, and where the time went. Everything is on the
# one monotonic clock that the hosts of the lab share: the load generator's log, PID 1's journal and properties,
# the stand-in's line of readiness. All in milliseconds.

memory_return_s=1
parts=(drain stop memory between start answer)
declare -A part_means=(
  [drain]="first failure -> PID 1 stops the first rank: route, drain"
  [stop]="first rank stopping -> last rank stopped"
  [memory]="until the memory is back, as the stand-in is set"
  [between]="memory back -> the first copy's process: verify, mask, configure, launch"
  [start]="process -> 'Application startup complete'"
  [answer]="startup complete -> first 200 of a client: health, route"
)

bench_outage() {
  local run
  say "outage, $outage_runs runs with and without ff, starts of $start_s s"
  for ((run = 1; run <= outage_runs; run++)); do
    enough_time $((2 * start_s + 30)) "run $run of $outage_runs of the outage, and what follows," || break
    outage_with ff
    outage_with hand
  done
  [ ! -e "$work/total_ff.samples" ] || print_parts
  row "outage, ${start_s} s starts" total_ff s "$(median aim_ff s)" "bare ssh script" total_hand
  row "  of it ff's own share" own_ff s 0.5 "bare ssh script" own_hand
}

outage_with() { # ff|hand
  local changed=1
  fresh_lab start_split=0.2 start_replica="$start_s" "memory_return=$memory_return_s" || return
  # The second copy is no part of the outage.
  lab set box2 start_replica=0.5
  [ "$1" = ff ] || lab ctl bash "$here/bench.d/by_hand" prepare || return
  start_load 50
  if [ "$1" = ff ]; then
    switch replica "${first_switch[@]}" || changed=0
  else
    lab ctl bash "$here/bench.d/by_hand" switch 2>"$work/stderr" || changed=0
  fi
  stop_load
  state=none
  [ "$changed" = 1 ] || { echo "!! this run ($1) did not end well, and is left out"; return; }
  read_moments "$1" && account "$1"
}

start_load() { # REQUESTS-A-SECOND
  : >"$work/load.log"
  "$here/lab" load --rate "$1" --for 200 --kinds fresh --log "$work/load.log" >/dev/null 2>"$work/load.err" &
  load_pid=$!
  until [ "$(wc -l <"$work/load.log")" -gt 25 ]; do
    kill -0 "$load_pid" 2>/dev/null || die "no load: $(tail -n 1 "$work/load.err")"
    sleep 0.05
  done
}

stop_load() {
  sleep 0.3
  kill -INT "$load_pid" 2>/dev/null
  wait "$load_pid"
  load_pid=
}

# ---- the moments of one run
read_moments() { # ff|hand
  local report box
  report=$("$FF_BUILD/tests/load/ff-load" report "$work/load.log" --json | sed 's/.*"all"://') || return
  failed_at=$(moment_of "$report" first_failure)
  answered_at=$(moment_of "$report" first_200_after_last_failure)
  for box in box1 box2; do
    lab exec "$box" journalctl --no-pager -q -o short-monotonic -u 'ff-*' >"$work/$box.journal"
    lab exec "$box" systemctl show -P ExecMainStartTimestampMonotonic ff-replica >"$work/$box.started"
  done
  stopping_at=$(journal_moments 'systemd.*Stopping ff-split-' box1 box2 | head -n 1)
  stopped_at=$(journal_moments 'systemd.*Stopped ff-split-' box1 box2 | tail -n 1)
  first_copy=$(first_started)
  started_at=$(awk '{ printf "%.1f", $1 / 1000 }' "$work/$first_copy.started")
  ready_at=$(journal_moments 'Application startup complete' "$first_copy" | tail -n 1)
  drain_step=0
  [ "$1" = hand ] || drain_step=$(drain_took)
  kinds_of_failure "$1" "$report"
}

moment_of() { # REPORT NAME
  grep -o "\"$2\":{[^}]*}" <<<"$1" | head -n 1 | sed -n 's/.*"mono_ms":\([0-9.]*\).*/\1/p'
}

journal_moments() { # PATTERN BOX...
  local pattern=$1
  shift
  (cd "$work" && awk -v pattern="$pattern" '$0 ~ pattern { gsub(/[][]/, " "); printf "%.1f\n", $1 * 1000 }' \
    "${@/%/.journal}") | sort -n
}

first_started() {
  if [ "$(<"$work/box2.started")" -gt 0 ] && [ "$(<"$work/box2.started")" -lt "$(<"$work/box1.started")" ]; then
    echo box2
  else
    echo box1
  fi
}

# What the design orders a drain to take: the old configuration unseen for 300 ms, which the route step waits for,
# and the drain step with its two looks, whose length ff's own record tells.
old_epoch_unseen_ms=300
drain_took() {
  local run
  run=$(sed -n 's/.*== run \([0-9a-f]*\):.*/\1/p' "$work/switch.text" | head -n 1)
  "$here/lab" ff history "$run" --json |
    awk -v before="$old_epoch_unseen_ms" '/"step": "drain/ { drain = 1 }
      drain && /"took_ms": [0-9]/ { gsub(/[^0-9]/, ""); print $0 + before; exit }'
}

kinds_of_failure() { # ff|hand REPORT
  local kinds
  kinds=$(grep -o '"failures":{[^}]*}' <<<"$2" | head -n 1 | sed 's/"failures"://; s/[{}"]//g; s/,/, /g')
  failures="${kinds:-none}; $(grep -o '"failures_after_recovery":[0-9]*' <<<"$2" | head -n 1 | tr -dc 0-9) after the first 200"
}

# ---- what they add up to
account() { # ff|hand
  local part line
  if [ -z "$failed_at" ] || [ -z "$answered_at" ] || [ -z "$stopping_at" ] || [ -z "$ready_at" ]; then
    echo "!! this run ($1) lacks a time stamp, and is left out: failed '$failed_at' stopping '$stopping_at'" \
      "ready '$ready_at' answered '$answered_at'"
    return
  fi
  while read -r part line; do
    note "${part}_$1" "$line"
  done < <(awk -v failed="$failed_at" -v stopping="$stopping_at" -v stopped="$stopped_at" \
    -v memory=$((memory_return_s * 1000)) -v started="$started_at" -v ready="$ready_at" \
    -v answered="$answered_at" -v drain_step="${drain_step:-0}" 'BEGIN {
      needed = drain_step + (stopped - stopping) + memory + (ready - started)
      print "total", answered - failed
      print "drain", stopping - failed
      print "stop", stopped - stopping
      print "memory", memory
      print "between", started - stopped - memory
      print "start", ready - started
      print "answer", answered - ready
      print "drainstep", drain_step
      print "own", answered - failed - needed
      print "aim", needed + 500
    }')
  printf '%-4s outage %6.2f s, own share %5.2f s, first copy %s; failures: %s\n' "$1" \
    "$(last "total_$1")" "$(last "own_$1")" "$first_copy" "$failures"
}

last() { tail -n 1 "$work/$1.samples" | awk '{ printf "%.3f", $1 / 1000 }'; }

print_parts() {
  local part
  printf '\n%-10s %9s %9s   medians in s\n' "part" "ff" "by hand"
  for part in "${parts[@]}"; do
    printf '%-10s %9s %9s   %s\n' "$part" "$(median "${part}_ff" s)" "$(median "${part}_hand" s)" \
      "${part_means[$part]}"
  done
  printf 'own share = outage - (drain %s s + stop + memory + start); 20 ms between two requests\n' \
    "$(median drainstep_ff s)"
  echo "by hand one rank is stopped after the other, so box1's memory returns while box2 still stops"
}
