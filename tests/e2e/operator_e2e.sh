#!/usr/bin/env bash
# What an operator looks with: logs, doctor, a status that goes on, completion and manual pages.
set -uo pipefail
name=operator
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"
binary=$FF_BUILD/cli/ff
export FF_CLUSTER XDG_STATE_HOME=$work/state

last_has() { grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
last_lacks() { ! grep -q -- "$1" "$work/last" || { cat "$work/last"; return 1; }; }
only_good() { [ -s "$work/last" ] && ! grep -v "^ok" "$work/last"; }
last_has_both() { last_has "^box1  " && last_has "^box2  "; }
last_has_box2_alone() { last_has "^box2  " && last_lacks "^box1  "; }
is_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/last"; }
are_json_lines() { python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$work/last"; }

# What bash offers after the words; the last one is still being typed.
offered() {
  # shellcheck disable=SC2016  # the inner bash expands it
  PATH=$FF_BUILD/cli:$PATH bash -c 'source <(ff completion bash)
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _ff; echo "${COMPREPLY[*]}"' _ "$@"
}

# Starts ff on the controller with its output in a file; `stop_it` interrupts it and tells its exit code.
start_it() { # FILE ARGUMENT...
  local file=$1
  shift
  # shellcheck disable=SC2016  # the inner bash expands it
  lab ctl bash -c 'file=$1; shift; env --default-signal=INT "$@" >"$file" 2>&1 &
    echo $! >"$file.pid"; wait $!; echo $? >"$file.code"' _ "$file" "$binary" "$@" &
}
stop_it() { # FILE CODE
  kill -INT "$(cat "$1.pid")" && eventually 10 test -s "$1.code" && equal "$2" "$(cat "$1.code")"
}
failed() { equal failed "$(property "$1" ActiveState "$2")"; }
written() { [ "$(grep -c -- "$2" "$1")" -ge "$3" ] || { tail -n 9 "$1"; return 1; }; } # FILE PATTERN COUNT

quick_lab 2
FF_CLUSTER=$FF_LAB/cluster.toml

# ---- logs of a split, and names
check "logs of a split" exits_with 0 ff logs box1+box2 -n 5
check "  have both boxes' lines" last_has_both
check "logs of a box" exits_with 0 ff logs box2
check "  have its lines only" last_has_box2_alone
check "logs as JSON lines" exits_with 0 ff logs box1 --json
check "  are such" are_json_lines
check "an unknown name is answered with the known ones" exits_with 64 ff logs bxo1
check "  and the nearest" last_has "did you mean box1.*there are box1, box1+box2, box2"

# ---- completion
check "bash completes a verb" equal "status switch" "$(offered ff s)"
check "  an option" equal "--dry-run" "$(offered ff switch --dr)"
check "  a profile of the cluster" equal "replica" "$(offered ff switch r)"
check "  a profile of another cluster file" equal "" "$(FF_CLUSTER=/nowhere offered ff switch r)"
check "  an instance" equal "box1 box1+box2" "$(offered ff logs box1)"
check "  nothing after --reason" equal "" "$(offered ff switch --reason r)"
check "  nothing where there is nothing" equal "" "$(offered ff history zz)"

# ---- doctor
on edge sed -i 's/^ *server 10.77.0.11:8000 .*/&\n        server 10.77.0.12:8001 max_fails=3 fail_timeout=10000s;/' /etc/nginx/nginx.conf
check "a doctor of somebody's proxy warns, and that is no failure" exits_with 0 ff doctor
check "  by file and line" last_has "^warn  *edge  */etc/nginx/nginx.conf:16: server 10.77.0.12:8001 .* left alone for 2h46m .*max_fails=0"
check "a switch, so that all is ff's" exits_with 0 ff switch replica --yes "${first_switch[@]}"
before=$(fingerprint box1 box2 edge)
check "a doctor of a good lab" exits_with 0 ff doctor
check "  has only good to say" only_good
check "  as JSON" exits_with 0 ff doctor --json
check "  which is such" is_json
check "  and wrote nothing" diff <(echo "$before") <(fingerprint box1 box2 edge)
run=$(find "$XDG_STATE_HOME/ff/runs" -name '*.jsonl' -printf '%f\n')
check "bash completes the run" equal "${run%.jsonl}" "$(offered ff history "${run:0:2}")"
mkdir "$work/another" && cp "$FF_LAB"/*.toml "$work/another" && sed -i 's/^name = .*/name = "another"/' "$work/another/cluster.toml"
check "  and no run of another cluster" equal "" "$(FF_CLUSTER=$work/another/cluster.toml offered ff history "${run:0:2}")"
check "  whose names it knows" equal "replica" "$(FF_CLUSTER=$work/another/cluster.toml offered ff switch r)"
check "a unit's file is gone" on box2 bash -c \
  'mv /etc/systemd/system/ff-split-worker.service /root/ && rm /etc/systemd/system.control/ff-split-worker.service &&
   systemctl daemon-reload'
check "nginx's file is broken" on edge bash -c 'cp /etc/nginx/nginx.conf /root/ && echo "nonsense;" >>/etc/nginx/nginx.conf'
check "a doctor of it" exits_with 4 ff doctor
check "  names the unit" last_has "^fail  *box2  *ff-split-worker.service of split is not-found"
check "  and the file" last_has "^fail  *edge  *nginx -t -c /etc/nginx/nginx.conf: .*nonsense"
check "box2 is cut off" lab cut box2
check "a doctor cannot tell" exits_with 7 ff doctor
check "  and says of whom" last_has "^fail  *box2  *did not answer"
check "box2 is back" lab heal box2
on box2 bash -c 'mv /root/ff-split-worker.service /etc/systemd/system/ &&
  ln -s /dev/null /etc/systemd/system.control/ff-split-worker.service && systemctl daemon-reload'
on edge cp -p /root/nginx.conf /etc/nginx/nginx.conf

# ---- what goes on until Ctrl-C
check "a status of it" eventually 20 exits_with 0 ff status
start_it "$work/watch" status --watch 1
check "a status that goes on tells it again" eventually 30 written "$work/watch" "^replica, serving 2 of 2" 3
check "  and ends with its last exit code" stop_it "$work/watch" 0
start_it "$work/follow" logs box2 -f -n 1
check "a followed log begins" eventually 20 written "$work/follow" "^box2  " 1
on box2 systemctl restart ff-replica.service
check "  goes on into the next start" eventually 20 written "$work/follow" "^box2  .*\(Started\|Loading safetensors\)" 1
check "  and ends well" stop_it "$work/follow" 0

on box2 bash -c 'mkdir -p /run/systemd/system/ff-replica.service.d
  printf "[Service]\nRestart=no\n" >/run/systemd/system/ff-replica.service.d/once.conf
  systemctl daemon-reload && systemctl kill --signal=KILL ff-replica.service'
check "a copy has died" eventually 20 failed box2 ff-replica.service
check "its logs" exits_with 0 ff logs box2
check "  tell how" last_has "code=killed"

# ---- what was stopped long ago: its manager has forgotten it
check "the split's last start is found in the journals" exits_with 0 ff logs box1+box2 -n 5
check "  with both ranks' lines" last_has_both

# ---- a y that was typed before the question
typed_ahead() { # a terminal with a y in it before ff asks, and an n when it has asked
  lab ctl python3 - "$binary" >"$work/last" 2>&1 <<'P'
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "switch", "split"])
os.write(terminal, b"y\n")
shown, asked, end = b"", False, time.time() + 60
while time.time() < end:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
    if b"[y/N]" in shown and not asked:
        asked = True
        os.write(terminal, b"n\n")
print(shown.decode(errors="replace"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
P
}
before=$(fingerprint box1 box2 edge)
typed_ahead
code=$?
check "a y typed ahead is no answer" equal 1 "$code"
check "  nothing changed" last_has "nothing changed"
check "  on no machine" equal "$before" "$(fingerprint box1 box2 edge)"

# ---- manual pages
pages() {
  local page
  for page in ff.1 ff-cluster.toml.5 ff-profile.toml.5 ff-exit-codes.7; do
    "$binary" man "$page" >"$work/$page" || return 1
    groff -man -Tutf8 -ww "$work/$page" 2>&1 >/dev/null | grep . && return 1
  done
  return 0
}
command -v groff >/dev/null && check "the manual pages are good roff" pages
finish
