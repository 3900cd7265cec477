#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server release.sh     cindyscript-preview is beside it
# What a release holds for this machine, made by the steps of the workflow of the programs that are there: the extension
# has both programs, which start, and the archive what other editors need. The lists of components are looked at where
# cargo-cyclonedx is installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
server=$(realpath -e "${CINDYSCRIPT_SERVER:-$root/target/debug/cindyscript-server}")
name=linux-$(node -p process.arch)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ "$root/editors/vscode/node_modules/.package-lock.json" -nt "$root/editors/vscode/package-lock.json" ] ||
  (cd "$root/editors/vscode" && npm ci --no-audit --no-fund --loglevel=error)

passed=0 failed=0 left=0
# check WHAT COMMAND...
check() {
  local what=$1
  shift
  if "$@" > "$scratch/said" 2>&1; then echo "ok      $what" && passed=$((passed + 1)); else
    echo "FAILED  $what" && cat "$scratch/said" && failed=$((failed + 1))
  fi
}
lists() { grep -qxF "$1" "$scratch/listed" || { echo "no $1 in:" && cat "$scratch/listed" && false; }; }
# Not as large as they are with what debuggers want.
mkdir "$scratch/programs"
for program in server preview; do
  strip -o "$scratch/programs/cindyscript-$program" "$(dirname "$server")/cindyscript-$program"
done

check "all manifests have one version" "$root/.github/release.sh" version
check "another tag is refused" sh -c "! '$root/.github/release.sh' version v0.0.0"
check "the session runs that the server is built for" node "$root/.github/train.mjs" "$server" 3
check "the modules are built" sh -c "cd '$root/editors/vscode' && CINDYSCRIPT_WEB=quick npm run build:modules"
check "the extension and the archive are packed" "$root/.github/release.sh" platform "$name" "$scratch/programs" "$scratch/release"
check "notices name a crate, a font and a package of npm" sh -c "cd '$root/editors/vscode' && grep -q \"^wgpu \" THIRD-PARTY-NOTICES.txt && grep -q Bitstream THIRD-PARTY-NOTICES.txt && grep -q \"^vscode-jsonrpc \" THIRD-PARTY-NOTICES.txt"
check "the programs stay nowhere else" test ! -e "$root/editors/vscode/bin"
mkdir "$scratch/extension"
# As VS Code does, which keeps what may be run.
(cd "$scratch/extension" && python3 - "$scratch/release/cindyscript-$name.vsix" <<'PYTHON'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        path = archive.extract(entry)
        if entry.external_attr >> 16:
            os.chmod(path, entry.external_attr >> 16 & 0o777)
PYTHON
)
(cd "$scratch/extension" && find . -type f | sed 's|^\./||' | sort) > "$scratch/listed"
for file in extension/package.json extension/{readme,changelog}.md extension/bin/cindyscript-server extension/bin/cindyscript-preview \
  extension/dist/{extension.js,browser.js,tab.js,tab.css,stream.css,webview.css,templates/rings.png} \
  extension/modules/server/{worker.js,cindyscript_server_web_bg.wasm} extension/modules/preview/{cindyscript_preview_web{.js,_bg.wasm},player.{js,css}} \
  extension/icons/{dark.svg,extension.png,light.svg} extension/{LICENSE,THIRD-PARTY-NOTICES}.txt \
  extension/syntaxes/cindyscript.tmLanguage.json; do
  check "the extension has $file" lists "$file"
done
check "and no sources" test ! -e "$scratch/extension/extension/src"
check "it is for this platform" grep -q "TargetPlatform=\"$name\"" "$scratch/extension/extension.vsixmanifest"
for program in server preview; do
  check "cindyscript-$program starts from there" "$scratch/extension/extension/bin/cindyscript-$program" --version
done
tar -tzf "$scratch/release/cindyscript-$name.tar.gz" | sort > "$scratch/listed"
for file in INSTALL.md LICENSE-{MIT,APACHE} THIRD-PARTY-NOTICES.txt bin/cindyscript-{server,preview} modules/preview/{cindyscript_preview_web{.js,_bg.wasm},player.{js,css}} install.sh nvim/{install,plugin/cindyscript.lua} helix/{install,languages.toml} emacs/{install,cindyscript-mode.el} tree-sitter-cindyscript/src/parser.c; do
  check "the archive has $file" lists "cindyscript-$name/$file"
done
if cargo cyclonedx --version > /dev/null 2>&1; then
  check "the components are listed" "$root/.github/release.sh" components "$scratch/release"
  for what in server preview vscode; do
    check "those of the $what are in CycloneDX" node -e "
      const { bomFormat, components } = JSON.parse(require('node:fs').readFileSync('$scratch/release/cindyscript-$what.cdx.json'));
      if (bomFormat !== 'CycloneDX' || components.length < 5) throw new Error(bomFormat + ' ' + components.length);"
  done
else
  echo "NOT RUN: the list of components (SBOM): cargo-cyclonedx is not installed"
  left=1
fi
check "the extension without programs is packed" "$root/.github/release.sh" universal "$scratch/release"
python3 -m zipfile --list "$scratch/release/cindyscript-universal.vsix" | awk 'NR > 1 { print $1 }' > "$scratch/listed"
for file in extension/dist/browser.js extension/modules/server/worker.js extension/modules/preview/cindyscript_preview_web_bg.wasm; do
  check "it has $file" lists "$file"
done
check "and no program" sh -c "! grep bin/ '$scratch/listed'"
python3 -c "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read('extension.vsixmanifest').decode())" \
  "$scratch/release/cindyscript-universal.vsix" > "$scratch/manifest"
check "it is for browsers, and for every platform" sh -c "grep -q __web_extension '$scratch/manifest' && ! grep -q TargetPlatform '$scratch/manifest'"
check "checksums are written" "$root/.github/release.sh" checksums "$scratch/release"
check "and are right" sh -c "cd '$scratch/release' && sha256sum --check --strict SHA256SUMS && [ \$(wc -l < SHA256SUMS) = \$(ls | grep -vc SHA256SUMS) ]"

printf '%d passed, %d failed, %d not run\n' "$passed" "$failed" "$left"
[ "$failed" = 0 ]
