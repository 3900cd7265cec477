#!/usr/bin/env bash
# usage: .github/release.sh platform NAME PROGRAMS OUT
#        .github/release.sh components OUT
#        .github/release.sh checksums FOLDER
#
# The steps of a release, for the workflow and its test, tests/editors/release.sh.
#
# platform    the extension for VS Code with the two programs of the folder PROGRAMS in it, and an archive with the
#             programs and what other editors need. NAME is what vsce calls the platform, such as linux-x64
# components  the lists of all crates and packages that go in, in the format of CycloneDX; wants cargo-cyclonedx
# checksums   SHA256SUMS of what is in a folder
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

platform() {
  local name=$1 programs out suffix="" bin=$root/editors/vscode/bin
  programs=$(cd "$2" && pwd)
  mkdir -p "$3" && out=$(cd "$3" && pwd)
  case $name in win32-*) suffix=.exe ;; esac
  rm -rf "$bin" && mkdir "$bin"
  # Not what is beside the source when this ends: a package for another platform would hold it.
  # shellcheck disable=SC2064
  trap "rm -rf '$bin' '$out/cindyscript-$name'" EXIT
  cp "$programs/cindyscript-server$suffix" "$programs/cindyscript-preview$suffix" "$bin"
  (cd "$root/editors/vscode" && npm run package -- --target "$name" --out "$out/cindyscript-$name.vsix")
  mkdir "$out/cindyscript-$name"
  cp -R "$root/README.md" "$root/LICENSE" "$bin" "$root"/editors/{nvim,helix,emacs} "$out/cindyscript-$name"
  tar -czf "$out/cindyscript-$name.tar.gz" -C "$out" "cindyscript-$name"
}

components() {
  local out crate
  mkdir -p "$1" && out=$(cd "$1" && pwd)
  npm --prefix "$root/editors/vscode" sbom --package-lock-only --sbom-format cyclonedx > "$out/cindyscript-vscode.cdx.json"
  for crate in server:server/lsp preview:preview/window; do
    cargo cyclonedx --format json --override-filename "cindyscript-${crate%%:*}.cdx" \
      --manifest-path "$root/${crate#*:}/Cargo.toml"
    mv "$root/${crate#*:}/cindyscript-${crate%%:*}.cdx.json" "$out"
    # One is written for each crate of the workspace.
    find "$root" -name "cindyscript-${crate%%:*}.cdx.json" -not -path "$out/*" -not -path '*/target/*' -delete
  done
}

checksums() {
  cd "$1"
  rm -f SHA256SUMS
  sha256sum -- * > ../SHA256SUMS.new && mv ../SHA256SUMS.new SHA256SUMS
  cat SHA256SUMS
}

case ${1:-} in
  platform | components | checksums) "$@" ;;
  *) sed -n '2,4s/^# //p' "$0" >&2 && exit 2 ;;
esac
