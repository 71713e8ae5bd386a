#!/usr/bin/env bash
# Boxes taken out and back, copies started again, and an operator's own 503: under load, asked with systemctl and curl.
set -uo pipefail
name=upkeep
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

unit=ff-replica.service
last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
invocation() { property "$1" InvocationID "$unit"; }
remember() { for box in box1 box2; do invocation "$box" >"$work/$box"; done; }
restarted() { [ "$(invocation "$1")" != "$(cat "$work/$1")" ] && active "$1" "$unit"; }
untouched() { equal "$(cat "$work/$1")" "$(invocation "$1")" && active "$1" "$unit"; }
down_for_good() { inactive "$1" "$unit" && masked "$1" "$unit" && no_wants_link "$1" "$unit"; }
up_for_good() { active "$1" "$unit" && enabled_link "$1" "$unit"; }
upstreams() { on edge grep -cE '^ *server 10\.77\.0\.1[12]:8001 ' /etc/nginx/nginx.conf; }
hand_start_is_refused() { ! on "$1" systemctl start "$unit"; }
told() { # WORDS: clients read them in a 503 with Retry-After
  local answer
  answer=$(lab ctl curl -s -i -m 5 "$(lab url)/v1/models")
  contains "$answer" " 503 " && contains "$answer" "$1" && contains "$answer" "Retry-After: "
}
retry_after() { lab ctl curl -s -o /dev/null -m 5 -w '%header{retry-after}' "$(lab url)/v1/models"; }

quick_lab 2
check "the first switch" exits_with 0 ff switch replica --yes "${first_switch[@]}"

# ---- drain, over a reboot, and back
remember
start_load "$work/drain.log" "${new_connections[@]}"
check "a drain of box1 exits 0" exits_with 0 ff drain box1 --for 2h --reason "a disk is changed" --yes
check "  it is stopped, disabled and masked" down_for_good box1
check "  and out of the route" equal 1 "$(upstreams)"
check "  box2's copy was not touched" untouched box2
check "a hand cannot start it" hand_start_is_refused box1
lab reboot box1 >/dev/null
check "after a reboot it is down still" down_for_good box1
check "status says so by its exit code" exits_with 4 ff status
check "  and who, why and until when" last_has "box1 is drained by .*, until .*, in 1h5.*: a disk is changed"
check "  and what takes it back" last_has "^next   ff undrain box1"
check "a switch leaves it drained" exits_with 0 ff switch replica --yes
check "  and says so" last_has "box1 drained"
check "a drain of the last serving box is refused" exits_with 6 ff drain box2 --yes
check "  with the flag that means it" last_has "instead ff drain box2 --outage"
check "  and clients get a token" completes
check "an undrain exits 0" exits_with 0 ff undrain box1 --yes
check "  it is up for good" up_for_good box1
check "  and in the route" equal 2 "$(upstreams)"
stop_load
check "no request failed and no stream was cut, all the way" nobody_noticed
check "status is good again" exits_with 0 ff status

# ---- a reboot; a box of the lab has nobody but this test to switch it on again
boot_id() { on "$1" cat /proc/sys/kernel/random/boot_id; }
is_off() { lab status | grep "^$1 *off"; }
before=$(boot_id box1)
start_load "$work/reboot.log" "${new_connections[@]}"
ff reboot box1 --yes >"$work/rebooted" 2>&1 &
rebooting=$!
check "a reboot of box1 turns it off" eventually 60 is_off box1
lab on box1
wait "$rebooting"
check "  and exits 0 when it is back" equal 0 "$?"
check "  under a new boot" test "$before" != "$(boot_id box1)"
check "  in service" up_for_good box1
stop_load
check "  and no client noticed" nobody_noticed

# ---- restarts
remember
start_load "$work/restart.log" "${new_connections[@]}"
check "a restart of box1's copy exits 0" exits_with 0 ff restart box1 --yes
check "  it started anew" restarted box1
check "  box2's was not touched" untouched box2
remember
check "a restart of all exits 0" exits_with 0 ff restart --all --yes --reason "new firmware"
check "  both started anew" restarted box1
check "  both" restarted box2
stop_load
check "no request failed and no stream was cut" nobody_noticed
check "  and none reached a copy twice" nothing_came_twice
check "neither a name nor --all is a slip" exits_with 64 ff restart --yes

# ---- an operator's own 503
before=$(for box in box1 box2; do invocation "$box"; done)
check "maintenance on exits 0" exits_with 0 ff maintenance on --message "New disks until noon." --for 2h --yes
check "  clients read it" told "New disks until noon."
check "  and come back within a minute" equal 60 "$(retry_after)"
check "status says who and until when" exits_with 5 ff status
check "  in words" last_has "says maintenance by .*, until .*, in 1h5.*: New disks until noon."
check "  and what ends it" last_has "^next   ff maintenance off"
check "a switch is refused" exits_with 6 ff switch split --yes
check "  with the command that ends it" last_has "instead ff maintenance off"
check "a restart of nginx" on edge systemctl restart nginx
check "  does not end it" told "New disks until noon."
lab reboot edge >/dev/null
check "a reboot of its machine does not" eventually 20 told "New disks until noon."
check "other words" exits_with 0 ff maintenance on --message "Nearly done." --for 20s --yes
check "  are read at once" told "Nearly done."
check "  with a shorter time to wait" test "$(retry_after)" -le 20
check "maintenance off exits 0" exits_with 0 ff maintenance off --yes
check "  and clients get a token" completes
check "  the copies were not touched" equal "$before" "$(for box in box1 box2; do invocation "$box"; done)"
check "status is good" exits_with 0 ff status
check "off again is no failure" exits_with 0 ff maintenance off --yes
lab off box2
check "it can be had while a box is dead" exits_with 0 ff maintenance on --yes
check "  and ended" exits_with 0 ff maintenance off --yes
lab on box2
check "history tells all of it" exits_with 0 ff history
check "  the maintenance too" last_has "maintenance"
finish
