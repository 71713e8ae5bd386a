# shellcheck shell=bash
# What every test on a lab shares: a lab of its own, a line for each check, and looks at the world that do not
# ask ff. Sourced; the caller sets `name` first and ends with `finish`.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export FF_LAB=/run/ff-lab-${name:?}-$$
export FF_BUILD=${FF_BUILD:-$repository/build/release}
work=$(mktemp -d)
failures=0

lab() { timeout "${FF_TEST_TIMEOUT:-300}" "$repository/scripts/lab" "$@"; }
ff() { lab ff "$@"; }

take_down() {
  lab down >/dev/null 2>&1
  rm -rf "$work"
}
trap take_down EXIT
trap 'exit 130' INT TERM

check() { # WHAT COMMAND...
  local what=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok      $what"
  else
    echo "not ok  $what"
    printf '%s\n' "$output" | tail -n 12 | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}

finish() {
  [ "$failures" = 0 ]
  exit
}

equal() { [ "$1" = "$2" ] || { printf 'expected %s\ngot      %s\n' "$1" "$2"; return 1; }; }
contains() { [[ $1 == *"$2"* ]] || { printf 'no "%s" in:\n%s\n' "$2" "$1"; return 1; }; }

eventually() { # SECONDS COMMAND...
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || { "$@"; return 1; }
    sleep 0.05
  done
}

exits_with() { # CODE COMMAND...: also shows what the command printed when the code is another
  local expected=$1 output code
  shift
  output=$("$@" 2>&1 </dev/null)
  code=$?
  printf '%s\n' "$output" >"$work/last"
  [ "$code" = "$expected" ] || { printf 'exit %s instead of %s:\n%s\n' "$code" "$expected" "$output"; return 1; }
}

