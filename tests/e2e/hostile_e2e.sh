#!/usr/bin/env bash
# Machines that talk, freeze or are full, and texts that a shell or a terminal would obey: ff works all the same, or
# ends in a clear error and leaves what serves alone.
# shellcheck disable=SC2016  # the hosts' shells expand it
set -uo pipefail
name=hostile
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

refused() { # CODE WORDS COMMAND...: exits so and says so
  local code=$1 words=$2
  shift 2
  exits_with "$code" "$@" || return 1
  grep -qi -- "$words" "$work/last" || { cat "$work/last"; return 1; }
}
watchdog_armed() { active box1 old-split-watchdog.timer; }
second_loads() { active box1 ff-replica.service && active box2 ff-replica.service && serves; }
no_controls() { # COMMAND...: a terminal has nothing to obey but ends of lines
  "$@" >"$work/shown" 2>&1 </dev/null
  ! LC_ALL=C grep -nP '[\x00-\x09\x0b-\x1f\x7f\x80-\x9f\xff]' "$work/shown"
}
nothing_executed() {
  local host
  ! ls /tmp/pwned 2>/dev/null || return 1
  for host in box1 box2 edge; do on "$host" test ! -e /tmp/pwned || return 1; done
}
configure_sshd() { # HOST LINES: put before everything else, and read
  on "$1" bash -c 'printf "%s\n" "$1" | cat - /etc/ssh/sshd_config >/etc/ssh/new && mv /etc/ssh/new /etc/ssh/sshd_config &&
    systemctl kill -s HUP --kill-who=main ssh' - "$2"
}
small_disk() { # HOST FOLDER: a disk of its own below it, of 4 MiB
  on "$1" bash -c 'mkdir -p "$1" && cp -a "$1" /tmp/kept && mount -t tmpfs -o size=4m,mode=755 tmpfs "$1" &&
    cp -a /tmp/kept/. "$1" && rm -r /tmp/kept' - "$2"
}
fill() { on "$1" bash -c 'dd if=/dev/zero of="$1/fill" bs=4k 2>/dev/null; true' - "$2"; }
make_room() { on "$1" rm "$2/fill"; }

quick_lab 2

# ---- login shells and sshd that talk
for host in box1 box2 edge; do
  on "$host" bash -c 'echo "echo welcome; echo noise >&2; printf unfinished" | tee /root/.bashrc >/root/.profile
    echo "authorised use only" >/etc/issue.net; echo "message of the day" >/etc/motd'
  configure_sshd "$host" "Banner /etc/issue.net
PrintMotd yes"
done
check "the hosts talk before they work" contains "$(lab ctl ssh -F "$FF_LAB/ssh_config" box1 true 2>&1)" \
  "authorised use only"
check "a status among banners, greetings and noise" refused 4 "split, serving 1 of 1" ff status
check "  a plan, too" refused 6 "split -> replica" ff plan replica

# ---- disks that are full or take no writes: refused before anything is touched
small_disk edge /var/lib/ff
small_disk edge /etc/nginx
before=$(fingerprint box1 box2 edge)
for folder in /var/lib/ff /etc/nginx; do
  fill edge "$folder"
  check "a full $folder on the route host" refused 6 "nothing free in $folder" \
    ff switch replica --yes "${first_switch[@]}"
  check "  it is named" grep -q "disk-full:edge" "$work/last"
  make_room edge "$folder"
done
on box1 bash -c 'mount --bind /etc /etc && mount -o remount,bind,ro /etc'
check "a read-only /etc on a box" refused 6 "box1 takes no writes in /etc" \
  ff switch replica --yes "${first_switch[@]}"
check "  a plan says so, too" refused 6 "read-only:box1" ff plan replica
on box1 umount /etc
check "  the split still serves" completes
check "  its watchdog is armed" watchdog_armed
check "  nothing has changed on any machine" equal "$before" "$(fingerprint box1 box2 edge)"

# ---- a disk that fills in the middle of a run
lab set box1 start_replica=4 >/dev/null
lab set box2 start_replica=4 >/dev/null
ff switch replica --yes "${first_switch[@]}" >"$work/cut" 2>&1 &
run=$!
check "the second copy loads while the first serves" eventually 40 second_loads
fill edge /var/lib/ff
wait "$run"
code=$?
check "the disk fills: the run stops, not as declared" equal 4 "$code"
check "  it says so" grep -q "No space left on device" "$work/cut"
check "  what serves goes on" completes
check "  the same command is refused while there is none" refused 6 "disk-full:edge" ff switch replica --yes
make_room edge /var/lib/ff
check "  and converges once there is some" refused 0 "serving 2 of 2" ff switch replica --yes

# ---- texts that a shell, systemd, nginx or a terminal would obey
sed -i 's|^extra_args = .*|extra_args = ["--x=(touch/tmp/pwned);touch/tmp/pwned\|{\\"a\\":\\"\&\\"}>x*?~#%h"]|' \
  "$FF_LAB/split.toml"
reason=$(printf 'why\e[2J\e]0;x\a\xc2\x9b1m $(touch /tmp/pwned) `touch /tmp/pwned`; "a" '"'b'"' \\ \xff\nsecond')
check "a plan shows no control characters" no_controls ff plan split
on edge bash -c 'echo "# by hand" >>/etc/nginx/nginx.conf'
check "a switch with such a reason and such words" exits_with 0 ff switch split --yes \
  --accept foreign-proxy-config:edge --reason "$reason"
run=$(sed -n 's/.*ff history \([0-9a-f]*\).*/\1/p' "$work/last")
for verb in "switch split --yes" status history "history $run" "logs box1"; do
  # shellcheck disable=SC2086  # words on purpose
  check "  no control characters: ff $verb" no_controls ff $verb
done
check "  the reason is in the record" grep -q 'touch /tmp/pwned' <(ff history "$run" 2>&1)
check "  the engine got the word as it is" contains "$(on box1 bash -c \
  'tr "\0" "\n" <"/proc/$(systemctl show -P MainPID ff-split-leader)/cmdline"')" \
  '--x=(touch/tmp/pwned);touch/tmp/pwned|{"a":"&"}>x*?~#%h'
check "  it completes" completes
check "  nothing was executed anywhere" nothing_executed

# ---- machines that freeze after the login
on box1 bash -c 'kill -STOP "$(pgrep -x dbus-daemon)"'
configure_sshd box2 "ForceCommand sleep 600"
ff switch replica --yes >"$work/frozen" 2>&1 &
run=$!
check "frozen machines: unknown within the deadline" refused 7 "box1 did not answer: .*system bus" timeout 15 \
  "$repository/scripts/lab" ff status
check "  the other is named, too" grep -q "box2 did not answer: .*command" "$work/last"
wait "$run"
code=$?
check "  a switch is refused" equal 6 "$code"
for box in box1 box2; do
  check "  it names $box" grep -q "$box did not answer: .*not seen in time" "$work/frozen"
done
on box1 bash -c 'kill -CONT "$(pgrep -x dbus-daemon)"'
check "  clients did not notice" completes
finish
