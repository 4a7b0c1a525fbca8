#!/bin/sh
# hexc.sh FILE.c [ROUNDS [SECONDS]]: compares the speed of State.Step with the same rules in C, the yardstick hexc.c.
# The games are those of BenchmarkStep. Both programs run in turn, five times, each for 7 × 0.3 s a game, and have to
# agree on every score and place. It prints the medians in millions of turns a second, their ratio (Go over C), and the
# median of the rounds' ratios. Seconds are those of a processor, so that the load of the machine matters less.
set -eu
[ $# -ge 1 ] && [ -f "$1" ] || { echo "usage: $0 FILE.c [ROUNDS [SECONDS]]" >&2; exit 2; }
rounds=${2:-5}
seconds=${3:-0.3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sed "s/CLOCK_MONOTONIC/CLOCK_PROCESS_CPUTIME_ID/; s/<0\.3)/<$seconds)/" "$1" > "$dir/hexc.c"
"${CC:-cc}" -O3 -march=native -o "$dir/hexc" "$dir/hexc.c"
cd "$(dirname "$0")/../.."
go test -c -o "$dir/go" ./rules/hexabomb
"$dir/go" -test.run '^TestTraces$' -traces "$dir" > "$dir/log" || { cat "$dir/log" >&2; exit 1; }

median() { sort -n | awk '{v[NR] = $1} END {m = int((NR + 1) / 2); print (v[m] + v[NR + 1 - m]) / 2}'; }

for round in $(seq "$rounds"); do
    for trace in "$dir"/*.bin; do
        name=$(basename "$trace" .bin)
        "$dir/hexc" "$trace" > "$dir/out"
        set -- $(sed -n 's/.*hash \([0-9]*\) .* med \([0-9]*\) .*/\1 \2/p' "$dir/out")
        [ "$1" = "$(cat "$dir/$name.hash")" ] || { echo "$name: C has the hash $1, Go $(cat "$dir/$name.hash")" >&2; exit 1; }
        echo "$2" >> "$dir/$name.c"
        "$dir/go" -test.run '^$' -test.bench "^BenchmarkStep\$/^$(echo "$name" | sed 's|-|$/^|')\$" \
            -test.benchtime "${seconds}s" -test.count 7 > "$dir/out"
        awk '{for (i = 2; i <= NF; i++) if ($i == "turns/cpu-s") print $(i-1)}' "$dir/out" | median >> "$dir/$name.go"
    done
done
echo "game                 C     Go   Go/C   of rounds"
for trace in "$dir"/*.bin; do
    name=$(basename "$trace" .bin)
    of_rounds=$(paste "$dir/$name.c" "$dir/$name.go" | awk '{print $2 / $1}' | median)
    echo "$name $(median < "$dir/$name.c") $(median < "$dir/$name.go") $of_rounds" |
        awk '{printf "%-15s %6.2f %6.2f   %.2f   %.2f\n", $1, $2 / 1e6, $3 / 1e6, $3 / $2, $4}'
done
