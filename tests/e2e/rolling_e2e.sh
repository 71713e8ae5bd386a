#!/usr/bin/env bash
# Copies in other settings, in another build, together: only what differs restarts, and clients do not notice.
set -uo pipefail
name=rolling
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

unit=ff-replica.service
invocation() { property "$1" InvocationID "$unit"; }
remember() { for box in box1 box2; do invocation "$box" >"$work/$box"; done; }
restarted() { [ "$(invocation "$1")" != "$(cat "$work/$1")" ] && active "$1" "$unit"; }
untouched() { equal "$(cat "$work/$1")" "$(invocation "$1")" && active "$1" "$unit"; }
setting() { on "$1" sed -n "s/^$2=//p" /etc/ff/env/ff-replica.env; } # BOX NAME
process_says() { # BOX WORD: the engine that runs has it on its command line
  contains "$(on "$1" bash -c "tr '\\0' ' ' </proc/$(property "$1" MainPID "$unit")/cmdline")" "$2"
}
override() { # PROFILE KEY VALUE: of box1
  sed -i "/^\[overrides\.$1\.box1\]/,/^\[/s/^$2 = .*/$2 = $3/" "$FF_LAB/cluster.toml"
}
next_build() {
  sed -e 's/^image = .*/image = "vllm\/vllm-openai:v0.31.0"/' "$FF_LAB/replica.toml" >"$FF_LAB/replica-next.toml"
  printf '\n[overrides.replica-next.box1]\ngpu_memory_utilization = 0.70\nmax_num_seqs = 6\n' >>"$FF_LAB/cluster.toml"
}
started_at() { property "$1" ActiveEnterTimestampMonotonic "$unit"; }
started_apart_us() { # both clocks are this machine's
  local apart=$(($(started_at box1) - $(started_at box2)))
  echo "${apart#-}"
}
# The stand-in loads for a second, so that copies which wait for each other start further apart.
one_after_the_other() { [ "$(started_apart_us)" -gt 1000000 ] || { echo "$(started_apart_us) us apart"; return 1; }; }
together() { [ "$(started_apart_us)" -lt 1000000 ] || { echo "$(started_apart_us) us apart"; return 1; }; }
capped() { # CAP...: what the route itself records of box1 and box2
  local status
  status=$(ff status --json)
  contains "$status" "\"cap\": $1" && contains "$status" "\"cap\": $2"
}

quick_lab 2
check "the first switch" exits_with 0 ff switch replica --yes "${first_switch[@]}"
check "each copy has a cap of its own on the route" capped 8 12
check "  and in its settings" equal "8 12" "$(setting box1 FF_MAX_NUM_SEQS) $(setting box2 FF_MAX_NUM_SEQS)"

remember
override replica gpu_memory_utilization 0.70
check "another share of box1 is a change" exits_with 4 ff status
start_load "$work/share.log" "${new_connections[@]}"
check "the switch to it exits 0" exits_with 0 ff switch replica --yes
stop_load
check "  box1's copy restarted" restarted box1
check "  with the new share" process_says box1 "--gpu-memory-utilization 0.7 "
check "  box2's was not touched" untouched box2
check "  and no client noticed" nobody_noticed

remember
next_build
start_load "$work/build.log" "${new_connections[@]}"
check "the switch to another build exits 0" exits_with 0 ff switch replica-next --yes
stop_load
check "  both copies restarted" restarted box1
check "  both" restarted box2
check "  one after the other" one_after_the_other
check "  with the new image" equal "vllm/vllm-openai:v0.31.0 vllm/vllm-openai:v0.31.0" \
  "$(setting box1 FF_IMAGE) $(setting box2 FF_IMAGE)"
check "  and no client noticed" nobody_noticed
check "  nor did a request reach a copy twice" nothing_came_twice
check "status says which build it is" exits_with 0 ff status
check "  by its name" grep -q "^replica-next, serving 2 of 2" "$work/last"

sed -i 's/^launch = .*/launch = "together"/' "$FF_LAB/replica.toml"
check "switched off" exits_with 0 ff switch off --yes
check "  clients are told" equal 503 "$(public_status)"
check "from off both copies may start together" exits_with 0 ff switch replica --yes
check "  and do" together
check "  with the settings of this profile" process_says box1 "--max-num-seqs 8 "
check "  and clients get a token" completes
finish
