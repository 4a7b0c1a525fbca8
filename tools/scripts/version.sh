#!/bin/sh
# Prints the version of the sources: VERSION where it is set, else the tag of git and what came after it (v0.1.0-4-gabc);
# without a tag, the version of the sources with git's commit (0.1.0-gabc) if there is one.
cd "$(dirname "$0")/../.."
[ -n "${VERSION:-}" ] && exec echo "$VERSION"
git describe --tags --dirty 2>/dev/null && exit
number=$(cat cmd/internal/command/about/VERSION)
commit=$(git describe --always --dirty 2>/dev/null) && number=$number-g$commit
echo "$number"
