#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server vscode.sh
# Packages the extension, installs it into a real VS Code, opens that in Chromium and runs vscode.mjs. Leaves a picture
# in tests/out/vscode.png. Needs Debian's chromium and Node 20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$root/target/debug/cindyscript-server}")
VSCODE=$root/tests/.cache/vscode
SCREENSHOT=$root/tests/out/vscode.png
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
SERVER_DATA=$scratch/data
WORKSPACE=$scratch/applets
export CINDYSCRIPT_SERVER VSCODE SERVER_DATA WORKSPACE SCREENSHOT

extension=$root/editors/vscode
for folder in "$extension" "$here"; do
  # npm writes this file last: without it the folder is missing, half there, or older than the lock file.
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
[ -e "$VSCODE/out/server-main.js" ] || "$here/install/vscode.sh" "$VSCODE"
(cd "$extension" && npm run --silent package > "$scratch/package.log" 2>&1) || { cat "$scratch/package.log"; exit 1; }

# Scripts in pages, on top of VS Code's own grammars.
syntaxes=$VSCODE/extensions
(cd "$extension" && npx vscode-tmgrammar-test \
  -g "$syntaxes/html/syntaxes/html.tmLanguage.json" -g "$syntaxes/html/syntaxes/html-derivative.tmLanguage.json" \
  -g "$syntaxes/javascript/syntaxes/JavaScript.tmLanguage.json" -g "$syntaxes/css/syntaxes/css.tmLanguage.json" \
  "$here/grammar/*.test.html" 'test/*.test.cindyscript')

mkdir -p "$WORKSPACE" "$(dirname "$SCREENSHOT")"
cp "$here"/fixtures/* "$root/tests/applets/wave.html" "$WORKSPACE"
node "$VSCODE/out/server-main.js" --accept-server-license-terms --server-data-dir "$SERVER_DATA" \
  --install-extension "$extension/cindyscript.vsix" > "$scratch/install.log" 2>&1 || { cat "$scratch/install.log"; exit 1; }
cd "$here" && timeout 600 node vscode.mjs
