#!/bin/bash
# usage: playground.sh
# Builds the playground, with modules that are compiled quickly, and operates it in Chromium: see playground.mjs. Leaves a
# picture in tests/out. Needs Debian's chromium and Node 20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
for folder in "$root/editors/playground" "$here"; do
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
cd "$root/editors/playground"
npm run --silent typecheck
CINDYSCRIPT_WEB=quick npm run --silent build
mkdir -p "$root/tests/out"
cd "$here"
PLAYGROUND=$root/target/playground SCREENSHOT=$root/tests/out/playground.png node playground.mjs
