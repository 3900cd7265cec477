#!/usr/bin/env bash
# usage: .github/web.sh PACKAGE OUT
#
# Builds a package for the browser, such as cindyscript-server-web, and writes its WebAssembly module and the
# JavaScript around it into the folder OUT.
#
# Rust's target wasm32-unknown-unknown is rustup's. Where rustup has none, and on Debian, it is Debian's compiler for
# the web with the sources of the standard library, unpacked in target/web: they cannot be installed beside rustup's.
# wasm-bindgen is compiled once, into target/web as well.
#
# CINDYSCRIPT_WEB=quick compiles faster to a larger and slower module, for tests.
set -euo pipefail
[ $# = 2 ] || { sed -n '2s/^# //p' "$0" >&2 && exit 2; }
package=$1 out=$2
mkdir -p "$out" && out=$(cd "$out" && pwd)
cd "$(dirname "$0")/.."
web=$PWD/target/web target=wasm32-unknown-unknown
mkdir -p "$web"
# A terminal shows cargo's progress.
if [ -t 2 ]; then cargo=(cargo); else cargo=(cargo --quiet); fi
build=("${cargo[@]}" build --profile web --target "$target" --target-dir "$web" --package "$package")

unpack_compiler() {
  local folder=$web/compiler version file llvm
  if [ ! -e "$folder/complete" ]; then
    rm -rf "$folder" && mkdir -p "$folder"
    version=$(apt-cache madison rustc-web | sed -nE 's/^[^|]*\| *([^ ]*).*/\1/p' | sort -V | tail -n 1)
    [ -n "$version" ] || { echo "neither rustup nor this system has a compiler for $target: run rustup target add $target" >&2 && return 1; }
    (cd "$folder" && apt-get download -qq "rustc-web=$version" "libstd-rust-web-dev=$version" "rust-web-src=$version" \
      "libstd-rust-web-$(grep -oE '^[0-9]+\.[0-9]+' <<< "$version")=$version") || return
    llvm=$(dpkg-deb --field "$folder"/libstd-rust-web-[0-9]*.deb Depends | grep -oE 'libllvm[0-9]+')
    (cd "$folder" && apt-get download -qq "$llvm" "lld-${llvm#libllvm}") || return
    for file in "$folder"/*.deb; do dpkg-deb --extract "$file" "$folder" && rm "$file"; done
    touch "$folder/complete"
  fi
  local libraries=("$folder"/usr/lib/llvm-*/lib)
  export LD_LIBRARY_PATH=$folder/usr/lib/$(uname -m)-linux-gnu:${libraries[0]}
  export RUSTC=$folder/usr/bin/rustc RUSTC_BOOTSTRAP=1
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${libraries[0]%lib}bin/wasm-ld
  build+=(-Zbuild-std=std,panic_abort)
}

# The same as the library that is compiled in.
bindgen_version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
bindgen=$web/tools/bin/wasm-bindgen
[ "$("$bindgen" --version 2> /dev/null)" = "wasm-bindgen $bindgen_version" ] || {
  echo "Compiling wasm-bindgen, which writes the JavaScript around modules: about 3 minutes, once."
  "${cargo[@]}" install --root "$web/tools" --bin wasm-bindgen wasm-bindgen-cli --version "$bindgen_version"
}

if ! rustup target list --installed 2> /dev/null | grep -q "^$target$" && ! rustup --quiet target add "$target" 2> /dev/null; then
  unpack_compiler
fi
if [ "${CINDYSCRIPT_WEB:-}" = quick ]; then
  export CARGO_PROFILE_WEB_LTO=off CARGO_PROFILE_WEB_OPT_LEVEL=1 CARGO_PROFILE_WEB_CODEGEN_UNITS=16
fi
module=$web/$target/web/${package//-/_}.wasm
if [ -e "$module" ]; then duration=; else duration=": the first time takes 5 to 10 minutes"; fi
echo "Compiling $package to WebAssembly$duration."
"${build[@]}"
"$bindgen" --target web --no-typescript --remove-name-section --remove-producers-section \
  --out-dir "$out" "$module"
