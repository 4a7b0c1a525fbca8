#!/bin/sh
# usage: wheels.sh [FOLDER]
# Builds the Python package for all platforms, and checks each wheel. The same commit and the same Go give the same bytes.
set -eu
cd "$(dirname "$0")/../.."
out=${1:-bin/wheels}
mkdir -p "$out"
out=$(cd "$out" && pwd)
. ./tools/scripts/pytools.sh
python=$PWD/.tools/python/venv/bin/python
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 1577836800)
export SOURCE_DATE_EPOCH
rm -f "$out"/blastyard-*.whl
for platform in ${PLATFORMS:-$("$python" -c 'import sys; sys.path.insert(0, "train/python/packaging"); import platforms; print(*platforms.PLATFORMS)')}; do
  echo "building the wheel for $platform"
  (cd train/python && BLASTYARD_PLATFORM=$platform "$python" -m hatchling build -t wheel -d "$out")
done
"$python" train/python/packaging/check.py "$out"/blastyard-*.whl
