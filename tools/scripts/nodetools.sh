# Read by web.sh and weblint.sh, in show/web: installs what checks the page, in node_modules. It stays while
# package-lock.json is the same.
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --ignore-scripts
fi
