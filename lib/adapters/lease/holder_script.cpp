#include "adapters/lease/holder_script.h"

#include <fmt/format.h>

#include "adapters/lease/process_functions.h"
#include "base/text.h"

namespace ff::adapters::lease {
namespace {

// Bash 5 with coreutils, util-linux and, where systemd runs, its own tools. Output of a job is sent in lines
// short enough for one write (bash's buffer holds 1008 bytes), since jobs and the main loop share the pipe.
// Descriptor 9 is the lock; jobs inherit it. `set -m` gives each job a process group of its own, so that all
// of it can be ended.
constexpr const char* script = R"SCRIPT(
token=$1 owner=$2 patience=$3 folder=$4
export LC_ALL=C PATH="$PATH:/usr/sbin:/usr/bin:/sbin:/bin"
umask 022
set -m
trap : HUP INT TERM PIPE
locked="" clean="" sessions=()
declare -A running=() size=() short=()

find_session() { # sets session to what must end before the lock may be free: "PID STARTED"
  local pid=$$ comm
  while read_stat "$pid" && [ "$parent" -gt 1 ]; do
    pid=$parent
    if [ "$owner" = 0 ]; then
      read -r comm <"/proc/$pid/comm" || return 1
      [[ $comm == sshd* ]] || continue
    elif [ "$pid" != "$owner" ]; then
      continue
    fi
    read_stat "$pid" && session="$pid $started" && return 0
  done
  return 1
}

say() { # ID: standard input, to ff
  local line
  base64 -w 900 | while read -r line; do echo "o $1 $line"; done
}

answer() { # ID CODE [TEXT]
  [ -z "${3:-}" ] || printf %s "$3" | say "$1"
  echo "e $1 $2"
}

lock() { # ID
  local fault code holder="" line
  if ! fault=$({ mkdir -p -- "$folder" && : >>"$folder/lock"; } 2>&1); then
    answer "$1" 4 "$fault"
    return
  fi
  exec 9>>"$folder/lock"
  fault=$(flock -n 9 2>&1)
  code=$?
  if [ $code != 0 ]; then
    exec 9>&-
    { read -r -d "" holder <"$folder/lock.holder"; } 2>/dev/null
    if [ $code = 1 ]; then answer "$1" 75 "$holder"; else answer "$1" 4 "$fault"; fi
    return
  fi
  locked=1
  # A holder that was killed left these behind: its session may still carry something.
  if [ -e "$folder/lock.session" ]; then
    while read -r line; do
      [ "$line" = "$session" ] || end_session "$line"
    done <"$folder/lock.session"
  fi
  rm -f -- "$folder"/stage.* "$folder/lock.holder" "$folder/lock.request"
  printf "%s\n" "${sessions[@]}" >"$folder/lock.session"
  answer "$1" 0
}

beat() { # ID: with what another operator left for ff, which takes the place of nothing else
  local request=""
  [ -z "$locked" ] || { read -r -d "" request <"$folder/lock.request"; } 2>/dev/null
  if [ -n "$request" ]; then
    echo "beat $1 $(printf %s "${request:0:600}" | base64 -w 0)"
  else
    echo "beat $1"
  fi
}

note() { # BASE64
  printf %s "$1" | base64 -d >"$folder/lock.holder.new" && mv -fT -- "$folder/lock.holder.new" "$folder/lock.holder"
}

put() { # ID COUNT: so many bytes of standard input, to the job's content; 1 when they did not come
  local file="$folder/stage.$$.$1" status
  timeout -s KILL "$patience" head -c "$2" | { cat >>"$file" || cat >/dev/null; } 2>/dev/null
  status=("${PIPESTATUS[@]}")
  [ "${status[0]}" = 0 ] || return 1
  size[$1]=$((${size[$1]:-0} + $2))
  [ "$(stat -c %s -- "$file" 2>/dev/null)" = "${size[$1]}" ] || short[$1]=1
}

# Jobs end with 0, or 3: nothing changed, something is at the path; 4: nothing changed, nothing is at the path;
# 5: done, but a power cut may undo it.

unchanged() {
  rm -f -- "$temporary"
  if [ -e "$path" ] || [ -L "$path" ]; then exit 3; fi
  exit 4
}

place() { # PATH: its folder made; sets path, folder, temporary, touched
  local missing
  path=$1 within=${1%/*}/ touched=("${1%/*}/")
  temporary=$within.${1##*/}.ff-new
  missing=${within%/}
  while [ -n "$missing" ] && [ ! -d "$missing" ]; do
    missing=${missing%/*}
    touched+=("$missing/")
  done
  if [ -n "$incomplete" ]; then
    echo "no room for the content in $folder"
    unchanged
  fi
  mkdir -p -- "$within" || unchanged
}

settled() { sync -- "${touched[@]}" || exit 5; }

write_file() { # PATH MODE
  place "$1"
  rm -f -- "$temporary"
  { cp -- "$stage" "$temporary" && chmod -- "$2" "$temporary" && sync -- "$temporary" &&
    mv -fT -- "$temporary" "$path"; } || unchanged
  settled
}

append_file() { # PATH MODE
  local before=none
  place "$1"
  if [ -e "$path" ]; then before=$(stat -Lc %s -- "$path") || unchanged; fi
  if { cat -- "$stage" >>"$path" && { [ "$before" != none ] || chmod -- "$2" "$path"; } && sync -- "$path"; }; then
    [ "$before" != none ] || settled
  else
    if [ "$before" = none ]; then rm -f -- "$path"; else truncate -s "$before" -- "$path"; fi
    unchanged
  fi
}

make_link() { # PATH TARGET
  place "$1"
  rm -f -- "$temporary"
  { ln -s -- "$2" "$temporary" && mv -fT -- "$temporary" "$path"; } || unchanged
  settled
}

remove_file() { # PATH
  rm -f -- "$1" || exit 3
  [ ! -d "${1%/*}/" ] || sync -- "${1%/*}/" || exit 5
}

queued_jobs() { # what systemd still has to do
  [ -d /run/systemd/system ] || return 0
  # Through the bus first: what another session handed to the bus is then with systemd before the list is read.
  busctl --system --timeout=5 get-property org.freedesktop.systemd1 /org/freedesktop/systemd1 \
    org.freedesktop.systemd1.Manager NJobs >/dev/null
  systemctl list-jobs --no-legend --no-pager --full
}

act() { # VERB ARGUMENT...
  local verb=$1
  shift
  case $verb in
    run) (exec -- "$@") ;;
    write) write_file "$@" ;;
    append) append_file "$@" ;;
    link) make_link "$@" ;;
    remove) remove_file "$@" ;;
    jobs) queued_jobs ;;
    *) exit 64 ;;
  esac
}

job() { # ID BASE64: one act, as a child that keeps the lock busy while it lives
  local words status
  trap - HUP INT TERM PIPE
  { echo "$badness" >/proc/self/oom_score_adj; } 2>/dev/null
  stage=$folder/stage.$$.$1 incomplete=${short[$1]:-}
  : >>"$stage"
  mapfile -d "" -t words < <(printf %s "$2" | base64 -d)
  act "${words[@]}" </dev/null 2>&1 | { head -c 65536 | say "$1"; cat >/dev/null; }
  status=("${PIPESTATUS[@]}")
  rm -f -- "$stage"
  answer "$1" "${status[0]}"
}

kill_job() { # ID
  local pid
  for pid in $(jobs -rp); do
    [ "$pid" != "${running[$1]:-}" ] || kill -KILL -- "-$pid"
  done 2>/dev/null
}

end_jobs() { # TURNS: so many times 50 ms for them to end by themselves
  local turn pid
  for ((turn = 0; turn < $1; turn++)); do
    [ -n "$(jobs -rp)" ] || break
    sleep 0.05
  done
  while [ -n "$(jobs -rp)" ]; do
    for pid in $(jobs -rp); do kill -KILL -- "-$pid"; done 2>/dev/null
    wait
  done
}

finish() {
  # The session first: once it is gone, nothing that was sent through it can act any more.
  if [ -z "$clean" ]; then
    for line in "${sessions[@]}"; do end_session "$line"; done
    end_jobs 200
  else
    end_jobs 0
  fi
  if [ -n "$locked" ]; then
    rm -f -- "$folder/stage.$$."* "$folder"/lock.{holder,holder.new,request,session}
    flock -u 9
  fi
  [ -z "$clean" ] || answer "$clean" 0
}

badness=0
{ read -r badness </proc/self/oom_score_adj && echo -900 >/proc/self/oom_score_adj; } 2>/dev/null
session=none
if find_session; then sessions=("$session"); fi
machine_id=none boot_id=none
{ read -r machine_id </etc/machine-id; read -r boot_id </proc/sys/kernel/random/boot_id; } 2>/dev/null
trap finish EXIT
printf "\nff-%s-ready %s %s %s %s %s\n" "$token" "$EUID" "${machine_id:-none}" "$boot_id" $$ "$session"

while read -r -t "$patience" verb id rest; do
  case $verb in
    beat) beat "$id" ;;
    lock) lock "$id" ;;
    also)
      sessions+=("$rest")
      echo "$rest" >>"$folder/lock.session"
      answer "$id" 0
      ;;
    end)
      end_session "$rest"
      answer "$id" 0
      ;;
    note) [ -z "$locked" ] || note "$rest" ;;
    put)
      [ -n "$locked" ] || break
      put "$id" "$rest" || break
      ;;
    do)
      [ -n "$locked" ] || break
      job "$id" "$rest" &
      running[$id]=$!
      ;;
    kill) kill_job "$id" ;;
    bye)
      clean=$id
      break
      ;;
    *) break ;;
  esac
done
)SCRIPT";

}  // namespace

std::string holder_script() {
  return std::string(process_functions) + script;
}

std::string holder_command(const HolderSettings& settings) {
  // Neither start-up files nor BASH_ENV may run: they could read the protocol, or write into it.
  return fmt::format("exec env -u BASH_ENV -u ENV bash --noprofile --norc -c {} ff-holder {} {} {:.3f} {}",
                     shell_quoted(holder_script()), settings.token, settings.owner_pid,
                     static_cast<double>(settings.patience.count()) / 1000.0, shell_quoted(settings.folder));
}

}  // namespace ff::adapters::lease
