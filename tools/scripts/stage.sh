#!/bin/bash
# usage: stage.sh NAME TARGET… [-- TARGET…]…
# Makes the targets in turn, prints how long each took, and says at its end what failed: the names of failed tests and the
# first 20 lines of each (which testrun, pytests.py and run.mjs write to the folder BLASTYARD_RESULTS), for other targets
# their last lines. All targets are made, whatever fails. More than three flaky tests fail, too.
# What follows a -- is a lane: its targets are made in turn, at the same time as those of the other lanes, once the targets
# before the first -- are made. So no processor is idle while a lane waits.
set -uo pipefail
cd "$(dirname "$0")/../.."
name=$1
shift
outer= results=${BLASTYARD_RESULTS:-}
if [ -z "$results" ]; then
  outer=yes
  results=$(mktemp -d) || exit 1
fi
[ -z "$outer" ] || trap 'rm -rf "$results"' EXIT
trap 'wait; exit 130' INT # which all lanes get
began=$SECONDS

# make_one TARGET
make_one() {
  local target=$1 dir=$results/$1 start=$SECONDS
  mkdir -p "$dir"
  if BLASTYARD_RESULTS=$dir "${MAKE:-make}" --no-print-directory "$target" 2>&1 | tee "$dir/log"; then
    touch "$dir/passed"
    echo "== $target: passed in $((SECONDS - start)) s"
    return
  fi
  echo "== $target: FAILED after $((SECONDS - start)) s"
  [ -s "$dir/failed.txt" ] || { printf '\nFAILED: make %s\n' "$target"; tail -n 20 "$dir/log"; } >"$dir/failed.txt"
}

# make_all "TARGET…"
make_all() {
  for target in $1; do make_one "$target"; done
}

lanes=("")
for word in "$@"; do
  if [ "$word" = -- ]; then lanes+=(""); else lanes[-1]+=" $word"; fi
done
make_all "${lanes[0]}"
last=$((${#lanes[@]} - 1))
for ((i = 1; i < last; i++)); do
  make_all "${lanes[i]}" &
done
[ $last = 0 ] || make_all "${lanes[last]}"
wait

bad=
for target in ${lanes[*]}; do
  dir=$results/$target
  [ -e "$dir/passed" ] || bad="$bad $target"
  cat "$dir/failed.txt" >>"$results/failed.txt" 2>/dev/null
  cat "$dir/flaky.txt" >>"$results/flaky.txt" 2>/dev/null
done
if [ -n "$outer" ]; then
  cat "$results/failed.txt" "$results/flaky.txt" 2>/dev/null
  if [ "$(cat "$results/flaky.txt" 2>/dev/null | wc -l)" -gt 3 ]; then
    bad="$bad (more than three flaky tests)"
  fi
fi
[ -z "$bad" ] || { echo "$name: FAILED after $((SECONDS - began)) s:$bad"; exit 1; }
echo "$name: passed in $((SECONDS - began)) s"
