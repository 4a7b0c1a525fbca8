#!/bin/sh
# Checks that the sources of the page and the other scripts are formatted, and looks for mistakes in them; .biome.json has
# the rules and names the files.
# usage: weblint.sh [--write]
# --write formats the files, and fixes what can be fixed safely.
set -eu
cd "$(dirname "$0")/../../show/web"
. ../../tools/scripts/nodetools.sh
cd ../..
exec show/web/node_modules/.bin/biome check --error-on-warnings "$@"
