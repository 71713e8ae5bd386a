#include "adapters/host/scripts.h"

#include "base/text.h"

namespace ff::adapters::host {
namespace {

// A fork costs as much as everything else here together, so that these use bash's own commands wherever a
// file has no NUL in it. They hold no single quote, so that quoting for the login shell adds nothing.

// What a look and a reading of files share: each answer is a record in $out, told at the end.
constexpr const char* records_prelude = R"SCRIPT(
LC_ALL=C PATH=$PATH:/usr/sbin:/sbin
mark=$1
shift
printf -v nl "\n"
out=

put() { # KEY VALUE
  out+="$1 ${#2}$nl$2$nl"
}

put_asked() { # PATH: nothing when it is not there
  local text=
  [[ -f $1 ]] || return
  if [[ ! -r $1 ]]; then
    put denied "$1"
    return
  fi
  { exec 3<"$1"; } 2>/dev/null || return
  put path "$1"
  if IFS= read -r -d "" -n 1048576 -u 3 text; then
    put base64 "$(head -c 1048576 -- "$1" | base64 -w 0)"
  else
    put text "$text"
  fi
  exec 3<&-
}

tell() {
  printf "ff:%s:begin\n%s\nff:%s:end 0\n\nff:%s:done\n" "$mark" "$out" "$mark" "$mark"
}
)SCRIPT";

constexpr const char* files_script = R"SCRIPT(
for path; do put_asked "$path"; done
tell
)SCRIPT";

constexpr const char* look_script = R"SCRIPT(
shopt -s nullglob dotglob

put_file() { # KEY PATH: the whole of a small text
  local text=
  { IFS= read -r -d "" -n 65536 text <"$2"; } 2>/dev/null
  put "$1" "$text"
}

