# Steps that the installers of the editors share. Each of them sources this file.
#
# CINDYSCRIPT_BIN is the folder for the two programs: ~/.local/bin by default.
set -euo pipefail
if [ $# -gt 0 ]; then
  usage=$(sed -n '2,/^[^#]/{/^[^#]/d;s/^# \{0,1\}//;p;}' "$0")
  case $1 in -h | --help) printf '%s\n' "$usage" && exit ;; esac
  printf 'There is no option %s.\n%s\n' "$1" "$usage" >&2
  exit 2
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

# Requirements that this machine lacks, a line each, and packages of this machine's apt that have them.
lacking=() packages=()
# The installer of Rust changes PATH for later terminals only.
PATH=$PATH:$HOME/.cargo/bin

# need NAME LEAST PROGRAM ADVICE [PACKAGE]: notes a program that is missing, or older than LEAST. LEAST can be empty.
need() {
  local path found=
  path=$(command -v "$3" || true)
  if [ -n "$path" ] && [ -n "$2" ]; then found=$(version "$path" --version || true); fi
  if [ -n "$path" ] && reaches "$2" "$found"; then return; fi
  lacking+=("- $1${2:+ $2 or later}${path:+ ($path is ${found:-broken})}: $4")
  # Any rustup installs the newest Rust.
  if [ -n "${5:-}" ] && found=$(candidate "$5") && { [ "$5" = rustup ] || reaches "$2" "$found"; }; then packages+=("$5"); fi
}

# Notes the requirements for building both programs, which the archive of a release has already.
need_programs() {
  local least program=rustc advice=https://rustup.rs package=rustup
  [ ! -x "$editors/bin/cindyscript-server$suffix" ] || return 0
  least=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$editors")/Cargo.toml")
  command -v cargo > /dev/null 2>&1 || program=cargo
  if command -v rustup > /dev/null 2>&1; then
    package= advice="run \`rustup default stable && rustup update\`"
  fi
  need Rust "$least" "$program" "$advice" "$package"
  [ -n "$suffix" ] || need "a C compiler, which links Rust programs" "" cc "gcc or clang" gcc
}

# Stops where requirements are missing, and names them all.
require() {
  [ ${#lacking[@]} -gt 0 ] || return 0
  printf '%s\n' "These are missing:" "${lacking[@]}" >&2
  if [ ${#packages[@]} -gt 0 ]; then
    case " ${packages[*]} " in *" rustup "*) packages+=("&& rustup default stable") ;; esac
    echo "This installs what apt has: sudo apt install ${packages[*]}" >&2
  fi
  stop "Then run this again."
}

# candidate PACKAGE: the version that apt offers, without its epoch.
candidate() {
  command -v apt-cache > /dev/null 2>&1 && apt-cache madison "$1" 2> /dev/null | sed -E 's/^[^|]*\| *([0-9]+:)?([0-9.]+).*/\2/;q' | grep .
}

# reaches LEAST FOUND: true if the version found is not older than the least one.
reaches() {
  [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]
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
  cd "$root"
  cargo fetch --locked --target "$(rustc -vV | sed -n 's/^host: //p')" > "$scratch/log" 2>&1 ||
    stop "The Rust packages cannot be downloaded ($(tail -n 1 "$scratch/log" | sed 's/^ *//')): check the network, then run this again."
  target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/; s/\\\\/\//g')
  built=$target/release
  [ -x "$built/cindyscript-server$suffix" ] && [ -x "$built/cindyscript-preview$suffix" ] || duration="; the first time takes ten to twenty minutes"
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

# say_program NAME PROGRAM: names the program of the editor, since a terminal can have another one, by an alias or its own PATH.
say_program() {
  echo "$1: $(command -v "$2"), version $(version "$2" --version)"
}

# Says how a terminal finds the programs, if it does not.
say_path() {
  case :$PATH: in
    *":$bin:"*) ;;
    *) echo "To use the programs in a terminal as well, add this line to ~/.bashrc or ~/.zshrc: export PATH=\"$bin:\$PATH\"" ;;
  esac
}

# finish EDITOR PREVIEW: the last line says that the editor is ready, and what comes next. PREVIEW opens one on a display.
finish() {
  local ready="$1 is ready: restart it if it is open, then open an applet"
  say_path
  if has_display; then
    echo "$ready and $2"
  else
    echo "There is no display here, which the preview's window needs."
    echo "$ready. \`$bin/cindyscript-server new rings rings.html\` writes one, and \`$bin/cindyscript-preview render rings.html\` its picture."
  fi
}

# True if a window can open. macOS and Windows always have a display.
has_display() {
  case $(uname -s) in
    Linux | *BSD) [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ;;
  esac
}
