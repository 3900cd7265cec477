#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/release/cindyscript-server tests/editors/pictures.sh [FUNCTION...]
#
# Takes the pictures of README.md and docs/ in a real VS Code and writes them into docs/pictures.
# FUNCTION names functions of pictures.mjs; all of them by default, which also renews docs/pictures/taken.txt:
# tests/docs fails if the files that are listed there change later. Needs chromium, ffmpeg and Node 20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$root/target/debug/cindyscript-server}")
CINDYSCRIPT_PREVIEW=$(realpath -e "${CINDYSCRIPT_PREVIEW:-$(dirname "$CINDYSCRIPT_SERVER")/cindyscript-preview}")
export CINDYSCRIPT_SERVER CINDYSCRIPT_PREVIEW
extension=$root/editors/vscode
vscode=$root/tests/.cache/vscode-4.100.3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for folder in "$extension" "$here"; do
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
(cd "$extension" && npm run --silent package > "$scratch/package.log" 2>&1) || { cat "$scratch/package.log"; exit 1; }
[ -e "$vscode/out/server-main.js" ] || "$here/install/vscode.sh" "$vscode" 4.100.3
mkdir -p "$scratch/applets/.vscode" "$root/docs/pictures"
cp "$root/docs/pictures/roots.html" "$scratch/applets"
node "$vscode/out/server-main.js" --accept-server-license-terms --server-data-dir "$scratch/data" \
  --install-extension "$extension/cindyscript.vsix" > "$scratch/install.log" 2>&1 || { cat "$scratch/install.log"; exit 1; }
cd "$here" && XDG_STATE_HOME=$scratch/state NODE=node VSCODE=$vscode SERVER_DATA=$scratch/data WORKSPACE=$scratch/applets \
  ROOT=$root FRAMES=$scratch/frames timeout 1200 node pictures.mjs "$@"
