#!/usr/bin/env bash
# Runs that nobody looks at any more: detached ones, and those whose terminal, reader or line is gone. Whom a run tells.
set -uo pipefail
name=detached
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
replica_serves() { active box1 ff-replica.service && active box2 ff-replica.service && completes; }
split_serves() { active box1 ff-split-leader.service && active box2 ff-split-worker.service && completes; }
outcome_is() { # RUN WORD
  ff history "$1" --json >"$work/last" 2>&1
  last_has "\"outcome\": *\"$2\""
}

told() { # PATTERN...: in this order
  local pattern
  for pattern in "$@"; do grep -q -- "$pattern" "$work/told" || { cat "$work/told"; return 1; }; done
}

quick_lab 2
for box in box1 box2; do lab set "$box" start_split=2 start_replica=2 >/dev/null; done
printf '\n[notify]\ncommand = ["/bin/sh", "%s/tell"]\n' "$work" >>"$FF_LAB/cluster.toml"
# shellcheck disable=SC2016  # the command's own shell expands it
printf 'echo "$FF_EVENT $FF_RUN" >>%s/told; cat >>%s/told\n' "$work" "$work" >"$work/tell"
export XDG_STATE_HOME=$work/state

# ---- from a controller without systemd: a session of its own
check "a refused switch is not detached" exits_with 6 ff switch replica --yes --detach
check "a switch is detached" exits_with 0 ff switch replica --yes --detach "${first_switch[@]}"
run=$(grep -xE '[0-9a-f]{8}' "$work/last")
check "  and tells its run" test -n "$run"
check "it is followed to its end" exits_with 0 ff attach "$run"
check "  step by step" last_has "launch .*ff-replica.service"
check "  and its end is told" last_has "run $run has ended: replica, reached"
check "  and replica serves" replica_serves
check "one that has ended is told at once" exits_with 0 ff attach "$run" --json
check "an id cannot be had twice" exits_with 64 ff switch split --yes --run "$run"
check "an attach to no run" exits_with 1 timeout 60 "$repository/scripts/lab" ff attach 00000000
check "people were told of it, in order" told "^started $run" "^outage_over $run" "^ended $run" '"notice":"ended"'

check "another is detached" exits_with 0 ff switch split --yes --detach
run=$(grep -xE '[0-9a-f]{8}' "$work/last")
"$repository/scripts/lab" ff attach "$run" >"$work/out" 2>"$work/err" </dev/null &
attached=$!
check "it is followed" eventually 20 grep -q "retire" "$work/err"
kill -INT "$attached"
wait "$attached"
check "Ctrl-C ends the looking" equal 130 "$?"
check "  and says that the run goes on" grep -q "the run goes on" "$work/err"
check "  which it does" exits_with 0 ff attach "$run"
check "  and the split serves" split_serves

# ---- a reader that has gone, one that does not read, a line that hung up
check "a run whose reader has gone" bash -c "'$repository/scripts/lab' ff switch replica --yes 2>&1 | head -n 1; exit 0"
check "  ends all the same" eventually 40 replica_serves
check "  and is steady" exits_with 0 ff wait --for steady --timeout 30s
mkfifo "$work/pipe"
exec 7<>"$work/pipe"
head -c 65536 /dev/zero >&7 # not a byte more goes into it
"$repository/scripts/lab" ff switch split --yes --run feed0001 >&7 2>&7 </dev/null &
blocked=$!
check "a run whose reader does not read" eventually 60 outcome_is feed0001 reached
wait "$blocked"
check "  has its own exit code" equal 0 "$?"
exec 7>&-
check "  and the split serves" split_serves
"$repository/scripts/lab" ff switch replica --yes >"$work/out" 2>"$work/err" </dev/null &
hung_up=$!
check "a run is under way" eventually 20 grep -q -- "-> drain\|-> retire" "$work/err"
kill -HUP "$hung_up"
wait "$hung_up"
check "  is hung up, and goes on" equal 0 "$?"
check "  and replica serves" replica_serves

# ---- a command that hangs tells nobody, and holds nothing up
printf 'sleep 600\n' >"$work/tell"
sed -i 's/^\[notify\]/[notify]\ntimeout = "1s"/' "$FF_LAB/cluster.toml"
check "a notify command that hangs fails no run" exits_with 0 ff switch split --yes
sed -i '/^\[notify\]/,$d' "$FF_LAB/cluster.toml"

# ---- on a box with systemd: a transient unit
check "without an ff there it is refused" exits_with 6 ff switch replica --yes --detach --on box1
check "  in words" last_has "box1: cannot carry it out there"
# Where systemd runs, a detached run is a unit.
install_ff_on_box1
check "a switch is detached on a box" exits_with 0 ff_there switch replica --yes --detach
run=$(grep -xE '[0-9a-f]{8}' "$work/last")
check "  as a unit" last_has "journalctl -u ff-run-$run.service"
check "  which runs" eventually 10 bash -c "'$repository/scripts/lab' exec box1 systemctl is-active ff-run-$run.service"
check "it can be followed from the controller" exits_with 0 ff attach "$run"
check "  and replica serves" replica_serves
# In the midst of its outage the controller's program is killed, and from then on no packet of its gets anywhere.
unit_has_ended() { [[ $(property box1 ActiveState "ff-run-$1.service") == @(inactive|failed) ]]; }
without_controller() { # POINT PROFILE
  local attached
  check "the controller has the box carry one out" exits_with 0 ff switch "$2" --yes --detach --on box1
  run=$(grep -xE '[0-9a-f]{8}' "$work/last")
  check "  as a unit there" last_has "journalctl -u ff-run-$run.service    # on box1"
  "$repository/scripts/lab" ff attach "$run" >"$work/out" 2>"$work/err" </dev/null &
  attached=$!
  check "  the controller is gone at $1" eventually 40 grep -qE -- "$1" "$work/err"
  kill -KILL "$attached"
  lab ctl iptables -A OUTPUT -p tcp --dport 22 -j DROP
  wait "$attached" 2>/dev/null
  check "  the run ends by itself" eventually 60 unit_has_ended "$run"
  check "  and $2 is whole" whole "$2"
  lab ctl iptables -F
  check "  which can be told afterwards" exits_with 0 ff attach "$run"
}
# With FF_LONG=1 at every stage; an odd number of them, so that the split serves in the end.
points=("-> retire")
[ "${FF_LONG:-}" != 1 ] || points+=("-> mask" "-> launch" "-> health" "-> route .*serving" "-> enable" "-> drain")
profile="split"
for point in "${points[@]}"; do
  without_controller "$point" "$profile"
  if [ "$profile" = split ]; then profile=replica; else profile="split"; fi
done
on box1 sed -i 's/^max_num_seqs = .*/max_num_seqs = 3/' /etc/ff/replica.toml
check "not under another profile of that name" exits_with 6 ff switch replica --yes --detach --on box1
check "  which is said" last_has "is not the profile that was planned with here"
finish
