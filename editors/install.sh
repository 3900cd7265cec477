# Steps that the installers of the editors share. Each of them sources this file.
#
# CINDYSCRIPT_BIN is the folder for the two programs: ~/.local/bin by default.
set -euo pipefail
if [ $# -gt 0 ]; then
  sed -n '2,/^[^#]/{/^[^#]/d;s/^# \{0,1\}//;p;}' "$0"
  case $1 in -h | --help) exit 0 ;; *) exit 2 ;; esac
fi
editors=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=${CINDYSCRIPT_BIN:-$HOME/.local/bin}
case $bin in /* | ?:*) ;; *) bin=$PWD/$bin ;; esac
suffix=
case $(uname -s) in MINGW* | MSYS* | CYGWIN*) suffix=.exe ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# stop LINE: prints the line and ends the installation.
stop() {
  printf '%s\n' "$1" >&2
  exit 1
}

# need PROGRAM LINE: stops with the line if the program is not on PATH.
need() {
  command -v "$1" > /dev/null 2>&1 || stop "$2"
}

# Stops where Rust is missing or too old.
need_rust() {
  local least found advice="install it from https://rustup.rs, then run this again."
  need cargo "Rust is missing: $advice"
  least=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$editors")/Cargo.toml")
  found=$(version rustc --version || true)
  [ -n "$found" ] || stop "rustc does not start: run \`rustup default stable\`, then run this again."
  ! command -v rustup > /dev/null 2>&1 || advice="run \`rustup update\`, then run this again."
  need_version Rust "$least" "$found" "$advice"
}

# need_version NAME LEAST FOUND ADVICE: stops if the version found is older than the least one.
need_version() {
  [ "$(printf '%s\n' "$2" "$3" | sort -V | head -n 1)" = "$2" ] || stop "$1 $2 or later is needed, but this is $3: $4"
}

# version COMMAND...: the first version number in its output.
version() {
  "$@" 2> /dev/null | sed -nE 's/^[^0-9]*([0-9]+(\.[0-9]+)+).*/\1/p' | head -n 1
}

# put FILE TARGET: copies the file unless the target equals it. A running program keeps its old file.
put() {
  cmp -s "$1" "$2" && return
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2.new"
  mv -f "$2.new" "$2"
}

# Builds both programs; `built` is their folder. The archive of a release has them already.
build() {
  local root target duration=
  built=$editors/bin
  [ ! -x "$built/cindyscript-server$suffix" ] || return 0
  root=$(dirname "$editors")
  need_rust
  [ -n "$suffix" ] || need cc "A C compiler, which links Rust programs, is missing: install gcc or clang, then run this again."
  cd "$root"
  cargo fetch --locked --target "$(rustc -vV | sed -n 's/^host: //p')" > "$scratch/log" 2>&1 ||
    stop "The Rust packages cannot be downloaded ($(tail -n 1 "$scratch/log" | sed 's/^ *//')): check the network, then run this again."
  target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/; s/\\\\/\//g')
  built=$target/release
  [ -x "$built/cindyscript-server$suffix" ] && [ -x "$built/cindyscript-preview$suffix" ] || duration="; the first time takes several minutes"
  echo "Building cindyscript-server and cindyscript-preview$duration."
  cargo build --release --locked --bin cindyscript-server --bin cindyscript-preview ||
    stop "The programs could not be built: see cargo's message above."
  cd - > /dev/null
}

# Builds both programs and puts them into the folder for programs.
install_programs() {
  local program
  build
  for program in cindyscript-server cindyscript-preview; do
    put "$built/$program$suffix" "$bin/$program$suffix"
  done
}

# install_grammar FILE: compiles the tree-sitter grammar into a library. Without a C compiler the editor does
# without highlighting by tree-sitter.
install_grammar() {
  local source=$editors/tree-sitter-cindyscript/src
  [ -z "$suffix" ] && command -v cc > /dev/null 2>&1 || return 0
  if cc -O2 -shared -fPIC -I "$source" "$source/parser.c" "$source/scanner.c" -o "$scratch/grammar" 2> "$scratch/log"; then
    put "$scratch/grammar" "$1"
  else
    echo "Highlighting without the server is left out: the grammar cannot be compiled ($(head -n 1 "$scratch/log"))."
  fi
}

# Says how a terminal finds the programs, if it does not.
say_path() {
  case :$PATH: in
    *":$bin:"*) ;;
    *) echo "To use the programs in a terminal as well, add this line to ~/.bashrc or ~/.zshrc: export PATH=\"$bin:\$PATH\"" ;;
  esac
}

# finish READY BEGINNING: the last line says that the editor is ready, and how to open a preview if a display can show one.
finish() {
  say_path
  if has_display; then
    echo "$1: $2"
  else
    echo "There is no display here, which the preview's window needs."
    echo "$1: applets have errors and types, and \`cindyscript-preview render FILE\` writes a picture."
  fi
}

# True if a window can open. macOS and Windows always have a display.
has_display() {
  case $(uname -s) in
    Linux | *BSD) [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ;;
  esac
}
