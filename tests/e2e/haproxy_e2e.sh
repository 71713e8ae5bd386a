#!/usr/bin/env bash
# HAProxy in front: its route changes without a reload, so that clients which keep their connections notice as little
# as those which connect anew. Somebody else's file is kept, one that it cannot run on is put back.
set -uo pipefail
name=haproxy
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

config=/etc/haproxy/haproxy.cfg
worker() { on edge bash -c "pgrep -P \$(systemctl show -P MainPID haproxy.service)"; }
same_worker() { equal "$worker_before" "$(worker)"; }
only_503() { # while nothing served, and nothing but 200 after it
  equal "$(load_figure all.answers_503)" "$(load_figure all.failed)" || { load_figure all.failures; return 1; }
  equal "$(load_figure all.answers_503)" "$(load_figure all.with_retry_after)" || return
  equal "0 0" "$(load_figure all.failures_after_recovery) $(load_figure all.cut_streams)" || return
  [ "$(load_figure all.answers_503)" -gt 0 ] && [ "$(load_figure all.ok)" -gt 20 ]
}
says() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
in_step() { exits_with 0 ff status; }

quick_lab 2 --proxy haproxy
on edge cat "$config" >"$work/theirs"
check "somebody else's file is not taken over unasked" exits_with 6 ff switch replica --yes
check "  and is left as it is" equal "$(cat "$work/theirs")" "$(on edge cat "$config")"
check "accepted, the switch exits 0" exits_with 0 ff switch replica --yes "${first_switch[@]}"
check "  the file is kept" equal "$(cat "$work/theirs")" "$(on edge cat "$config.before-ff")"
check "  and clients get a token" completes

worker_before=$(worker)
for profile in split replica; do # a load for each, since it tells one outage from what follows
  start_load "$work/$profile.log"
  check "under load the switch to $profile exits 0" exits_with 0 ff switch "$profile" --yes
  stop_load
  check "  clients of every kind saw 503 with Retry-After, and nothing else that failed" only_503
  check "  and HAProxy was not reloaded" same_worker
done

start_load "$work/restart.log"
check "a restart of all exits 0" exits_with 0 ff restart --all --yes --reason "new firmware"
stop_load
check "  and no client of any kind noticed" nobody_noticed
check "  and HAProxy was not reloaded" same_worker

on edge systemctl restart haproxy.service
check "started anew, HAProxy does the same" in_step
check "  and clients get a token" completes

# A file that its own test is content with, and that it cannot run on.
before=$(on edge cat "$config")
sed -i 's|^# runtime_socket = .*|runtime_socket = "/run/nowhere/ff.sock"|' "$FF_LAB/cluster.toml"
check "a configuration that HAProxy cannot run on fails" exits_with 1 ff maintenance on --yes
check "  and says why" says "cannot bind UNIX socket"
check "  the file before is back" equal "$before" "$(on edge cat "$config")"
sed -i '/^runtime_socket/d' "$FF_LAB/cluster.toml"
check "  and in force" in_step
check "  and clients get a token" completes
finish
