# shellcheck shell=bash disable=SC2154
# Samples, their medians, and the table. A sample file holds one figure a line, in the unit it was read in.

note() { # NAME FIGURE
  printf '%s\n' "$2" >>"$work/$1.samples"
}

# Round 0 only warms the page cache. A command that fails measures nothing, so its time is not kept.
timed() { # ROUND NAME CODES COMMAND...
  local round=$1 name=$2 codes=$3 before after code
  shift 3
  before=${EPOCHREALTIME/[.,]/}
  "$@" >/dev/null 2>"$work/stderr" </dev/null
  code=$?
  after=${EPOCHREALTIME/[.,]/}
  case " $codes " in
    *" $code "*) [ "$round" = 0 ] || note "$name" $((after - before)) ;;
    *) printf '!! %s: exit %s: %s\n' "$*" "$code" "$(tail -n 1 "$work/stderr")" ;;
  esac
}

# Peak of the largest process among the command and its children. In the unit of time(1), KiB.
peak() { # NAME CODES COMMAND...
  local name=$1 codes=$2 code
  shift 2
  /usr/bin/time -q -f %M -o "$work/peak" "$@" >/dev/null 2>"$work/stderr" </dev/null
  code=$?
  case " $codes " in
    *" $code "*) note "$name" "$(tail -n 1 "$work/peak")" ;;
    *) printf '!! %s: exit %s: %s\n' "$*" "$code" "$(tail -n 1 "$work/stderr")" ;;
  esac
}

# "RUNS MEDIAN LEAST MOST" in the unit that is shown: ms from us, s from ms, MB (10^6) from KiB.
summary() { # NAME UNIT
  sort -n "$work/$1.samples" 2>/dev/null | awk -v unit="$2" '
    { figure[NR] = $1 }
    END {
      if (NR == 0) exit 1
      scale = unit == "MB" ? 0.001024 : 0.001
      digits = unit == "s" ? 2 : 1
      middle = (figure[int((NR + 1) / 2)] + figure[int(NR / 2) + 1]) / 2
      form = "%." digits "f"
      printf "%d " form " " form " " form "\n", NR, middle * scale, figure[1] * scale, figure[NR] * scale
    }'
}

median() { # NAME UNIT
  local figures
  figures=$(summary "$1" "$2") || { echo - && return; }
  cut -d' ' -f2 <<<"$figures"
}

# AIM is a figure in the shown unit, or - where there is none.
row() { # FIGURE NAME UNIT AIM [PEER NAME]...
  local figure=$1 name=$2 unit=$3 aim=$4 figures=(0 - - -) peers="" value
  shift 4
  read -ra figures < <(summary "$name" "$unit" || echo 0 - - -)
  while [ $# -gt 1 ]; do
    value=$(median "$2" "$unit")
    peers+="${peers:+; }$1 $value $unit"
    shift 2
  done
  printf '%s\t%s\t%s %s\t%s .. %s\t%s\t%s\n' "$figure" "${figures[0]}" "${figures[1]}" "$unit" \
    "${figures[2]}" "${figures[3]}" "$(verdict "${figures[1]}" "$aim" "$unit")" "$peers" >>"$work/rows"
}

verdict() { # FIGURE AIM UNIT
  awk -v figure="$1" -v aim="$2" -v unit="$3" 'BEGIN {
    if (aim == "-") print ""
    else if (figure == "-") print aim " " unit
    else print aim " " unit (figure + 0 <= aim + 0 ? " met" : " MISSED")
  }'
}

print_rows() {
  [ -e "$work/rows" ] || { echo "none"; return; }
  awk -F'\t' '
    BEGIN { form = "%-26s %4s  %9s  %16s  %-15s  %s\n"
            printf form, "figure", "runs", "median", "spread", "aim", "peer, in the same run" }
    { printf form, $1, $2, $3, $4, $5, $6 }' "$work/rows"
}

machine() {
  printf '%s cores, load average %s, Linux %s, %s\n' "$(nproc)" "$(cut -d' ' -f1-3 /proc/loadavg)" \
    "$(uname -r)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sort -u | head -n 1)"
  load_at_start=$(cut -d' ' -f1 /proc/loadavg)
}

warn_of_load() {
  awk -v load_average="$load_at_start" 'BEGIN { exit !(load_average > 1) }' || return 0
  cat <<W
!!
!!  THE LOAD AVERAGE WAS $load_at_start AT THE START: others use this machine, and the figures mean little.
!!
W
}
