#!/bin/bash
# usage: stage.sh NAME TARGET…
# Makes the targets in turn, prints how long each took, and says at its end what failed: the names of failed tests and the
# first 20 lines of each (which testrun and web.sh write to the folder BLASTYARD_RESULTS), for other targets their last lines.
# All targets are made, whatever fails. More than three flaky tests fail, too.
set -uo pipefail
cd "$(dirname "$0")/.."
name=$1
shift
outer=
if [ -z "${BLASTYARD_RESULTS:-}" ]; then
  outer=yes
  BLASTYARD_RESULTS=$(mktemp -d) || exit 1
  export BLASTYARD_RESULTS
  trap 'rm -rf "$BLASTYARD_RESULTS"' EXIT
fi
failed=$BLASTYARD_RESULTS/failed.txt flaky=$BLASTYARD_RESULTS/flaky.txt
touch "$failed" "$flaky"
began=$SECONDS bad=
for target in "$@"; do
  log=$BLASTYARD_RESULTS/$target.log
  before=$(wc -c <"$failed") start=$SECONDS
  if "${MAKE:-make}" --no-print-directory "$target" 2>&1 | tee "$log"; then
    echo "== $target: passed in $((SECONDS - start)) s"
  else
    bad="$bad $target"
    echo "== $target: FAILED after $((SECONDS - start)) s"
    [ "$(wc -c <"$failed")" != "$before" ] || { printf '\nFAILED: make %s\n' "$target"; tail -n 20 "$log"; } >>"$failed"
  fi
done
if [ -n "$outer" ]; then
  cat "$failed" "$flaky"
  if [ "$(wc -l <"$flaky")" -gt 3 ]; then
    bad="$bad (more than three flaky tests)"
  fi
fi
[ -z "$bad" ] || { echo "$name: FAILED after $((SECONDS - began)) s:$bad"; exit 1; }
echo "$name: passed in $((SECONDS - began)) s"
