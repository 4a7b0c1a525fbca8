#!/bin/sh
# usage: dist.sh [FOLDER]
# Builds the programs for all systems, and lists the checksums of what it built.
set -eu
cd "$(dirname "$0")/../.."
out=${1:-bin/dist}
version=$(./tools/scripts/version.sh)
rm -rf "$out"
mkdir -p "$out"
${GO:-go} generate ./show/lab
for system in linux darwin windows; do
  for processor in amd64 arm64; do
    for program in blastyard blastyard-tournament; do
      name=$program-$version-$system-$processor
      [ $system = windows ] && name=$name.exe
      echo "building $name"
      CGO_ENABLED=0 GOOS=$system GOARCH=$processor ${GO:-go} build -tags bundled -pgo=cmd/blastyard/release.pgo -trimpath -ldflags "-s -w -X main.version=$version -X blastyard/cmd/program.version=$version" -o "$out/$name" ./cmd/$program
    done
  done
done
cd "$out"
here=./blastyard-$version-$(${GO:-go} env GOHOSTOS)-$(${GO:-go} env GOHOSTARCH)$(${GO:-go} env GOEXE)
if [ -e "$here" ]; then # without Go and its sources it has all that it needs
  env -i "$here" lab -o - >/dev/null
fi
if command -v sha256sum >/dev/null 2>&1; then sha256sum blastyard-* >SHA256SUMS; else shasum -a 256 blastyard-* >SHA256SUMS; fi
cat SHA256SUMS