# What a test draws is the same for one commit, so that what failed fails again; FF_SEED has it draw anew.
seeded() {
  local seed=${FF_SEED:-$((16#0$(git -C "$repository" rev-parse HEAD 2>/dev/null | cut -c 1-4 || true)))}
  RANDOM=$seed
  echo "        seed $seed"
}

# ---- the world, asked without ff
on() { lab exec "$@"; } # HOST COMMAND...
property() { on "$1" systemctl show -P "$2" "$3"; }
active() { equal active "$(property "$1" ActiveState "$2")"; }
inactive() { [[ $(property "$1" ActiveState "$2") == @(inactive|failed) ]]; }
masked() { equal masked "$(property "$1" LoadState "$2")"; }
enabled_link() { on "$1" test -L "/etc/systemd/system/multi-user.target.wants/$2"; }
no_wants_link() { # HOST UNIT
  local links
  links=$(on "$1" find /etc/systemd/system -path '*.wants/*' -name "$2")
  equal "" "$links"
}
public_status() { lab ctl curl -s -m 5 -o /dev/null -w '%{http_code}' "$(lab url)/v1/models"; }
serves() { equal 200 "$(public_status)"; }
completes() { # a token through the proxy
  local answer
  answer=$(lab ctl curl -s -m 20 -H 'Content-Type: application/json' "$(lab url)/v1/chat/completions" \
    -d '{"model":"nemotron","max_tokens":2,"messages":[{"role":"user","content":"hi"}]}')
  contains "$answer" '"choices"'
}
copy_answers() { lab ctl curl -s -f -m 5 -o /dev/null "http://$1/health"; }

# Everything on the machines that ff could have written, with the units' states. The watchdog's service is left
# out: it comes and goes by itself.
fingerprint() { # HOST...
  local host
  for host in "$@"; do
    # shellcheck disable=SC2016  # the host's shell expands it
    on "$host" bash -c 'find /etc /var/lib/ff -xdev \( -type f -o -type l \) -printf "%p %l %s %T@\n" 2>/dev/null | sort
      systemctl list-units --all --no-legend --plain "ff-*" "old-*.timer" nginx.service | awk "{ print \$1, \$2, \$3 }"'
  done
}

# All of split up for good and all of replica at rest for good, or the other way round, on both boxes, and clients get
# a token through a route that has those endpoints and no other.
whole() { # split|replica [CAP-OF-BOX1 CAP-OF-BOX2]
  local profile=$1 split=up replica=rest port=8000 count=1
  [ "$profile" = split ] || { split=rest replica=up port=8001 count=2; }
  equal "ff-split-leader.service $split, ff-replica.service $replica, old-split-watchdog.timer rest" \
    "$(standing_of box1 ff-split-leader.service ff-replica.service old-split-watchdog.timer)" &&
    equal "ff-split-worker.service $split, ff-replica.service $replica" \
      "$(standing_of box2 ff-split-worker.service ff-replica.service)" &&
    equal "$count of $count" "$(on edge bash -c 'grep -cE "^ *server 10\.77\.0\.1[12]:'$port' " /etc/nginx/nginx.conf
      echo of; grep -cE "^ *server 10\.77\.0\.1[12]:" /etc/nginx/nginx.conf' | xargs)" &&
    completes || return 1
  [ $# = 1 ] || equal "$2 $3" "$(setting_of box1 FF_MAX_NUM_SEQS) $(setting_of box2 FF_MAX_NUM_SEQS)"
}
# "up": active and enabled; "rest": not active, masked and in no wants folder; else its words.
standing_of() { # HOST UNIT...
  # shellcheck disable=SC2016  # the host's shell expands it
  on "$1" bash -c 'for unit; do
      state=$(systemctl show -P LoadState -P ActiveState "$unit" | xargs)
      [ -z "$(find /etc/systemd/system -path "*.wants/*" -name "$unit")" ] || state+=" enabled"
      case $state in
        "loaded active enabled") state=up ;;
        "masked inactive" | "masked failed") state=rest ;;
      esac
      all+="${all:+, }$unit $state"
    done
    echo "$all"' - "${@:2}"
}
setting_of() { # BOX NAME: what the engine that runs there was started with
  # shellcheck disable=SC2016  # the host's shell expands it
  on "$1" bash -c 'tr "\0" "\n" <"/proc/$(systemctl show -P MainPID ff-replica.service)/environ" | sed -n "s/^$1=//p"' - "$2"
}

# ---- ff on a box of the cluster itself: box1 is "local" there, the others are reached by SSH
install_ff_on_box1() {
  local file
  on box1 mkdir -p /etc/ff /root/lab /var/lib/ff/bin
  for file in id known_hosts ssh_config; do on box1 bash -c "cat >/root/lab/$file" <"$FF_LAB/$file"; done
  on box1 bash -c "chmod 600 /root/lab/id; sed -i 's|$FF_LAB|/root/lab|' /root/lab/ssh_config"
  for file in cluster split replica; do on box1 bash -c "cat >/etc/ff/$file.toml" <"$FF_LAB/$file.toml"; done
  on box1 sed -i -e 's|^ssh_config = .*|ssh_config = "/root/lab/ssh_config"|' -e 's|^ssh = "box1"|ssh = "local"|' \
    /etc/ff/cluster.toml
  on box1 bash -c 'cat >/var/lib/ff/bin/ff && chmod +x /var/lib/ff/bin/ff' <"$FF_BUILD/cli/ff"
}
ff_there() { on box1 /var/lib/ff/bin/ff "$@"; }

# ---- clients
start_load() { # LOG [ARGUMENT...]: by exec, so that a signal to `load_pid` reaches the generator itself
  local log=$1
  shift
  (exec "$repository/scripts/lab" load --rate 20 --for 110 --log "$log" --json "$@" \
    >"$work/load.json" 2>"$work/load.err") &
  load_pid=$!
  eventually 10 test -s "$log"
}

stop_load() {
  kill -INT "$load_pid" 2>/dev/null
  wait "$load_pid" 2>/dev/null
}

load_figure() { # JQ-LIKE PATH: python reads it, since nothing else is sure to be there
  python3 -c 'import json,sys
value = json.load(open(sys.argv[1]))
for part in sys.argv[2].split("."): value = value[part]
print(json.dumps(value))' "$work/load.json" "$1"
}

# A reload of nginx closes idle connections, and a client may send into one at that very moment: some requests in
# ten thousand are reset, whatever ff does. Clients that connect anew never are.
# shellcheck disable=SC2034  # used by those who source this
new_connections=(--kinds "fresh,stream")
nobody_noticed() { # no request failed and no stream was cut
  local figure
  for figure in failed cut_streams; do
    equal 0 "$(load_figure "all.$figure")" || { load_figure all.failures; return 1; }
  done
  [ "$(load_figure all.ok)" -gt 20 ]
}

nothing_came_twice() { # no request reached copies more than once, over all their processes since the lab is up
  local box all
  for box in box1 box2; do on "$box" cat /var/log/ff-standin-requests; done >"$work/requests"
  all=$(wc -l <"$work/requests")
  [ "$all" -gt 20 ] && equal "" "$(sort "$work/requests" | uniq -d | head -n 5)"
}

# Start times of a second. A leader whose worker is dead takes a request and never answers: a look waits for its token.
quick_lab() { # [UP-ARGUMENT...]
  lab up "$@" >/dev/null || { echo "not ok  a lab comes up"; failures=1; finish; }
  local host
  sed -i 's/^token_deadline = .*/token_deadline = "5s"/' "$FF_LAB"/*.toml
  for host in $(lab status | awk '$1 ~ /^box/ { print $1 }'); do
    lab set "$host" start_split=1 start_replica=1 memory_return=0.3 tokens_per_second_scale=50 >/dev/null
  done
}
# shellcheck disable=SC2034  # used by those who source this
first_switch=(--accept "foreign-proxy-config:edge" --reason "first switch of a test")
