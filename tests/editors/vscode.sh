#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server vscode.sh [VERSION...]
# Packages the extension, installs it into real VS Codes (versions of npm's code-server: the oldest that the extension is
# for unless others are named, such as 4.139.1), opens each in Chromium and runs vscode.mjs. Leaves pictures in
# tests/out. Needs Debian's chromium and Node 20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$root/target/debug/cindyscript-server}")
export CINDYSCRIPT_SERVER
cache=$root/tests/.cache
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ $# -gt 0 ] || set -- 4.100.3

extension=$root/editors/vscode
for folder in "$extension" "$here"; do
  # npm writes this file last: without it the folder is missing, half there, or older than the lock file.
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
(cd "$extension" && npm run --silent package > "$scratch/package.log" 2>&1) || { cat "$scratch/package.log"; exit 1; }

# The Node that a VS Code wants, of the same release as its own.
node_for() {
  local major=24 prefix
  case $1 in 4.100.*) major=20 ;; esac
  if [ "$(node -p 'process.versions.node.split(".")[0]')" = $major ]; then echo node && return; fi
  prefix=$cache/node-$major
  [ -x "$prefix/package/bin/node" ] || {
    mkdir -p "$prefix" && cd "$prefix" || return
    npm pack --silent "node-linux-$(node -p process.arch)@$major" > /dev/null && tar xzf ./*.tgz && rm ./*.tgz
  } || return
  echo "$prefix/package/bin/node"
}

# grammars VSCODE: scripts in pages, on top of its own grammars.
grammars() {
  local syntaxes=$1/extensions
  (cd "$extension" && npx vscode-tmgrammar-test \
    -g "$syntaxes/html/syntaxes/html.tmLanguage.json" -g "$syntaxes/html/syntaxes/html-derivative.tmLanguage.json" \
    -g "$syntaxes/javascript/syntaxes/JavaScript.tmLanguage.json" -g "$syntaxes/css/syntaxes/css.tmLanguage.json" \
    "$here/grammar/*.test.html" 'test/*.test.cindyscript')
}

# What a new applet and the sample are made of has nothing wrong with it.
for page in "$extension"/templates/*.html; do
  said=$("$CINDYSCRIPT_SERVER" check --portability "$page") && [ -z "$said" ] || { echo "$said" && exit 1; }
done

status=0
for version in "$@"; do
  VSCODE=$cache/vscode-$version
  [ -e "$VSCODE/out/server-main.js" ] || "$here/install/vscode.sh" "$VSCODE" "$version"
  grammars "$VSCODE" || status=1
  NODE=$(node_for "$version")
  SCREENSHOT=$root/tests/out/vscode-$version.png
  SERVER_DATA=$scratch/$version/data
  WORKSPACE=$scratch/$version/applets
  export NODE VSCODE SCREENSHOT SERVER_DATA WORKSPACE
  mkdir -p "$WORKSPACE" "$(dirname "$SCREENSHOT")"
  cp "$here"/fixtures/* "$root/tests/applets/wave.html" "$WORKSPACE"
  "$NODE" "$VSCODE/out/server-main.js" --accept-server-license-terms --server-data-dir "$SERVER_DATA" \
    --install-extension "$extension/cindyscript.vsix" > "$scratch/install.log" 2>&1 || { cat "$scratch/install.log"; exit 1; }
  echo "== VS Code $(node -p 'require(process.argv[1]).version' "$VSCODE/package.json")"
  (cd "$here" && timeout 600 node vscode.mjs) || status=1
done
exit $status
