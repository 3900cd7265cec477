#!/bin/bash
# usage: CINDYSCRIPT_PREVIEW=target/debug/cindyscript-preview preview.sh [APPLET...|export|behaviour|controls]
# Builds the preview for browsers, quickly compiled, and plays applets with it in Chromium, by software WebGPU: see
# preview.mjs. Leaves the pictures in tests/out/web. Needs Debian's chromium and Node 20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
editors=$root/tests/editors
for folder in "$editors" "$root/editors/vscode"; do
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
modules=$root/target/web/modules
CINDYSCRIPT_WEB=${CINDYSCRIPT_WEB-quick} "$root/.github/web.sh" cindyscript-preview-web "$modules/preview"
(cd "$root/editors/vscode" && npm run --silent build:player -- --outdir="$modules/preview")
node "$here/preview.mjs" "$modules" "$@"
