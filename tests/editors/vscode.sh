#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server vscode.sh [VERSION...]     cindyscript-preview is beside it unless CINDYSCRIPT_PREVIEW names it
# Packages the extension with its modules, compiled quickly, installs it into real VS Codes (versions of npm's code-server: the oldest that the extension is
# for and the current one unless others are named), opens each in Chromium, side by side, and runs vscode.mjs. Leaves pictures in
# tests/out. Needs Debian's chromium and Node 20. CHECKS names those functions of vscode.mjs that are run, else all are.
# THROTTLE makes the browser so many times slower: checks that fail then would fail on a busy machine.
# Where at most three checks fail, their functions are run once more in a new workbench; what passes then is FLAKY.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$root/target/debug/cindyscript-server}")
CINDYSCRIPT_PREVIEW=$(realpath -e "${CINDYSCRIPT_PREVIEW:-$(dirname "$CINDYSCRIPT_SERVER")/cindyscript-preview}")
export CINDYSCRIPT_SERVER CINDYSCRIPT_PREVIEW
cache=$root/tests/.cache
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ $# -gt 0 ] || set -- 4.100.3 4.139.1

extension=$root/editors/vscode
for folder in "$extension" "$here"; do
  # npm writes this file last: without it the folder is missing, half there, or older than the lock file.
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
done
(cd "$extension" && CINDYSCRIPT_WEB=quick npm run --silent build:modules)
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

(cd "$extension" && npm run --silent typecheck && node --test test/*.test.mjs) || exit

# in_workbench VERSION [FUNCTION...]: what a person sees in it.
in_workbench() {
  rm -rf "${scratch:?}/$1" "$scratch/$1.again"
  local data=$scratch/$1/data applets=$scratch/$1/applets vscode=$cache/vscode-$1 node
  node=$(node_for "$1")
  mkdir -p "$applets" "$root/tests/out"
  cp "$here"/fixtures/* "$root/tests/applets/wave.html" "$applets"
  "$node" "$vscode/out/server-main.js" --accept-server-license-terms --server-data-dir "$data" \
    --install-extension "$extension/cindyscript.vsix" > "$scratch/$1/install.log" 2>&1 || { cat "$scratch/$1/install.log"; return 1; }
  cd "$here" && XDG_STATE_HOME=$scratch/$1/state NODE=$node VSCODE=$vscode SERVER_DATA=$data WORKSPACE=$applets SCREENSHOT=$root/tests/out/vscode-$1.png \
    AGAIN=$scratch/$1.again timeout 1800 node vscode.mjs "${@:2}"
}

status=0
for version in "$@"; do
  [ -e "$cache/vscode-$version/out/server-main.js" ] || "$here/install/vscode.sh" "$cache/vscode-$version" "$version"
  grammars "$cache/vscode-$version" || status=1
done
# all_of VERSION: the checks in it, and those of them that few fail in once more.
all_of() {
  local again=()
  echo "== VS Code $(node -p 'require(process.argv[1]).version' "$cache/vscode-$1/package.json")"
  # shellcheck disable=SC2086 # names of functions
  in_workbench "$1" ${CHECKS:-} | tee "$scratch/$1.said" && return
  [ -s "$scratch/$1.again" ] && [ "$(grep -c '^FAILED' "$scratch/$1.said")" -le 3 ] || return
  read -ra again < "$scratch/$1.again" || true # there is no end of the line
  echo "== Once more: ${again[*]}"
  in_workbench "$1" "${again[@]}" && sed -n 's/^FAILED */FLAKY: /p' "$scratch/$1.said"
}

# Side by side: each waits half of its time.
running=()
for version in "$@"; do
  all_of "$version" 2>&1 | sed -u "s/^/$version  /" &
  running+=($!)
done
for process in "${running[@]}"; do
  wait "$process" || status=1
done
exit $status
