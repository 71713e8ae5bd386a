# shellcheck shell=bash disable=SC2154,SC2034,SC2016
# A whole switch with starts that take no time: what is left is what ff and its peers cost. What the design orders ff
# to wait (the drain, as its record tells, and the settling) is told apart.

settle_ms=2000

have_ansible() {
  command -v ansible-playbook >/dev/null && return
  DEBIAN_FRONTEND=noninteractive patiently apt-get install -y --no-install-recommends ansible-core >"$work/apt" 2>&1 ||
    { echo "!! no ansible-core: $(tail -n 1 "$work/apt")"; return 1; }
}

bench_whole() {
  local run who changers=(ff hand)
  say "a whole switch, $whole_runs runs"
  if have_ansible; then changers+=(ansible); fi
  for ((run = 1; run <= whole_runs; run++)); do
    for who in "${changers[@]}"; do
      enough_time 60 "run $run of $whole_runs of a whole switch by $who" || break 2
      whole_by "$who"
    done
  done
  state=none
  row "whole switch" whole_ff ms - "bare ssh script" whole_hand Ansible whole_ansible
  row "  less drain and settling" whole_own ms "$(median whole_hand ms)" "a fifth of Ansible" whole_fifth
}

whole_by() { # ff|hand|ansible
  local before
  fresh_lab start_split=0.2 start_replica=0.2 memory_return=0.2 || return
  case $1 in
    ff) timed 1 whole_ff 0 bash -c '"$1/lab" ctl "$2" switch replica "${@:3}" 2>"$work/switch.text"' - \
      "$here" "$FF_BUILD/cli/ff" "${first_switch[@]}" && waits_apart ;;
    *)
      lab ctl bash "$here/bench.d/by_hand" prepare || return
      timed 1 "whole_$1" 0 "$here/lab" ctl bash "$here/bench.d/by_$1" switch
      [ "$1" != ansible ] || [ ! -e "$work/whole_ansible.samples" ] ||
        note whole_fifth $(($(tail -n 1 "$work/whole_ansible.samples") / 5))
      ;;
  esac
}

waits_apart() {
  local drain
  [ -e "$work/whole_ff.samples" ] || return
  drain=$(drain_took)
  note whole_own $(($(tail -n 1 "$work/whole_ff.samples") - (${drain:-0} + settle_ms) * 1000))
}
