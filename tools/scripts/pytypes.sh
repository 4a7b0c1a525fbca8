#!/bin/sh
# Checks the types of the Python package.
set -eu
cd "$(dirname "$0")/../.."
. ./tools/scripts/pytools.sh
.tools/python/venv/bin/python -m mypy --strict --python-version 3.10 --cache-dir .tools/python/mypy train/python/blastyard
