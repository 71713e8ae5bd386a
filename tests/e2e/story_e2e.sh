#!/usr/bin/env bash
# Two of the faults that this change had when it was made by hand, first without ff, as they were, then with it:
# the outage that nginx's failure marking made longer, and the old watchdog that stops the new copy.
set -uo pipefail
name=story
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

hand_written_proxy() { # SERVER...: as the runbook of the story had it
  local servers
  servers=$(printf 'server %s max_fails=3 fail_timeout=30s; ' "$@")
  on edge bash -c "sed -i 's/^ *server 10.*max_fails.*/        $servers/' /etc/nginx/nginx.conf && nginx -t -q &&
    systemctl reload nginx"
}

replica_environment() { # BOX ADDRESS
  on "$1" bash -c "sed -e 's/^FF_PORT=.*/FF_PORT=8001/' -e 's/^FF_HOST=.*/FF_HOST=$2/' /etc/ff/env/ff-split-*.env \
    >/etc/ff/env/ff-replica.env"
}

by_hand() { # the bare script: stop both ranks, start both copies, point the proxy at them
  replica_environment box1 10.77.0.11 && replica_environment box2 10.77.0.12 &&
    on box1 systemctl stop ff-split-leader && on box2 systemctl stop ff-split-worker &&
    hand_written_proxy 10.77.0.11:8001 10.77.0.12:8001 && on box1 systemctl start ff-replica &&
    on box2 systemctl start ff-replica
}

wait_for_copies() { eventually 20 copy_answers 10.77.0.11:8001 && eventually 20 copy_answers 10.77.0.12:8001; }
now_ms() { date +%s%3N; }
replica_stopped() { inactive box1 ff-replica.service; }

# ---- fault 1: both backends marked failed while they load, and not tried again for 30 s
quick_lab 2
on box1 systemctl disable --now --quiet old-split-watchdog.timer
lab set box1 start_replica=3 >/dev/null
lab set box2 start_replica=3 >/dev/null
start_load "$work/hand.log" --kinds fresh
check "by hand: the split is stopped and the copies started" by_hand
check "by hand: both copies are healthy" wait_for_copies
healthy=$(now_ms)
check "by hand: and yet the proxy answers 502" equal 502 "$(public_status)"
check "by hand: it serves in the end" eventually 40 serves
served=$(now_ms)
stop_load
echo "#       without ff the proxy refused for $(((served - healthy) / 1000)) s after both copies were healthy"
check "by hand: for more than 10 s" test $((served - healthy)) -gt 10000

# ---- fault 4: disabled or not, the watchdog restarts the split, whose start stops the copy
on box1 systemctl enable --now --quiet old-split-watchdog.timer
check "by hand: the old watchdog stops the new copy" eventually 30 replica_stopped
lab down >/dev/null 2>&1

# ---- the same lab with ff
quick_lab 2
lab set box1 start_replica=3 >/dev/null
lab set box2 start_replica=3 >/dev/null
check "with ff: the switch succeeds" exits_with 0 ff switch replica --yes "${first_switch[@]}"
healthy=$(now_ms)
check "with ff: the proxy serves at once" serves
check "with ff: within 2 s" test $(($(now_ms) - healthy)) -lt 2000
check "with ff: the watchdog cannot come back" masked box1 old-split-watchdog.timer
# The watchdog looked every two seconds: five of its periods without a change of the copy's invocation.
before=$(property box1 InvocationID ff-replica.service)
lab ctl sleep 10
check "with ff: the copy on box1 is still the same" equal "$before" "$(property box1 InvocationID ff-replica.service)"
check "with ff: and answers" copy_answers 10.77.0.11:8001
finish
