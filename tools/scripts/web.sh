#!/bin/sh
# Checks of the viewer's page that need Node: types, unit tests, and the page in a real browser.
# usage: web.sh [quick|all|FILE...]
# quick, the default, tests something of each subject of the page (show/web/test/stages.mjs), all everything.
set -eu
cd "$(dirname "$0")/../../show/web"
. ../../tools/scripts/nodetools.sh
npm run --silent check
npm run --silent unit
${GO:-go} build -o "$PWD/../../bin/" ../../cmd/...
BLASTYARD=$PWD/../../bin/blastyard exec node test/run.mjs "$@"
