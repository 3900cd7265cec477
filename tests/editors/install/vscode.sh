#!/bin/bash
# usage: vscode.sh DEST [VERSION]     VERSION of npm's code-server package, 4.100.3 (VS Code 1.100.3, Node 20) by default
# Leaves a real VS Code server with its web workbench in DEST; only code-server's lib/vscode is used, nothing is compiled.
set -euo pipefail
version=${2:-4.100.3}
mkdir -p "$1"
cd "$1"
npm pack --silent "code-server@$version" > /dev/null
tar xzf "code-server-$version.tgz" --strip-components=3 package/lib/vscode
rm "code-server-$version.tgz"
find . -name '*.map' -delete
# The extensions that come with VS Code share TypeScript: without it HTML's own server fails and holds the page up.
for folder in . extensions; do
  npm install --prefix "$folder" --omit=dev --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error
done
ln -sfn node_modules node_modules.asar
# What writes output channels is compiled; without a compiler, or Node's headers, these stay empty.
npm rebuild @vscode/spdlog > build.log 2>&1 || echo "@vscode/spdlog is not built: see $PWD/build.log"
