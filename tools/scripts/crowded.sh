#!/bin/bash
# usage: crowded.sh [COUNT]
# Runs the tests that start processes COUNT times, 20 unless said otherwise, on two processors beside two busy loops: a
# test that needs a quiet machine fails here.
set -euo pipefail
cd "$(dirname "$0")/../.."
count=${1:-20}
cores=$(python3 -c 'import os; print(*sorted(os.sched_getaffinity(0))[:2], sep=",")' 2>/dev/null) # of those it may have
taskset -cp "${cores:-0,1}" $$ >/dev/null 2>&1 || echo "crowded.sh: on all processors" >&2
busy=()
trap '[ ${#busy[@]} = 0 ] || kill "${busy[@]}" 2>/dev/null' EXIT
for _ in 1 2; do
  (while :; do :; done) &
  busy+=($!)
done
${GO:-go} run ./tools/testrun crowded -vet=off -count="$count" -timeout=60m -p=2 \
  -run='Interrupt|BrokenOff|Killed|Outlives|Survive|TestScripts/play_ends|HostileGuest|ReusedAddress|Stdio' -- \
  ./arena/... ./cmd/program
