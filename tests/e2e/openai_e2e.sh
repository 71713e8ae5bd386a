#!/usr/bin/env bash
# The official OpenAI client with its retries as they are by default: what it sees of an outage, and that it sees
# nothing of changes that roll.
set -uo pipefail
name=openai
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

folder=${FF_OPENAI:-/var/cache/ff-tests/openai-$(sha256sum <"$repository/tests/openai/package-lock.json" | cut -c1-12)}
[ -e "$folder/node_modules/openai/index.mjs" ] || { echo "not ok  the OpenAI client is there: scripts/setup"; exit 1; }

start_clients() { # by exec, so that a signal reaches node itself
  (exec "$repository/scripts/lab" ctl node "$repository/tests/openai/clients.mjs" "$folder" "$(lab url)" 4 3 \
    >"$work/clients.json" 2>"$work/clients.err") &
  clients_pid=$!
  check "the clients get answers" eventually 30 grep -q ready "$work/clients.err"
}
stop_clients() {
  kill -INT "$clients_pid" 2>/dev/null
  wait "$clients_pid" 2>/dev/null
  summary >&3
}
judge() { # PYTHON EXPRESSION over `kinds` and `failures`
  python3 - "$work/clients.json" "$1" <<'P' || { cat "$work/clients.err"; return 1; }
import json, sys
kinds = json.load(open(sys.argv[1]))
failures = [failure for kind in kinds.values() for failure in kind["failures"]]
if not eval(sys.argv[2]):
    print(json.dumps(kinds, indent=1)[:3000])
    sys.exit(1)
P
}
summary() {
  python3 - "$work/clients.json" <<'P'
import json, sys
for name, kind in json.load(open(sys.argv[1])).items():
    print("        %-6s  %5d requests, %d failed, %d retried, %d cut, longest gap %.1f s" % (
        name, kind["requests"], len(kind["failures"]), kind["retried"], kind["cut"], kind["longest_gap_ms"] / 1000))
P
}
exec 3>&1
no_failure='all(kind["requests"] > 20 for kind in kinds.values()) and not failures'
change_max_num_seqs() { sed -i "/^\[overrides\.replica\.box1\]/,/^\[/s/^max_num_seqs = .*/max_num_seqs = $1/" "$FF_LAB/cluster.toml"; }

quick_lab 2

# The one outage there is. The library tries three times within two seconds where Retry-After is a minute or more,
# which it takes for too long: a request fails when the outage outlives that, with ff's own words, and never cut.
start_clients
check "the switch from split to replica" exits_with 0 ff switch replica --yes "${first_switch[@]}"
stop_clients
check "  a client that failed had been told 503, each of three times" judge \
  'all(failure["status"] == 503 and failure["tries"] == 3 for failure in failures)'
check "  with the reason" judge 'all("being moved" in failure["what"] for failure in failures)'
check "  no stream was cut" judge 'all(kind["cut"] == 0 for kind in kinds.values())'
check "  and all go on after it" judge 'all(kind["longest_gap_ms"] < 20000 and kind["requests"] > 20 for kind in kinds.values())'

start_clients
check "a restart of all copies" exits_with 0 ff restart --all --yes
stop_clients
check "  fails no request" judge "$no_failure"

change_max_num_seqs 6
start_clients
check "another number of requests at once for one copy" exits_with 0 ff switch replica --yes
stop_clients
check "  fails no request" judge "$no_failure"

[ -n "${FF_LONG:-}" ] || finish
sed 's/^image = .*/image = "vllm\/vllm-openai:v0.31.0"/' "$FF_LAB/replica.toml" >"$FF_LAB/replica-next.toml"
start_clients
check "another build of both copies" exits_with 0 ff switch replica-next --yes
stop_clients
check "  fails no request" judge "$no_failure"
finish
