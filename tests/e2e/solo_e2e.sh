#!/usr/bin/env bash
# One box with one copy: adopted as it runs, switched off and on again.
set -uo pipefail
name=solo
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

unit=ff-replica.service
off_for_good() { no_wants_link box1 "$unit" && inactive box1 "$unit" && masked box1 "$unit"; }
on_for_good() { active box1 "$unit" && enabled_link box1 "$unit" && copy_answers 10.77.0.11:8001; }
invocation() { property box1 InvocationID "$unit"; }

quick_lab 1
check "its copy serves before anything is done" completes
before=$(invocation)
check "switch to solo exits 0" exits_with 0 ff switch solo --yes "${first_switch[@]}"
check "  the copy was adopted, not restarted" equal "$before" "$(invocation)"
check "  clients get a token" completes
check "status exits 0" exits_with 0 ff status
check "  and counts one" grep -q "^solo, serving 1 of 1" "$work/last"
check "switch to off exits 0" exits_with 0 ff switch off --yes
check "  the copy is down for good" off_for_good
check "  clients get an honest 503" equal 503 "$(public_status)"
check "  and status has nothing against it" exits_with 0 ff status
lab reboot box1 >/dev/null
check "  a reboot does not bring it back" off_for_good
check "and back: switch to solo exits 0" exits_with 0 ff switch solo --yes
check "  the copy is up for good" on_for_good
check "  another than before" test "$before" != "$(invocation)"
check "  clients get a token" completes
check "the second switch says already there" exits_with 0 ff switch solo --yes
check "  in these words" grep -qi "already" "$work/last"
finish
