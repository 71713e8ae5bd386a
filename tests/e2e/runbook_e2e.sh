#!/usr/bin/env bash
# The runbook's own commands, run by bash on real boxes without ff, do what the switch would.
set -uo pipefail
name=runbook
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
# The blocks of the way to a profile, a file each: NUMBER.MACHINE.
blocks_of() { # MARKDOWN PROFILE FOLDER
  mkdir -p "$3" && awk -v to="$2" -v folder="$3" '
    /^## / { ours = $0 ~ ("-> " to " ") }
    ours && /^```bash / { file = sprintf("%s/%02d.%s", folder, ++count, $2); next }
    /^```$/ { file = "" }
    file { print > file }' "$1" && [ -n "$(ls "$3")" ]
}
by_hand() { # FOLDER
  local block
  for block in "$1"/*; do
    on "${block##*.}" bash -e <"$block" || { echo "${block##*/} failed:"; cat "$block"; return 1; }
  done
}

quick_lab 2
before=$(fingerprint box1 box2 edge)
check "a runbook" exits_with 0 ff runbook
check "  has a way to each profile" last_has "^## split -> replica on 2 boxes"
check "  one way alone" exits_with 0 ff runbook replica
cp "$work/last" "$work/runbook.md"
check "  an unknown one" exits_with 64 ff runbook nonsense
check "  as JSON" exits_with 0 ff runbook --json
check "  that is JSON" python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))["ways"]) > 1' "$work/last"
check "  changed nothing" equal "$before" "$(fingerprint box1 box2 edge)"

check "its blocks" blocks_of "$work/runbook.md" replica "$work/blocks"
check "  by hand" by_hand "$work/blocks"
check "ff finds the copies" eventually 10 exits_with 0 ff health
ff status >"$work/last" 2>&1
check "  serving 2 of 2, as replica" last_has "^replica, serving 2 of 2"
check "  and clients a token" completes
check "what is retired is masked" masked box2 ff-split-worker.service

finish
