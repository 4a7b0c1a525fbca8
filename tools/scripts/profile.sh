#!/bin/sh
# profile.sh: renews cmd/blastyard/release.pgo, by which releases are compiled (make build, dist and wheels): where the
# program spends its time in training and in the rules. Everyday builds and tests do without it, as they would compile
# everything twice. A profile of older sources does no harm, so renew it after work on speed only.
set -eu
cd "$(dirname "$0")/../.."
dir=/tmp/blastyard-profile # its name is in the profile, so it is the same everywhere
mkdir "$dir"
trap 'rm -rf "$dir"' EXIT
profile() {
  name=$(echo "$2" | tr -dc 'a-zA-Z0-9')
  (cd "$1" && "$dir/$1.test" -test.run '^$' -test.bench "$2" -test.benchtime 3s -test.cpu 1 -test.cpuprofile "$dir/$name.prof" >"$dir/log")
  grep -q '^Benchmark' "$dir/log" || { echo "profile.sh: $1 has no benchmark $2" >&2; exit 1; }
}
${GO:-go} test -c -trimpath -o "$dir/train.test" ./train
for bench in Step/hexabomb/37cells/6players/threads=1 Step/hexabomb/415cells/4x7/threads=1 Step/bomberman/2players/threads=1; do
  profile train "$bench"
done
${GO:-go} tool pprof -proto -output "$dir/release.pgo" "$dir"/*.prof >/dev/null
mv "$dir/release.pgo" cmd/blastyard/release.pgo
ls -l cmd/blastyard/release.pgo
