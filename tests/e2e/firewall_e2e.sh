#!/usr/bin/env bash
# The firewall before the copies: the batch job of the story is turned away, clients of the proxy and ff's checks
# are not, over reboots and restarts of nftables, until it is taken away without a trace.
set -uo pipefail
name=firewall
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
is_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/last"; }
calls() { on "$1" curl -s -m 5 -o /dev/null -w '%{http_code}' "http://$2:8001/v1/models"; } # HOST ADDRESS
gets_in() { equal 200 "$(calls "$1" "$2")"; }
is_reset() { # HOST ADDRESS: refused at once, not left hanging
  on "$1" curl -s -m 5 -o /dev/null "http://$2:8001/v1/models"
  equal 7 $?
}
ruleset() { on "$1" env PATH=/usr/sbin:/usr/bin nft list ruleset; }
no_trace() { # HOST
  equal "" "$(ruleset "$1" | grep ff_firewall)" &&
    equal "" "$(on "$1" bash -c 'find /etc -name "*firewall*"; systemctl list-units --all --plain --no-legend "ff-firewall*"')"
}
start_job() { # an answer that takes minutes, from box1's copy
  local text='{"model":"nemotron","stream":true,"max_tokens":100000,"messages":[{"role":"user","content":"hi"}]}'
  on box2 systemd-run --quiet --unit=batch --collect curl -sN -o /dev/null -H 'Content-Type: application/json' \
    http://10.77.0.11:8001/v1/chat/completions -d "$text"
}
job_runs() { equal active "$(property box2 ActiveState batch.service)"; }

quick_lab 2
for box in box1 box2; do lab set "$box" tokens_per_second_scale=20 >/dev/null; done
check "the first switch" exits_with 0 ff switch replica --yes "${first_switch[@]}"
own_table='table inet site { chain input { type filter hook input priority 0; tcp dport 9 drop; }; }'
on box1 env PATH=/usr/sbin:/usr/bin nft "$own_table"
check "without it anybody gets to a copy" gets_in box2 10.77.0.11
check "  and ff says so" exits_with 0 ff firewall
check "  of every box" last_has "^box2  *8001  *off  *box1 gets in"
check "a batch job with box1's address runs" start_job
check "  and is found" eventually 10 exits_with 4 ff clients

# ---- on
start_load "$work/load.log" "${new_connections[@]}"
check "off a terminal nobody is asked, and nothing changes" exits_with 1 ff firewall on
check "  nothing" no_trace box1
on box2 bash -c 'mount --bind /etc/systemd/system /etc/systemd/system && mount -o remount,bind,ro /etc/systemd/system'
check "where one box fails" exits_with 1 ff firewall on --yes
check "  it says which and why" last_has "^ff: box2: .*ff-firewall.service was not written"
check "  and takes the rules away from the other" no_trace box1
check "  from both" no_trace box2
on box2 umount /etc/systemd/system
check "the firewall is put up" exits_with 0 ff firewall on --yes --reason "a batch job"
check "  and was tried" last_has "^box1  *8000 8001  *on, also after a reboot  *box2 is turned away"
check "the batch job is cut off" eventually 20 bash -c "! $(declare -f job_runs property on lab equal); repository=$repository; ! job_runs"
check "  and turned away at once" is_reset box2 10.77.0.11
check "a machine of no cluster too" bash -c "$(declare -f lab); repository=$repository; lab ctl curl -s -m 5 http://10.77.0.11:8001/health; [ \$? = 7 ]"
check "nobody goes around the proxy" eventually 10 exits_with 0 ff clients
check "clients get a token" completes
check "the box itself gets to its copy" gets_in box1 10.77.0.11
check "ff's checks pass" exits_with 0 ff health
check "status is good" exits_with 0 ff status
check "doctor is" exits_with 0 ff doctor
check "the box's own rules are there" contains "$(ruleset box1)" "table inet site"
check "on again is no failure" exits_with 0 ff firewall on --yes
check "  and says so" last_has "on already"
check "as JSON" exits_with 0 ff firewall --json
check "  which is such" is_json
check "a restart of a copy goes on as ever" exits_with 0 ff restart box1 --yes
stop_load
check "no request failed and no stream was cut" nobody_noticed
check "history knows of it" exits_with 0 ff history
check "  by name" last_has "firewall-on"

# ---- what it outlives, and what not
lab reboot box1 >/dev/null
check "after a reboot it is there" eventually 20 is_reset box2 10.77.0.11
check "  before the copy is" eventually 20 gets_in edge 10.77.0.11
printf 'flush ruleset\n' | on box1 bash -c 'cat >/etc/nftables.conf'
check "nftables, which flushes all, starts" on box1 systemctl start nftables
check "  and ff says so" exits_with 4 ff firewall
check "a restart of it" on box1 systemctl restart nftables
check "  brings the rules back" is_reset box2 10.77.0.11
check "a reload of it" on box1 systemctl reload nftables
check "  does not end it" is_reset box2 10.77.0.11
check "a hand that flushes all does" on box1 env PATH=/usr/sbin:/usr/bin nft flush ruleset
check "  and ff says so" exits_with 4 ff firewall
check "  of that box" last_has "^box1 .*flushed by somebody.*box2 gets in"
sed -i 's/^route_host/monitors = ["10.77.0.12"]\n&/' "$FF_LAB/cluster.toml"
check "a monitor that is new" exits_with 4 ff firewall
check "  is not let in yet" last_has "^box2 .*not as the cluster file has it"
check "on again lets it in" exits_with 0 ff firewall on --yes
check "  through the rules" gets_in box2 10.77.0.11
sed -i '/^monitors/d' "$FF_LAB/cluster.toml"

# ---- a box that is silent
lab cut box2
check "a box that does not answer is told" exits_with 6 ff firewall on --yes
check "  and done without" exits_with 0 ff firewall on --yes --without box2
lab heal box2

# ---- off
check "the firewall is taken away" eventually 30 exits_with 0 ff firewall off --yes
check "  from box1" no_trace box1
check "  from box2" no_trace box2
check "anybody gets to a copy again" gets_in box2 10.77.0.11
check "off again is no failure" exits_with 0 ff firewall off --yes
check "status is good" exits_with 0 ff status
finish
