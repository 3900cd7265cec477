#!/usr/bin/env bash
# usage: .github/release.sh version [TAG]
#        .github/release.sh programs TARGET
#        .github/release.sh platform NAME PROGRAMS OUT
#        .github/release.sh components OUT
#        .github/release.sh checksums FOLDER
#
# The steps of a release, for the workflow and its test, tests/editors/release.sh.
#
# version     fails unless all manifests and the list of changes have the version of TAG, such as v1.2.3.
# programs    the two programs for a target of Rust, in target/TARGET/dist. The server is built for what of it runs in
#             an author's work (train.mjs), where it can run: that is a tenth faster. Wants the component llvm-tools.
# platform    the extension for VS Code with the two programs of the folder PROGRAMS in it, and an archive with the
#             programs and what other editors need. NAME is what vsce calls the platform, such as linux-x64
# components  the lists of all crates and packages that go in, in the format of CycloneDX; wants cargo-cyclonedx
# checksums   SHA256SUMS of what is in a folder
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

version() {
  local expected found file
  expected=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml")
  for file in editors/vscode/package.json:'s/^  "version": "\(.*\)",/\1/p' \
    editors/emacs/cindyscript-mode.el:'s/^;; Version: //p' editors/vscode/CHANGELOG.md:'s/^## \([0-9.]*\).*/\1/p'; do
    found=$(sed -n "${file#*:}" "$root/${file%%:*}" | head -n 1)
    [ "$found" = "$expected" ] || { echo "${file%%:*} has version $found, Cargo.toml $expected" >&2; return 1; }
  done
  [ "${1:-v$expected}" = "v$expected" ] || { echo "the tag is $1, the version $expected" >&2; return 1; }
}

programs() {
  local target=$1 folder profile
  cd "$root"
  # Windows has its own names for folders.
  folder=$(pwd -W 2> /dev/null || pwd)/target/profile profile=""
  if [ "$target" = "$(rustc --print host-tuple)" ]; then
    rm -rf "$folder"
    RUSTFLAGS="-Cprofile-generate=$folder" cargo build --profile dist --locked --target "$target" --bin cindyscript-server
    node .github/train.mjs "target/$target/dist/cindyscript-server"
    "$(rustc --print target-libdir)/../bin/llvm-profdata" merge -o "$folder/server.profdata" "$folder"
    profile="-Cprofile-use=$folder/server.profdata"
  fi
  # One after the other: the preview has crates in common with the server, which are not the same ones.
  cargo build --profile dist --locked --target "$target" --bin cindyscript-preview
  RUSTFLAGS=$profile cargo build --profile dist --locked --target "$target" --bin cindyscript-server
}

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
  cp -R "$root/README.md" "$root"/LICENSE-* "$bin" "$root"/editors/{install.sh,nvim,helix,emacs} "$out/cindyscript-$name"
  # Installers compile it.
  mkdir "$out/cindyscript-$name/tree-sitter-cindyscript"
  cp -R "$root/editors/tree-sitter-cindyscript/"{README.md,src} "$out/cindyscript-$name/tree-sitter-cindyscript"
  if [ -n "$suffix" ]; then
    (cd "$out" && "$(command -v python3 || command -v python)" -m zipfile -c "cindyscript-$name.zip" "cindyscript-$name")
  else
    tar -czf "$out/cindyscript-$name.tar.gz" -C "$out" "cindyscript-$name"
  fi
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
  version | programs | platform | components | checksums) "$@" ;;
  *) sed -n '2,6s/^# //p' "$0" >&2 && exit 2 ;;
esac
