#!/bin/sh
# Prints the version of the sources: VERSION where it is set, else the tag or commit of git, else dev.
cd "$(dirname "$0")/../.."
[ -n "${VERSION:-}" ] && exec echo "$VERSION"
git describe --tags --always --dirty 2>/dev/null || echo dev
