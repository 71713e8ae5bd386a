#!/usr/bin/env bash
# ff on a box of the cluster itself: that box is "local", it also runs the proxy, the other is reached by SSH.
set -uo pipefail
name=local
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

warned() { grep -Eq "^note +the proxy runs on box1, .*: its reboot is an outage" "$work/last" || { cat "$work/last"; return 1; }; }
both_copies() { active box1 ff-replica.service && active box2 ff-replica.service; }

quick_lab 2 --proxy-on box1
install_ff_on_box1
check "status looks at this machine and at the other" exits_with 4 ff_there status
check "  and says that the proxy's box is one whose reboot is an outage" warned
check "a plan is refused until the proxy's file may be replaced" exits_with 6 ff_there plan replica
check "  and says it too" warned
check "switch to replica exits 0" exits_with 0 ff_there switch replica --yes \
  --accept foreign-proxy-config:box1 --reason "first switch of a test"
check "both copies are up" both_copies
check "a good status says it still" exits_with 0 ff_there status
check "  as a note" warned
check "clients get a token" completes
check "the lock is free again" on box1 flock --nonblock /run/ff/lock true
check "switch to split exits 0" exits_with 0 ff_there switch split --yes
check "clients get a token" completes
finish
