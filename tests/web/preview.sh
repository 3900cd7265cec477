#!/bin/bash
# usage: CINDYSCRIPT_PREVIEW=target/debug/cindyscript-preview preview.sh [APPLET...|behaviour]
# Builds the preview for browsers, quickly compiled, and plays applets with it in Chromium, by software WebGPU: see
# preview.mjs. Leaves the pictures in tests/out/web. Needs Debian's chromium and Node 20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
editors=$root/tests/editors
[ "$editors/node_modules/.package-lock.json" -nt "$editors/package-lock.json" ] ||
  (cd "$editors" && npm ci --no-audit --no-fund --loglevel=error)
modules=$root/target/web/preview
CINDYSCRIPT_WEB=${CINDYSCRIPT_WEB-quick} "$root/.github/web.sh" cindyscript-preview-web "$modules"
node "$here/preview.mjs" "$modules" "$@"
