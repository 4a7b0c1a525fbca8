#!/bin/sh
# usage: rename.sh PATH
# Gives the module the path of its home, such as example.org/team/blastyard: in go.mod, in imports and wherever packages are
# named by their path, also in the manual. It changes files and commits nothing.
set -eu
cd "$(dirname "$0")/../.."
new=${1:?usage: rename.sh PATH}
old=$(go list -m)
[ -z "$(git status --porcelain)" ] || { echo "rename.sh: commit your changes first" >&2; exit 1; }

# A path ends at its quotation mark or goes on with one of our folders; the program's name alone stays.
folders=$(git ls-files '*/*' | cut -d/ -f1 | sort -u | grep -v '^\.' | paste -sd'|' -)
was=$(echo "$old" | sed 's/[.]/[.]/g')
files=$(git grep -lE "[\"\`=]$was" -- '*.go' '*.md')
sed -i.before -E -e "s#([\"\`])$was/($folders)([/\"\`.]|\$)#\1$new/\2\3#g" -e "s#\"$was/\"#\"$new/\"#g" \
  -e "s#^(import |[[:space:]]+|[[:space:]]+[a-z]+ )\"$was\"\$#\1\"$new\"#" \
  -e "s#(go mod edit -require=)$was(@[^ ]* -replace=)$was=#\1$new\2$new=#" $files
sed -i.after -E "s#^\| \`$was\` \|#| \`$new\` |#" docs/library.md # the root package in the table
rm docs/library.md.after
modules=$(git ls-files go.mod 'tools/*/go.mod')
sed -i.before -E "s#^module $was(/|\$)#module $new\1#" $modules
for file in $files $modules; do echo "$file.before"; done | xargs rm
gofmt -w $(git diff --name-only -- '*.go')
git diff --shortstat
