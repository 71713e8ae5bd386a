#!/usr/bin/env bash
# Kill anywhere: ff is killed just before one of the acts that it sends to a machine is sent, or just after it was
# answered, on the ways split -> replica, replica -> replica with other caps, replica -> split. The same command gets
# on with it, which systemctl and curl are asked. One act of each way, drawn by FF_SEED, or FF_CYCLES of each; with
# FF_LONG=1 all of them.
set -uo pipefail
name="kill"
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

ways=(to-replica other-caps to-split)
caps=(8 12)
acts_max=60 # about as many as a way has

# $FF_ACTS_AT as tests/acts/act.hpp has it; none for an ff that is left alone.
acting() { # AT FF-ARGUMENT...
  rm -f "$work/acts"
  lab ctl env FF_ACTS_LOG="$work/acts" FF_ACTS_AT="$1" "$FF_BUILD/tests/acts/ff-acts" "${@:2}" </dev/null
}
# Both boxes' caps: [settings] of the profile is box2's, box1 has its own in the cluster's overrides.
change_caps() {
  if [ "${caps[0]}" = 8 ]; then caps=(6 10); else caps=(8 12); fi
  sed -i "s/^max_num_seqs = .*/max_num_seqs = ${caps[1]}/" "$FF_LAB/replica.toml"
  sed -i "/^\[overrides\.replica\.box1\]/,/^\[/s/^max_num_seqs = .*/max_num_seqs = ${caps[0]}/" "$FF_LAB/cluster.toml"
}
# What clients get of an ff that is dead: copies that change one by one serve all the time, else an honest 503 is good.
clients_after() { # WAY
  local status
  [ "$1" != other-caps ] || { completes; return; }
  status=$(public_status)
  [[ $status == @(200|503) ]] || { echo "clients got $status"; return 1; }
}
# The way is begun, cut at that act, and gone on with. Leaves $work/over-WAY-SIDE where there is no such act.
cut_and_again() { # WAY SIDE NUMBER
  local way=$1 profile=replica code
  local -a end=(replica "${caps[@]}")
  [ "$way" != to-split ] || { profile=split end=(split); }
  acting "KILL $2 $3" switch "$profile" --yes >"$work/cut" 2>&1
  code=$?
  case $code in
    0) touch "$work/over-$way-$2" ;;
    137)
      clients_after "$way" || { cat "$work/cut"; return 1; }
      exits_with 0 ff switch "$profile" --yes || { tail -n 3 "$work/acts"; return 1; }
      ;;
    *) echo "exit $code:" && cat "$work/cut" && return 1 ;;
  esac
  whole "${end[@]}" || { cat "$work/cut" "$work/last" 2>/dev/null; return 1; }
}
cut_at() { # WAY SIDE NUMBER
  [ "$1" != other-caps ] || change_caps
  check "$1, killed $2 act $3" cut_and_again "$@"
  echo "          $(sed -n 's/^[0-9]* signal [0-9]* //p' "$work/acts")"
}

quick_lab 2
check "the split, as ff leaves it" exits_with 0 ff switch split --yes "${first_switch[@]}"
if [ "${FF_LONG:-}" = 1 ]; then
  over() { [ "$(find "$work" -name 'over-*' | wc -l)" = $((2 * ${#ways[@]})) ]; }
  for ((number = 1; number <= 200; number++)); do
    for side in before after; do
      for way in "${ways[@]}"; do cut_at "$way" "$side" "$number"; done
    done
    ! over || break
  done
  check "every act was met" over
else
  sides=(before after)
  seeded
  for ((cycle = 0; cycle < ${FF_CYCLES:-1}; cycle++)); do
    for way in "${ways[@]}"; do cut_at "$way" "${sides[RANDOM % 2]}" $((1 + RANDOM % acts_max)); done
  done
fi
finish
