#!/bin/sh
# usage: need.sh COMMAND|/FILE DEBIAN-PACKAGE
# Makes sure that a command, or a file of a library, is there: installs its Debian package as root, else says in a line what to install.
set -eu
case $1 in
  /*) [ -e "$1" ] && exit 0 ;;
  *) command -v "$1" >/dev/null 2>&1 && exit 0 ;;
esac
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing $2, which the tests need" >&2
  log=$(mktemp)
  if { apt-get install -y --no-install-recommends "$2" || { apt-get update && apt-get install -y --no-install-recommends "$2"; }; } >"$log" 2>&1; then
    rm -f "$log"
    exit 0
  fi
  tail -n 3 "$log" >&2
fi
echo "the tests need $1: install it (Debian: apt-get install $2) and try again" >&2
exit 1
