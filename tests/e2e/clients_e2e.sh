#!/usr/bin/env bash
# Who goes around the proxy: the batch job that has a copy's address in its configuration, and files that have one.
set -uo pipefail
name=clients
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
is_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/last"; }
sees_the_proxy() { [ "$(sed -n 's/^by the proxy \([0-9]*\),.*/\1/p' "$work/last")" -gt 0 ]; }

# One long answer after the other, as a batch job asks for them.
job_text='{"model":"nemotron","stream":true,"max_tokens":100000,"messages":[{"role":"user","content":"hi"}]}'
job_loop="while :; do curl -sN -o /dev/null -H 'Content-Type: application/json' \
  http://10.77.0.11:8001/v1/chat/completions -d '$job_text'; done"

start_job_on_box2() { on box2 systemd-run --quiet --unit=batch bash -c "$job_loop"; }
start_job_on_controller() {
  (exec "$repository/scripts/lab" ctl setsid bash -c "$job_loop") &
  job_pid=$!
}
start_short_job() { # a token, and gone again, as fast as it goes
  local text=${job_text/100000/1}
  (exec "$repository/scripts/lab" ctl setsid bash -c "while :; do curl -s -o /dev/null \
    -H 'Content-Type: application/json' http://10.77.0.11:8001/v1/chat/completions -d '$text'; done") &
  job_pid=$!
}
short_job_is_counted() {
  exits_with 4 ff clients
  last_has "^counters do not add up: .*; at least [0-9]* went around it$"
}
stop_job_on_controller() {
  kill -TERM -- "-$job_pid" "$job_pid" 2>/dev/null
  wait "$job_pid" 2>/dev/null
}
box1_is_called_from() { # ADDRESS IN HEX
  on box1 cat /proc/net/tcp /proc/net/tcp6 | grep -E ":1F41 [0-9A-F]*$1:[0-9A-F]+ 01 "
}

plant() { # FOLDER: 200 files as they lie about, all of which use the proxy
  python3 - "$1" <<'E'
import json, os, sys
root = sys.argv[1]
kinds = [
    ("%d.env", "# once 10.77.0.11:8001\nOPENAI_BASE_URL=http://10.77.0.100:8080/v1\nBOX1_RACK=4\n"),
    ("%d.yaml", "llm:\n  base_url: http://10.77.0.100:8080/v1\n  owner: box1 team\n"),
    ("%d.toml", "[llm]\nurl = \"http://10.77.0.100:8080\"\nretries = 8001\n"),
    ("%d.json", json.dumps({"url": "http://10.77.0.100:8080/v1", "name": "box1", "scrape": "10.77.0.11:9100"}) + "\n"),
    ("%d.hosts", "127.0.0.1 localhost\n10.77.0.11 box1\n10.77.0.12\tbox2\n10.77.0.111 other\n"),
]
for i in range(200):
    name, text = kinds[i % len(kinds)]
    folder = os.path.join(root, "team%d" % (i % 7))
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name % i), "w") as file:
        file.write(text)
E
}

quick_lab 2
for box in box1 box2; do lab set "$box" tokens_per_second_scale=1 >/dev/null; done
check "a switch, so that copies serve" exits_with 0 ff switch replica --yes "${first_switch[@]}"
before=$(fingerprint box1 box2 edge)

# ---- connections
start_load "$work/load.log"
check "nobody is found while all go through the proxy" exits_with 0 ff clients
check "  whose connections are seen" sees_the_proxy
start_job_on_box2
check "a batch job on box2 calls box1's copy" eventually 10 box1_is_called_from 0C004D0A
check "one look finds it" exits_with 4 ff clients
check "  and nobody else" last_has "^1 client goes around the proxy"
check "  with address, copy, process and unit" last_has \
  "^10.77.0.12 box2 .*box1 .*10.77.0.11:8001 .*curl ([0-9]*) in batch.service on box2"
check "  as JSON" exits_with 4 ff clients --json
check "  which is such" is_json
check "the job ends" on box2 systemctl stop batch.service
check "  and nobody is found" eventually 10 exits_with 0 ff clients
start_job_on_controller
check "a job of no machine of the cluster calls box1's copy" eventually 10 box1_is_called_from 01004D0A
check "one look finds it" exits_with 4 ff clients
check "  with address and name" last_has "^10.77.0.1 controller  *box1"
sed -i 's/^route_host/monitors = ["10.77.0.1"]\n&/' "$FF_LAB/cluster.toml"
check "as a monitor it is no client" exits_with 0 ff clients
check "  but counted" last_has "by monitors [1-9]"
sed -i '/^monitors/d' "$FF_LAB/cluster.toml"
stop_job_on_controller
check "counters of proxy and copies add up" eventually 10 exits_with 0 ff clients
check "  of what came meanwhile" last_has "^counters add up: in .* the copies took in [0-9]* requests, the proxy [1-9]"
stop_load
start_short_job
check "calls too short to be seen are counted" eventually 20 exits_with 4 ff clients
check "  as what went around the proxy" eventually 20 short_job_is_counted
stop_job_on_controller
check "a box that does not answer is not passed over" lab cut box2
check "  in the exit code" exits_with 7 ff clients
check "  and by name" last_has "^unseen  box2: "
lab heal box2
check "all that wrote nothing" diff <(echo "$before") <(fingerprint box1 box2 edge)

# ---- files
plant "$work/tree"
check "200 files that use the proxy raise no alarm" exits_with 0 ff clients --scan "$work/tree"
check "  and all were read" last_has "^no address of a box in 200 files$"
printf 'jobs:\n  - nightly:\n      base_url: "http://10.77.0.11:8001/v1"\n' >"$work/tree/team3/nightly.yaml"
echo "LLM_HOST=box2" >"$work/tree/team5/run.env"
ln -s /etc "$work/tree/etc"
head -c 5000 /dev/zero >"$work/tree/core"
check "a box's address among them is found" exits_with 4 ff clients --scan "$work/tree"
check "  with file and line" last_has "^$work/tree/team3/nightly.yaml:3: 10.77.0.11:8001 is a copy of box1$"
check "  a name too" last_has "^$work/tree/team5/run.env:1: box2 is an address of box2$"
check "  and nothing else" last_has "^2 addresses of boxes in 202 files; left out: 1 link, 1 binary file$"
check "ff's own files are no clients" exits_with 0 ff clients --scan "$FF_LAB/cluster.toml" "$FF_LAB/replica.toml"
check "  and it says so" last_has "left out: 1 file of ff's own"
check "a path that is not there is a slip" exits_with 64 ff clients --scan "$work/nowhere"
finish
