#!/bin/sh
# usage: python.sh [TEST…]
# Tests the Python package as users have it: its wheel in a fresh environment that does not see the sources. TEST is a
# module of train/python/tests (test_vec); without one all run. What is downloaded stays in .tools/python.
set -eu
cd "$(dirname "$0")/../.."
top=$PWD tools=$PWD/.tools/python out=$PWD/bin/python
. ./tools/scripts/pytools.sh

# The programs as the other tests build them, so that nothing is compiled twice; make wheels builds them as they are
# released.
rm -rf "$out"
mkdir -p "$out/empty" "$out/programs"
version=$(./tools/scripts/version.sh)
${GO:-go} build -ldflags "-s -w -X main.version=$version -X blastyard/cmd/program.version=$version" -o "$out/programs/" ./cmd/...
for folder in "$out" "$out/again"; do
  (cd train/python && BLASTYARD_WHEEL_PROGRAMS=$out/programs "$tools/venv/bin/python" -m hatchling build -t wheel -d "$folder" >/dev/null)
done
cmp "$out"/blastyard-*.whl "$out"/again/blastyard-*.whl
"$tools/venv/bin/python" train/python/packaging/check.py "$out"/blastyard-*.whl

python3 -m venv --without-pip "$out/venv"
"$tools/venv/bin/python" -m pip --quiet --disable-pip-version-check --python "$out/venv/bin/python" install \
  --no-index --find-links "$tools/wheels" "$(ls "$out"/blastyard-*.whl)[rl]"
rm -r "$out/programs"
${GO:-go} build -o "$out/cycles" ./cmd/program/testdata/cycles # a program with a game of its own
cd "$out/empty"
"$out/venv/bin/blastyard" version
"$out/venv/bin/blastyard" tournament version

# The longest first. A script of the wheel is found without the search path, and nothing comes from the sources.
tests="$*"
if [ -z "$tests" ]; then
  tests=$(cd "$top/train/python/tests" && ls -S test_*.py | sed 's/\.py$//')
fi
unset BLASTYARD_PROGRAM
export BLASTYARD_WHEEL=1 BLASTYARD_CYCLES=$out/cycles
export PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=default
export PYTHONPATH=$top/train/python/tests
"$out/venv/bin/python" "$top/tools/scripts/pytests.py" $tests