put_rows() { # PATH: the kernel lists listening sockets (state 0A) before all others
  local rows row ports=
  local listening="^ *[0-9]+: ([0-9A-F]+:[0-9A-F]+) [0-9A-F]+:[0-9A-F]+ 0A "
  { exec 3<"$1"; } 2>/dev/null || return
  while mapfile -t -u 3 -n 64 rows; do
    for row in "${rows[@]}"; do
      if [[ $row =~ $listening ]]; then
        ports+="${BASH_REMATCH[1]} "
      elif [[ $row != *local_address* ]]; then
        break 2
      fi
    done
    [[ ${#rows[@]} == 64 ]] || break
  done
  exec 3<&-
  put listen "$ports"
}

put_listeners() { # reading /proc/net/tcp walks the whole table of connections, 14 ms measured; ss takes 2
  local rows
  if rows=$(ss -H -l -t -n 2>/dev/null); then
    put sockets "$rows"
  else
    put_rows /proc/net/tcp
    put_rows /proc/net/tcp6
  fi
}

put_links() {
  local path
  for path in /etc/systemd/system{,.control}/*.{wants,requires}/*; do put link "${path##*/}"; done
  for path in /etc/systemd/system.control/*; do
    if [[ -L $path && $path -ef /dev/null ]]; then put mask "${path##*/}"; fi
  done
}

find_rooms() { # PATH...: sets rooms to their folders, where one is missing to the nearest that is there
  local path
  local -A found=()
  rooms=()
  for path; do
    path=${path%/*}
    until [[ -d ${path:-/} ]]; do path=${path%/*}; done
    [[ ${found[${path:-/}]:-} ]] || rooms+=("${path:-/}")
    found[${path:-/}]=1
  done
}

put_rooms() { # an answer of stat, which has come while others were made, stands in descriptor 4
  local path text
  for path in "${rooms[@]}"; do [[ -w $path ]] || put read-only "$path"; done
  IFS= read -r -d "" -u 4 text
  exec 4<&-
  put rooms "$text"
}

holds_lock() { # PID: one of its descriptors has the lock
  local descriptor line
  for descriptor in "/proc/$1/fd/"*; do
    [[ $descriptor -ef /run/ff/lock ]] || continue
    while read -r line; do
      if [[ $line == lock:*FLOCK* ]]; then return 0; fi
    done <"/proc/$1/fdinfo/${descriptor##*/}"
  done
  return 1
}

is_locked() {
  local path name pid device inode row kind hex
  for path in /proc/[0-9]*/comm; do
    pid=${path%/comm}
    pid=${pid#/proc/}
    read -r name <"$path" && [[ $name == bash && $pid != "$$" ]] && holds_lock "$pid" && return 0
  done
  read -r device inode < <(stat -c "%D %i" /run/ff/lock)
  # 1: FLOCK ADVISORY WRITE 708 00:19:1234 0 EOF
  while read -r row kind _ _ _ hex _; do
    [[ $kind == FLOCK && $hex == *:*:"$inode" ]] || continue
    hex=${hex%:*}
    if ((16#$device == (16#${hex%:*} << 8 | 16#${hex#*:}))); then return 0; fi
  done </proc/locks
  # The list leaves out locks taken by a process that has ended since, inside a container.
  for path in /proc/[0-9]*; do holds_lock "${path#/proc/}" && return 0; done
  return 1
}

find_rooms /etc/systemd/system/ /etc/systemd/system.control/ "$@"
exec 4< <(exec stat -f -c "%f %S %c %d %n" -- "${rooms[@]}" 2>/dev/null)
put uid "$EUID"
put_file machine-id /etc/machine-id
put_file boot-id /proc/sys/kernel/random/boot_id
put_file meminfo /proc/meminfo
put_file uptime /proc/uptime
put_listeners
put_links
for path; do put_asked "$path"; done
put_rooms
if [[ -e /run/ff/lock && ( -e /run/ff/lock.holder || -e /run/ff/lock.session ) ]]; then
  if { is_locked; } 2>/dev/null; then put_file locked /run/ff/lock.holder; fi
fi
now=${EPOCHREALTIME:-}
if [[ -n $now ]]; then put clock-us "${now/[.,]/}"; else put clock-us "$(date +%s%6N)"; fi
tell
)SCRIPT";

constexpr const char* output_script = R"SCRIPT(
mark=$1
shift
printf "ff:%s:begin\n" "$mark"
exec 3>&1
errors=$("$@" </dev/null 2>&1 1>&3 3>&-)
code=$?
LC_ALL=C
[[ ${#errors} -le 8192 ]] || errors=${errors: -8192}
printf "\nff:%s:end %s\n%s\nff:%s:done\n" "$mark" "$code" "$errors" "$mark"
)SCRIPT";

constexpr const char* list_script = R"SCRIPT(
mark=$1 folder=$2 code=0 errors=
shopt -s nullglob dotglob
printf "ff:%s:begin\n" "$mark"
if [[ -d $folder && ! ( -r $folder && -x $folder ) ]]; then
  code=1 errors="$folder may not be read"
else
  for path in "$folder"/*; do
    if [[ -f $path ]]; then printf "%s\0" "${path##*/}"; fi
  done
fi
printf "\nff:%s:end %s\n%s\nff:%s:done\n" "$mark" "$code" "$errors" "$mark"
)SCRIPT";

}  // namespace

std::string text_of(Script script) {
  switch (script) {
    case Script::look:
      return std::string(records_prelude) + look_script;
    case Script::files:
      return std::string(records_prelude) + files_script;
    case Script::output:
      return output_script;
    case Script::list:
      break;
  }
  return list_script;
}

std::string command_line(Script script, const std::string& mark, const std::vector<std::string>& arguments) {
  std::string line = "exec bash --noprofile --norc -c ";
  line.append(shell_quoted(text_of(script))).append(" ff ").append(mark);
  for (const std::string& argument : arguments) line.append(1, ' ').append(shell_quoted(argument));
  return line;
}

}  // namespace ff::adapters::host
