#!/usr/bin/env bash
# A box dies: the rest serves without it, it comes back and is taken in again; and ff lets go of everything.
set -uo pipefail
name=emergency
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

said() { contains "$(cat "$work/last")" "$1"; }

# The command that the refusal printed, with a reason in place of WHY.
printed_command() {
  sed -n "s/^ *next *ff \(switch replica --without.*\)'WHY'/\1'its power supply died'/p" "$work/last" | head -n 1
}

one_copy_serves() {
  active box1 ff-replica.service && enabled_link box1 ff-replica.service && masked box1 ff-split-leader.service &&
    copy_answers 10.77.0.11:8001 && completes
}

two_copies_serve() {
  one_copy_serves && active box2 ff-replica.service && enabled_link box2 ff-replica.service &&
    masked box2 ff-split-worker.service && copy_answers 10.77.0.12:8001 && routed 10.77.0.12:8001
}

split_serves() {
  active box1 ff-split-leader.service && active box2 ff-split-worker.service && copy_answers 10.77.0.11:8000 &&
    masked box2 ff-replica.service && completes
}

routed() { on edge grep -qF "server $1" /etc/nginx/nginx.conf; }
is_back() { [ "$(on box2 systemctl is-system-running 2>/dev/null)" != starting ] && on box2 test -S /run/dbus/system_bus_socket; }

nothing_of_box2_counts() {
  ! copy_answers 10.77.0.12:8001 && ! copy_answers 10.77.0.12:8000 && ! copy_answers 10.77.0.11:8000 &&
    ! routed 10.77.0.12 && completes
}

no_trace_of_ff() {
  local host
  for host in box1 box2 edge; do
    equal "" "$(on "$host" find /etc/systemd/system.control -type l 2>/dev/null)" || return 1
    on "$host" test ! -e /var/lib/ff/intent.json || return 1
  done
}

copies_answer() { copy_answers 10.77.0.11:8001 && copy_answers 10.77.0.12:8001; }

quick_lab 2
check "a name that is no machine is a usage error, with the nearest one" \
  exits_with 64 ff switch replica --without box22 --reason x
check "  it says which was meant" said "box2"
check "the route host is never done without" exits_with 6 ff switch replica --without edge --reason x
check "  it says why" said "is the route host"

lab off box2
check "box2 is dead: a switch is refused" exits_with 6 ff switch replica --yes
check "  it prints the command that would do" test -n "$(printed_command)"
read -r -a words <<<"$(printed_command | sed "s/ --reason .*//")"
check "that command serves from box1, not as declared" \
  exits_with 4 ff "${words[@]}" --reason "its power supply died" --yes --accept foreign-proxy-config:edge
check "  it names what it does without" said "serving 1 of 2, without box2"
check "  one copy serves, asked without ff" one_copy_serves
check "status: not as declared" exits_with 4 ff status
check "  box2 is absent" said "box2 is absent since"
check "  what to type when it is back" said "ff rejoin box2"
check "a rejoin of a dead box is refused" exits_with 6 ff rejoin box2 --yes
check "the switch without flags still wants box2" exits_with 6 ff switch replica --yes

lab on box2
check "box2 answers again" eventually 30 is_back
check "nothing of it counts: no split, no route" nothing_of_box2_counts
check "status: still not as declared" exits_with 4 ff status
check "  box2 is back" said "box2 is back"
check "it is taken in again" exits_with 0 ff rejoin box2 --yes
check "  both copies serve, asked without ff" two_copies_serve
check "  a second time it is in already" exits_with 0 ff rejoin box2 --yes
check "  it says so" said "already replica"
check "status: as declared" exits_with 0 ff status

lab off box2
check "box2 dies while copies serve: split cannot be had" exits_with 6 ff switch split --yes
check "  it says so" said "nothing of split can be had without box2"
check "  the other copy serves on" one_copy_serves
lab on box2
check "box2's copy comes back by itself" eventually 30 two_copies_serve

check "release" exits_with 0 ff release --yes
check "  no mask and no intent is left" no_trace_of_ff
check "  both copies serve on" copies_answer
check "  status tells that ff's hands are off" exits_with 0 ff status
check "  in words" said "ff's hands are off"
check "  there is nothing to release a second time" exits_with 0 ff release --yes
check "  it says so" said "nothing to release"
check "status after it: as declared" exits_with 0 ff status
check "a switch goes on from there" exits_with 0 ff switch split --yes
check "  split serves, asked without ff" split_serves
finish
