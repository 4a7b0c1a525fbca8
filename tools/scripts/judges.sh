#!/bin/sh
# usage: judges.sh [NAME…]
# Trains with the libraries that people train with, as they are published: each NAME below is an environment of its own, made
# anew with the wheel of the Python package and exact versions, and what it runs. Without NAME all. What is downloaded
# stays in .tools/judges: 7 GB, because PyTorch wants its CUDA packages also where there is no GPU.
set -eu
cd "$(dirname "$0")/../.."
top=$PWD tools=$PWD/.tools/judges out=$PWD/bin/judges
. ./tools/scripts/pytools.sh

# NAME | packages | modules of train/python/judges and train/python/tests
# A package with ! comes without what it asks for: pufferlib-core wants an older PyTorch with CUDA packages of its own.
judges='
low       | gymnasium==1.1.0 pettingzoo==1.24.3 numpy==1.26.4               | test_gym test_parallel test_vec
high      | gymnasium==1.4.0 pettingzoo==1.27.0 numpy==2.4.6 moviepy==2.2.1 | test_gym test_parallel judge_gymnasium
sb3       | gymnasium==1.2.2 pettingzoo==1.27.0 torch==2.15.0 stable-baselines3==2.9.2 sb3-contrib==2.9.2 supersuit==3.11.0 pyright==1.1.414 matplotlib==3.11.2 | judge_sb3 judge_supersuit judge_cleanrl test_examples judge_types
torchrl   | gymnasium==1.4.0 pettingzoo==1.27.0 torch==2.15.0 torchrl==0.14.1 | judge_torchrl
tianshou  | pettingzoo==1.27.0 torch==2.15.0 tianshou==2.0.1                  | judge_tianshou
rllib     | gymnasium==1.2.2 pettingzoo==1.27.0 torch==2.15.0 ray[rllib]==2.60.0 | judge_rllib
pufferlib | gymnasium==1.4.0 pettingzoo==1.27.0 torch==2.15.0 psutil rich rich-argparse pufferlib-core==3.0.23! | judge_pufferlib
datasets  | gymnasium==1.4.0 pettingzoo==1.27.0 minari[hdf5]==0.5.4                 | judge_minari
'
names="$*"
[ -n "$names" ] || names=$(printf '%s' "$judges" | awk -F '|' 'NF > 1 { gsub(/ /, "", $1); print $1 }')
for name in $names; do
  if ! printf '%s' "$judges" | grep -q "^$name *|"; then
    echo "judges.sh: no judge is called $name, expected one of:" $(printf '%s' "$judges" | awk -F '|' 'NF > 1 { print $1 }') >&2
    exit 2
  fi
done

# uv shares files between environments. Without it, pip copies them.
mkdir -p "$tools" "$out"
export UV_CACHE_DIR=$tools/cache UV_NO_PROGRESS=1
uv=$(command -v uv || true)
if [ -z "$uv" ]; then
  [ -x "$tools/tool/bin/uv" ] || { python3 -m venv "$tools/tool" && "$tools/tool/bin/python" -m pip --quiet install uv==0.13.9; } ||
    echo "judges.sh: uv cannot be installed: pip it is, which takes longer and 6 GB for each environment" >&2
  [ ! -x "$tools/tool/bin/uv" ] || uv=$tools/tool/bin/uv
fi

# install ENVIRONMENT PACKAGE…
install() {
  where=$1
  shift
  rm -rf "$where"
  if [ -n "$uv" ]; then
    "$uv" --quiet venv --python "$(command -v python3)" "$where"
    "$uv" --quiet pip install --python "$where/bin/python" "$@"
  else
    python3 -m venv "$where"
    "$where/bin/python" -m pip --quiet --disable-pip-version-check install "$@"
  fi
}

# bare ENVIRONMENT [PACKAGE…] adds packages without what they ask for.
bare() {
  where=$1
  shift
  [ "$#" -gt 0 ] || return 0
  if [ -n "$uv" ]; then
    "$uv" --quiet pip install --python "$where/bin/python" --no-deps "$@"
  else
    "$where/bin/python" -m pip --quiet --disable-pip-version-check install --no-deps "$@"
  fi
}

version=$(./tools/scripts/version.sh)
rm -rf "$out"
mkdir -p "$out/programs" "$out/empty"
${GO:-go} build -ldflags "-s -w -X main.version=$version -X blastyard/cmd/program.version=$version" -o "$out/programs/" ./cmd/...
(cd train/python && BLASTYARD_WHEEL_PROGRAMS=$out/programs "$top/.tools/python/venv/bin/python" -m hatchling build -t wheel -d "$out" >/dev/null)
wheel=$(ls "$out"/blastyard-*.whl)
rm -r "$out/programs"

unset BLASTYARD_PROGRAM PYTHONPATH
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 CUDA_VISIBLE_DEVICES=
passed=0 failed=0
cd "$out/empty"
for name in $names; do
  line=$(printf '%s' "$judges" | grep "^$name *|")
  packages=$(echo "$line" | cut -d '|' -f 2) modules=$(echo "$line" | cut -d '|' -f 3)
  echo "== $name:$packages"
  case $packages in
    *torch*)
      free=$(df -Pk "$tools" | awk 'NR == 2 { print int($4 / 1048576) }')
      need=14
      [ ! -e "$tools/torch" ] || need=3 # it is in the cache
      if [ "$free" -lt "$need" ]; then
        echo "FAILED: $name: $free GB are free in .tools/judges, expected $need for PyTorch: make room, or name judges without it (low high)"
        failed=$((failed + 1))
        continue
      fi
      ;;
  esac
  # shellcheck disable=SC2086 # a word for each package
  alone=$(echo "$packages" | tr ' ' '\n' | sed -n 's/!$//p')
  packages=$(echo "$packages" | tr ' ' '\n' | grep -v '!$')
  # shellcheck disable=SC2086
  if ! install "$tools/$name" "$wheel[rl]" $packages || ! bare "$tools/$name" $alone; then
    echo "FAILED: $name: its packages cannot be installed together"
    failed=$((failed + 1))
    continue
  fi
  case $packages in *torch*) touch "$tools/torch" ;; esac
  for module in $modules; do
    file=$top/train/python/judges/$module.py
    [ -f "$file" ] || file=$top/train/python/tests/$module.py
    # A file of its own: multiprocessing starts it again in other processes. Arrays of ours must not make PyTorch warn.
    if "$tools/$name/bin/python" -W "error:The given NumPy array is not writ" "$file"; then
      passed=$((passed + 1))
    else
      echo "FAILED: $name: $module"
      failed=$((failed + 1))
    fi
  done
  rm -rf "${tools:?}/$name"
done
echo "judges: $passed passed, $failed failed"
[ "$failed" = 0 ]
