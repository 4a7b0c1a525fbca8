# Read by python.sh, wheels.sh and pytypes.sh, in the project's folder: makes the environment .tools/python/venv with what
# builds wheels and checks types, and .tools/python/wheels with what tests install. Both stay while train/python/requirements.txt
# is the same.
./tools/scripts/need.sh python3 python3
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  ./tools/scripts/need.sh "$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')/ensurepip/__init__.py" python3-venv
fi
want=$(python3 -c 'import sys; print(sys.version)' && cat train/python/requirements.txt)
if [ "$(cat .tools/python/done 2>/dev/null)" != "$want" ]; then
  rm -rf .tools/python
  python3 -m venv .tools/python/venv
  .tools/python/venv/bin/python -m pip --quiet --disable-pip-version-check download --only-binary :all: \
    -d .tools/python/wheels -r train/python/requirements.txt
  .tools/python/venv/bin/python -m pip --quiet --disable-pip-version-check install --no-compile --no-index \
    --find-links .tools/python/wheels -r train/python/requirements.txt
  echo "$want" >.tools/python/done
fi
