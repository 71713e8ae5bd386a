#!/usr/bin/env bash
# A box loses its power, and nothing of ff's runs anywhere: what the units, the masks and the proxy do by themselves.
set -uo pipefail
name=reboot
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

now_ms() { date +%s%3N; }
power_off() { # BOX: without a word, so nobody is told that its connections are gone
  lab cut "$1" && lab off "$1"
}
power_on() { lab heal "$1" && lab on "$1"; }
routed_to() { # ENDPOINT: the proxy gives the copy requests again
  contains "$(on edge tail -n 30 /var/log/nginx/access.log)" "upstream=$1 "
}
sent_since() { # MILLISECONDS COUNT
  [ "$(awk -v since="$1" '!/^#/ && $1 > since' "$work/load.log" | wc -l)" -ge "$2" ]
}
# What was under way on the box is lost with it: nobody can finish it. All that was sent later is for the other copy,
# and clients may see no more of the dead one than the two seconds that a silent box costs a new connection.
none_failed_since() { # MILLISECONDS
  local late
  # A request that is still under way at the end may be one sent a moment before, and none that hangs.
  late=$(awk -v since="$1" -v end="$load_ended" '!/^#/ && $1 > since && $4 != "200" &&
    !($4 == "unfinished" && $1 > end - 3000)' "$work/load.log")
  equal "" "$late"
}
split_is_masked() {
  masked box2 ff-split-worker.service && inactive box2 ff-split-worker.service &&
    no_wants_link box2 ff-split-worker.service
}
honest() { # the answer of the proxy while its only upstream is gone
  lab ctl curl -s -i -m 8 "$(lab url)/v1/models" >"$work/answer"
  grep -q "^HTTP/1.1 503" "$work/answer" && grep -qi "^retry-after: 15" "$work/answer" &&
    tail -n 1 "$work/answer" | python3 -c 'import json,sys
error = json.load(sys.stdin)["error"]
assert set(error) == {"message", "type", "param", "code"} and error["code"].startswith("ff_upstream"), error'
}
invocations() { echo "$(property box1 InvocationID ff-split-leader.service) $(property box2 InvocationID ff-split-worker.service)"; }
all_ranks_restarted() { # SINCE
  local now
  now=$(invocations)
  [ "${now% *}" != "${1% *}" ] && [ "${now#* }" != "${1#* }" ] && completes
}
last_says() { contains "$(cat "$work/last")" "$1"; }
# ff tells a rank that was left behind by its age, and allows the ranks of one start 20 s.
worker_is_older_than() { # SECONDS
  local since
  since=$(property box2 ActiveEnterTimestampMonotonic ff-split-worker.service)
  [ $(($(on box2 cut -d. -f1 /proc/uptime) - since / 1000000)) -gt "$1" ]
}
is_stale() { # ff status names the rank that was left behind
  exits_with 5 ff status && last_says "box1+box2 is broken: its rank 1, ff-split-worker.service on box2, is" &&
    last_says "older than its leader" && last_says "next   ff switch split"
}

quick_lab 2
check "the first switch" exits_with 0 ff switch replica --yes "${first_switch[@]}"
start_load "$work/load.log"
check "clients are served by both" eventually 20 sent_since 0 60
check "box2 loses its power" power_off box2
dead_since=$(now_ms)
check "  clients go on for seconds" eventually 30 sent_since "$dead_since" 200
check "  the other copy serves" completes
check "  status tells: one box does not answer" exits_with 7 ff status
check "box2 gets its power back" power_on box2
check "  its copy comes back by itself" eventually 30 copy_answers 10.77.0.12:8001
check "  the proxy uses it again" eventually 10 routed_to 10.77.0.12:8001
check "  the masks hold" split_is_masked
check "  status has nothing against it" eventually 10 exits_with 0 ff status
load_ended=$(now_ms)
stop_load
check "no request failed that was sent after box2 was gone" none_failed_since "$dead_since"

check "switch to split" exits_with 0 ff switch split --yes
on box2 systemctl kill --signal=KILL ff-split-worker.service
check "only the worker dies: the leader still says that it is well" eventually 10 copy_answers 10.77.0.11:8000
check "  status says what is down" exits_with 5 ff status
check "    by its name" last_says "box1+box2 is broken: its rank 1, ff-split-worker.service on box2, is"
check "    and what to type" last_says "next   ff switch split"
before=$(invocations)
check "  the same switch exits 0" exits_with 0 ff switch split --yes
check "  all ranks are new and serve" all_ranks_restarted "$before"

check "box1, where its leader is, loses its power" power_off box1
check "  clients are told to come again, in OpenAI's shape" honest
check "  its worker runs on" eventually 30 worker_is_older_than 25
check "box1 gets its power back" power_on box1
check "  clients are told still: a worker cannot rejoin a leader that started anew" honest
check "  status says which rank was left behind and what to type" eventually 20 is_stale
before=$(invocations)
check "  the same switch exits 0" exits_with 0 ff switch split --yes
check "  all ranks are new and serve" all_ranks_restarted "$before"
finish
