#!/usr/bin/env bash
# usage: .github/release.sh version [TAG]
#        .github/release.sh programs TARGET
#        .github/release.sh platform NAME PROGRAMS OUT
#        .github/release.sh universal OUT
#        .github/release.sh components OUT
#        .github/release.sh checksums FOLDER
#
# The steps of a release, for the workflow and its test, tests/editors/release.sh.
#
# version     fails unless all manifests and the list of changes have the version of TAG, such as v1.2.3.
# programs    the two programs for a target of Rust, in target/TARGET/dist. The server is built for what of it runs in
#             an author's work (train.mjs), where it can run: that is a tenth faster. Wants the component llvm-tools.
#             GITHUB_REPOSITORY names the repository whose reference explains the codes of problems.
# platform    the extension for VS Code with the two programs of the folder PROGRAMS in it, and an archive with the
#             programs, the player and what other editors need. NAME is what vsce calls the platform, such as
#             linux-x64. GITHUB_REPOSITORY names the repository for the links of the extension
# universal   the extension for VS Code without programs, for VS Code for the Web and all other platforms. Both packages hold
#             editors/vscode/modules, the server and the preview as WebAssembly, which `npm run build:modules` there makes.
# components  the lists of all crates and packages that go in, in the format of CycloneDX; wants cargo-cyclonedx
# checksums   SHA256SUMS of what is in a folder
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

# version_of FILE: the version that a manifest or a list of changes states first.
version_of() {
  case $1 in
    *.json) node -p 'const { version, metadata } = require(process.argv[1]); version ?? metadata.version' "$root/$1" ;;
    *.toml)
      if grep -q '^version.workspace = true' "$root/$1"; then version_of Cargo.toml; else
        sed -nE 's/^version = "(.*)"/\1/p' "$root/$1" | head -n 1
      fi
      ;;
    *.el) sed -n 's/^;; Version: //p' "$root/$1" ;;
    *.md) sed -nE 's/^## ([0-9.]+).*/\1/p' "$root/$1" | head -n 1 ;;
  esac
}

version() {
  local expected found file status=0
  expected=$(version_of Cargo.toml)
  for file in $(cd "$root" && git ls-files ':(glob)editors/*/package.json' ':(glob)editors/*/package-lock.json' \
    ':(glob)editors/*/tree-sitter.json' ':(glob)editors/*/Cargo.toml' ':(glob)editors/*/extension.toml' \
    ':(glob)editors/*/CHANGELOG.md' ':(glob)editors/emacs/*.el'); do
    found=$(version_of "$file")
    [ "$found" = "$expected" ] || { echo "$file has version $found, Cargo.toml $expected" >&2 && status=1; }
  done
  [ "${1:-v$expected}" = "v$expected" ] || { echo "the tag is $1, the version $expected" >&2 && status=1; }
  return $status
}

programs() {
  local target=$1 folder profile
  cd "$root"
  # Windows has its own names for folders.
  folder=$(pwd -W 2> /dev/null || pwd)/target/profile profile=""
  [ -z "${GITHUB_REPOSITORY:-}" ] || export CINDYSCRIPT_REPOSITORY=https://github.com/$GITHUB_REPOSITORY
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

# Writes the addresses of the repository into package.json, where the workflow knows them.
add_links() {
  local url=https://github.com/${GITHUB_REPOSITORY:-}
  [ -z "${GITHUB_REPOSITORY:-}" ] ||
    npm pkg set repository.type=git repository.url="$url.git" repository.directory=editors/vscode bugs.url="$url/issues" homepage="$url"
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
  # The extension and the archive hold the same notices.
  local notices=$root/editors/vscode/THIRD-PARTY-NOTICES.txt
  node "$root/.github/notices.mjs" > "$notices"
  (cd "$root/editors/vscode" && add_links && npm run package -- --target "$name" --out "$out/cindyscript-$name.vsix")
  mkdir "$out/cindyscript-$name"
  cp -R "$root/.github/INSTALL.md" "$root"/LICENSE-* "$notices" "$bin" "$root"/editors/{install.sh,nvim,helix,emacs} "$out/cindyscript-$name"
  # The preview embeds it in exported pages.
  mkdir "$out/cindyscript-$name/modules"
  cp -R "$root/editors/vscode/modules/preview" "$out/cindyscript-$name/modules"
  # Installers compile it.
  mkdir "$out/cindyscript-$name/tree-sitter-cindyscript"
  cp -R "$root/editors/tree-sitter-cindyscript/"{README.md,src} "$out/cindyscript-$name/tree-sitter-cindyscript"
  if [ -n "$suffix" ]; then
    (cd "$out" && "$(command -v python3 || command -v python)" -m zipfile -c "cindyscript-$name.zip" "cindyscript-$name")
  else
    tar -czf "$out/cindyscript-$name.tar.gz" -C "$out" "cindyscript-$name"
  fi
}

universal() {
  local out
  mkdir -p "$1" && out=$(cd "$1" && pwd)
  rm -rf "$root/editors/vscode/bin"
  node "$root/.github/notices.mjs" > "$root/editors/vscode/THIRD-PARTY-NOTICES.txt"
  (cd "$root/editors/vscode" && add_links && npm run package -- --out "$out/cindyscript-universal.vsix")
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
  version | programs | platform | universal | components | checksums) "$@" ;;
  *) sed -n '2,7s/^# //p' "$0" >&2 && exit 2 ;;
esac
