#!/usr/bin/env bash
# The README is true: its commands exist and run, and each line of the demo's output that it shows is one that the
# demo prints, figures aside.
set -uo pipefail
name=readme
# shellcheck source=harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/harness.sh"
cd "$repository" || exit 1

shape() { # a text without its figures and its spacing
  sed -E -e 's/[0-9a-f]{8}([0-9a-f]{8})?\b/#/g' -e 's/[0-9]+(\.[0-9]+)?/#/g' -e 's/(# (s|ms)|#m#s)/#s/g' -e 's/ +/ /g' \
    -e 's/ $//'
}

commands_exist() {
  local script
  while read -r script; do
    [ -x "$script" ] || { echo "$script is not there"; return 1; }
  done < <(grep -oE 'scripts/[a-z]+' README.md | sort -u)
}

verbs_exist() {
  local verb
  while read -r verb; do
    [ "$verb" = help ] || "$FF_BUILD/cli/ff" help "$verb" >/dev/null || { echo "no verb $verb"; return 1; }
  done < <(grep -oE '`ff [a-z]+' README.md | cut -d' ' -f2 | sort -u)
}

shown_lines_are_real() {
  local line missing=0
  # shellcheck disable=SC2016  # the fences of Markdown
  sed -n '/^```console$/,/^```$/p' README.md | grep -v '^```' | shape | grep -v '^$' >"$work/shown"
  shape <"$work/demo" >"$work/printed"
  [ -s "$work/shown" ] || { echo "the README shows nothing"; return 1; }
  while IFS= read -r line; do
    grep -qxF -- "$line" "$work/printed" || { echo "not printed: $line"; missing=1; }
  done <"$work/shown"
  return "$missing"
}

demo() { FF_LAB=$FF_LAB timeout 600 scripts/demo >"$work/demo" 2>&1 </dev/null || { tail -n 20 "$work/demo"; return 1; }; }

check "its commands exist" commands_exist
check "its verbs exist" verbs_exist
check "the demo runs" demo
check "clients saw nothing but 200 after the first 200, both ways" \
  test "$(grep -c 'nothing but 200 after the first 200' "$work/demo")" = 2
check "the output that it shows is what the demo prints" shown_lines_are_real
finish
