#!/usr/bin/env bash
# What clients see of changes that roll, under a load as big as two cores can drive: 200 requests a second on new
# connections, 20 streams of 20 s at once and bodies of 30 MB, none of which may fail, be cut or reach a copy twice; then
# kept connections, beside bare reloads of nginx. For scripts/soak: takes some minutes.
set -uo pipefail
name=load
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# The stand-in shares its pace among what runs, so that so many tokens take as long as that.
rate=200 stream_s=20 stream_tokens=1500
exec 3>&1

# Each writes what it saw into $work/NAME.json.
generators=()
generate() { # NAME ARGUMENT...
  local into=$work/$1.json
  shift
  (exec "$repository/scripts/lab" load --for 600 --json "$@" >"$into" 2>>"$work/load.err") &
  generators+=($!)
}
end_generators() {
  local pid
  for pid in "${generators[@]}"; do kill -INT "$pid" 2>/dev/null; done
  wait "${generators[@]}" 2>/dev/null
  generators=()
}
figure() { # NAME PYTHON-EXPRESSION over `all`, the figures of all kinds, and `report`
  python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
all_kinds = report["all"]
print(eval(sys.argv[2], {"report": report, "all": all_kinds}))' "$work/$1.json" "$2"
}
tell() { # NAME
  echo "        $1: $(figure "$1" '"%d requests at %.0f/s, %d failed %s, %d cut, %d not sent, longest gap %.2f s" % (all["requests"], all["requests"] * 1000 / (report["ended"]["mono_ms"] - report["began"]["mono_ms"]), all["failed"], all["failures"], all["cut_streams"], report["not_sent"], all["longest_gap_ms"] / 1000)')" >&3
}
nobody_noticed_of() { # NAME
  equal "0 0" "$(figure "$1" '"%d %d" % (all["failed"], all["cut_streams"])')"
}
most_were_sent() { [ "$(figure fresh 'report["not_sent"] * 100 // max(1, all["requests"])')" -lt 5 ]; }

streams_took_long() { # the time to the first one's end is a gap
  [ "$(figure stream 'int(all["longest_gap_ms"])')" -ge $((stream_s * 1000)) ]
}

bodies_loop() { # one body of 30 MB after the other
  local count=0
  while :; do
    count=$((count + 1))
    lab ctl curl -s -m 60 -o /dev/null -w '%{http_code}\n' -H 'Content-Type: application/json' \
      -H "X-Request-Id: body-$$-$RANDOM-$count" --data-binary "@$work/body" "$(lab url)/v1/chat/completions"
    sleep 1
  done >>"$work/bodies"
}
bodies_were_answered() {
  [ "$(wc -l <"$work/bodies")" -gt 2 ] && equal "" "$(grep -v '^200$' "$work/bodies" | sort | uniq -c)"
}

begin_all() {
  : >"$work/bodies"
  bodies_loop &
  bodies_pid=$!
  generate fresh --rate "$rate" --kinds fresh
  generate stream --rate 1 --kinds stream --stream-tokens "$stream_tokens" --limit 60
  sleep $((stream_s + 2)) # one begins each second
}
end_all() {
  sleep 2
  kill "$bodies_pid" 2>/dev/null
  wait "$bodies_pid" 2>/dev/null
  end_generators
  tell fresh
  tell stream
  echo "        bodies of 30 MB: $(wc -l <"$work/bodies")" >&3
}
judge_all() {
  check "  no request on a new connection failed" nobody_noticed_of fresh
  check "  no stream was cut" nobody_noticed_of stream
  check "  (and each took $stream_s s or more)" streams_took_long
  check "  every body of 30 MB was answered" bodies_were_answered
  check "  and nothing reached a copy twice" nothing_came_twice
  check "  (the load was really sent)" most_were_sent
}

python3 -c 'import json
print(json.dumps({"model": "nemotron", "max_tokens": 2, "messages": [{"role": "user", "content": [
    {"type": "text", "text": "What is this?"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 30000000}}]}]}))' >"$work/body"

quick_lab 2
sed -i 's/^max_num_seqs = .*/max_num_seqs = 250/' "$FF_LAB"/cluster.toml "$FF_LAB"/*.toml
for box in box1 box2; do lab set "$box" tokens_per_second_scale=10 first_token=0.02 >/dev/null; done
check "the first switch" exits_with 0 ff switch replica --yes "${first_switch[@]}"

begin_all
check "a restart of all copies" exits_with 0 ff restart --all --yes
end_all
judge_all

sed -i '/^\[overrides\.replica\.box1\]/,/^\[/s/^max_num_seqs = .*/max_num_seqs = 240/' "$FF_LAB/cluster.toml"
sed 's/^image = .*/image = "vllm\/vllm-openai:v0.31.0"/' "$FF_LAB/replica.toml" >"$FF_LAB/replica-next.toml"
begin_all
check "another build of both copies" exits_with 0 ff switch replica-next --yes
end_all
judge_all

# ---- kept connections: nginx closes those that are idle when it reloads, and a client may send into one just then
flips() { ff history "$1" --json | python3 -c 'import json, sys
print(sum(1 for line in json.load(sys.stdin)["records"] if line["kind"] == "done" and line["step"].startswith("route")))'; }
generate pooled-ff --rate "$rate" --kinds pooled
sleep 2
check "a restart of all copies, on kept connections" exits_with 0 ff restart --all --yes
sleep 1
end_generators
tell pooled-ff
run=$(sed -n 's/.*ff history \([0-9a-f]*\).*/\1/p' "$work/last" | tail -n 1)
count=$(flips "$run")
check "  (its flips are counted)" test "${count:-0}" -ge 4
generate pooled-bare --rate "$rate" --kinds pooled
sleep 2
for ((reload = 0; reload < count; reload++)); do
  on edge systemctl reload nginx
  sleep 3
done
end_generators
tell pooled-bare
by_ff=$(figure pooled-ff 'all["failed"]') bare=$(figure pooled-bare 'all["failed"]')
echo "        $count reloads: $by_ff failed by ff's, $bare by bare ones" >&3
check "  costs at most twice what $count bare reloads cost, and 5" test "$by_ff" -le $((2 * bare + 5))
finish
