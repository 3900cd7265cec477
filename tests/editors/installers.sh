#!/usr/bin/env bash
# usage: tests/editors/installers.sh
#
# The installers of editors/*/install with stubs for cargo, Node.js and the editors: nothing is built
# or downloaded. They run in a copy of the checkout, with a home folder of their own.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
checkout=$scratch/checkout home=$scratch/home tools=$scratch/tools stubs=$scratch/stubs
mkdir "$checkout" "$tools"
(cd "$root" && tar -c --exclude node_modules --exclude dist --exclude bin --exclude '*.vsix' Cargo.toml editors) | tar -x -C "$checkout"
for tool in bash basename cat chmod cmp cp cut diff dirname env find grep head ln mkdir mktemp mv rm sed sh sort tail touch tr uname; do
  ln -s "$(command -v "$tool")" "$tools/$tool"
done

passed=0 failed=0
# check NAME COMMAND...
check() {
  local name=$1
  shift
  if "$@"; then echo "ok      $name" && passed=$((passed + 1)); else
    echo "FAILED  $name: status $status" && sed 's/^/        | /' "$scratch/output" && failed=$((failed + 1))
  fi
}

# stub PROGRAM: reads its body, a shell script, and puts it on PATH.
stub() {
  { echo '#!/bin/sh' && cat; } > "$stubs/$1"
  chmod +x "$stubs/$1"
}

# A machine with everything, and an empty home folder.
fresh() {
  rm -rf "$home" "$stubs" "$checkout"/{target,editors/vscode/node_modules,editors/vscode/cindyscript.vsix}
  mkdir "$home" "$stubs"
  stub apt-cache <<'STUB'
case $2 in
  rustup) echo "rustup | 1.27.1-4 | http://deb.debian.org/debian trixie/main amd64 Packages" ;;
  gcc) echo " gcc | 4:14.2.0-1 | http://deb.debian.org/debian trixie/main amd64 Packages" ;;
  nodejs) echo "nodejs | 20.19.2+dfsg-1 | http://deb.debian.org/debian trixie/main amd64 Packages" ;;
  npm) echo "npm | 9.2.0~ds1-3 | http://deb.debian.org/debian trixie/main amd64 Packages" ;;
  emacs) echo "emacs | 1:30.1+1-6 | http://deb.debian.org/debian trixie/main amd64 Packages" ;;
  hx) echo "hx | 25.01.1+ds-1 | http://deb.debian.org/debian trixie/main amd64 Packages" ;;
  neovim) echo "neovim | 0.7.2-7 | http://deb.debian.org/debian bookworm/main amd64 Packages" ;;
esac
STUB
  stub rustc <<< 'echo "rustc 1.95.0"; echo "host: x86_64-unknown-linux-gnu"'
  stub cc <<'STUB'
while [ "$1" != -o ]; do shift; done
echo library > "$2"
STUB
  stub cargo <<'STUB'
case $1 in
  build) mkdir -p target/release && for name in server preview; do echo "$name" > "target/release/cindyscript-$name" && chmod +x "target/release/cindyscript-$name"; done ;;
  metadata) echo "{\"target_directory\":\"$PWD/target\"}" ;;
esac
STUB
  stub node <<< 'echo v22.0.0'
  stub npm <<'STUB'
case $1 in
  ci) mkdir -p node_modules && touch node_modules/.package-lock.json ;;
  run) find bin -type f | sort > cindyscript.vsix ;;
esac
STUB
  stub code <<'STUB'
case $* in
  --version) echo 1.100.3 ;;
  *) echo "code $*" >> "$HOME/extensions" ;;
esac
STUB
  stub emacs <<'STUB'
case $* in
  *--version*) echo "GNU Emacs 30.1" ;;
  *) echo "$HOME/.emacs.d/" | tr -d '\n' ;;
esac
STUB
  stub hx <<< 'echo "helix 25.01.1 (e7ac2fcd)"'
  stub nvim <<'STUB'
plugin=$HOME/.local/share/nvim/site/pack/cindyscript/start/cindyscript
case $* in
  *--version*) echo "NVIM v0.10.4" ;;
  *stdpath*) printf %s "$HOME/.local/share/nvim" ;;
  *) if [ -e "$plugin" ]; then printf %s "${LOADED-$plugin/lua/cindyscript/init.lua}"; fi ;;
esac
STUB
}

# install EDITOR [VARIABLE=VALUE...] [OPTION]: runs the installer; its status and its output are left behind.
install() {
  local command=("$checkout/editors/$1/install") variables=() argument
  for argument in "${@:2}"; do
    case $argument in -*) command+=("$argument") ;; *) variables+=("$argument") ;; esac
  done
  env -i HOME="$home" PATH="$stubs:$tools" DISPLAY=:0 TMPDIR="$scratch" "${variables[@]}" "${command[@]}" > "$scratch/output" 2> "$scratch/errors"
  status=$?
  cat "$scratch/errors" >> "$scratch/output"
}

says() { grep -qF -- "$1" "$scratch/output"; }
# refuses TEXT...: the installer has listed what this machine lacks, with these texts, and has done nothing else.
refuses() {
  local text
  [ "$status" = 1 ] && [ "$(head -n 1 "$scratch/output")" = "These are missing:" ] && ends_with "Then run this again." || return
  for text; do says "$text" || return; done
}
# stops TEXT: the installer has failed with one line that has this text. Progress is no error.
stops() { [ "$status" = 1 ] && [ "$(wc -l < "$scratch/errors")" = 1 ] && says "$1"; }
succeeds() { [ "$status" = 0 ]; }
# ends_with TEXT: the last line has this text.
ends_with() { tail -n 1 "$scratch/output" | grep -qF -- "$1"; }
omits() { ! grep -qF -- "$2" "$1"; }
has() { grep -qF -- "$2" "$1"; }
snapshot() { (cd "$home" && find . -printf '%p %y %s %T@ %m\n' | sort); }

# lacks EDITOR PROGRAM TEXT: without the program, the installer stops with the text and writes nothing.
lacks() {
  fresh
  rm "$stubs/$2"
  install "$1"
  check "$1 without $2 says what to do" refuses "$3"
  check "$1 without $2 writes nothing" [ "$(find "$home" -type f)" = "" ]
}
# outdated EDITOR PROGRAM TEXT: reads the body of a stub in place of the program.
outdated() {
  fresh
  stub "$2"
  install "$1"
  check "$1 with an unusable $2 says what to do" refuses "$3"
}
# broken EDITOR PROGRAM TEXT: reads the body of a stub in place of the program.
broken() {
  fresh
  stub "$2"
  install "$1"
  check "$1 with a $2 that $4 says what to do" stops "$3"
}

for editor in vscode nvim helix emacs; do
  lacks "$editor" cargo "- Rust 1.95 or later: https://rustup.rs"
  lacks "$editor" cc "- a C compiler, which links Rust programs: gcc or clang"
  outdated "$editor" rustc "- Rust 1.95 or later ($stubs/rustc is 1.80.1): https://rustup.rs" <<< 'echo "rustc 1.80.1"'
  stub rustup <<< ''
  install "$editor"
  check "$editor with an old Rust of rustup says how to update it" refuses "($stubs/rustc is 1.80.1): run \`rustup default stable && rustup update\`"
  check "$editor offers no second rustup" omits "$scratch/output" "sudo apt"
  outdated "$editor" rustc "($stubs/rustc is broken)" <<< 'exit 1'
  fresh
  rm "$stubs"/{cargo,rustc,cc}
  install "$editor"
  check "$editor lists all that is missing" refuses "- Rust 1.95" "- a C compiler" "sudo apt install rustup gcc && rustup default stable"
  rm "$stubs/apt-cache"
  install "$editor"
  check "$editor on a system without apt gives the addresses" refuses "https://rustup.rs" "gcc or clang"
  check "$editor on a system without apt offers no package" omits "$scratch/output" "apt"
  fresh
  mkdir -p "$home/.cargo/bin"
  mv "$stubs"/{cargo,rustc} "$home/.cargo/bin"
  install "$editor"
  check "$editor finds the Rust that this terminal does not know yet" succeeds
  broken "$editor" cargo "cannot be downloaded (no address for static.crates.io): check the network" "has no network" <<< \
    'echo Updating; echo "error: failed to get a package"; echo "Caused by:"; echo "  no address for static.crates.io"; exit 101'

  fresh
  install "$editor"
  check "$editor is installed" succeeds
  check "$editor announces a long first build" says "the first time takes ten to twenty minutes"
  before=$(snapshot)
  install "$editor"
  check "$editor is installed again" succeeds
  check "$editor announces no long second build" omits "$scratch/output" "the first time"
  [ "$editor" = vscode ] || check "a second run for $editor changes nothing" [ "$before" = "$(snapshot)" ]
done
for editor in nvim helix emacs; do
  fresh
  install "$editor"
  case $editor in nvim) program=nvim version=0.10.4 ;; helix) program=hx version=25.01.1 ;; emacs) program=emacs version=30.1 ;; esac
  check "$editor is named with its folder and version" says ": $stubs/$program, version $version"
  check "$editor gets both programs" [ -x "$home/.local/bin/cindyscript-server" -a -x "$home/.local/bin/cindyscript-preview" ]
  check "$editor without the folder on PATH names it" says "export PATH=\"$home/.local/bin:\$PATH\""
  install "$editor" DISPLAY=
  check "$editor without a display succeeds" succeeds
  check "$editor without a display says so" says "There is no display here"
  check "$editor without a display ends with the restart and the next step" ends_with "is ready: restart it if it is open, then open an applet. \`$home/.local/bin/cindyscript-server new rings rings.html\`"
  install "$editor"
  check "$editor with a display ends with the restart and how to open the preview" ends_with "is ready: restart it if it is open, then open an applet and "
  check "$editor with a display says nothing of none" omits "$scratch/output" "no display"
  install "$editor" CINDYSCRIPT_BIN="$home/tools"
  check "$editor takes another folder for programs" [ -x "$home/tools/cindyscript-server" ]
done

fresh
install nvim --help
check "an installer explains itself" [ "$status" = 0 -a "$(head -n 1 "$scratch/output")" = "usage: editors/nvim/install" ]
check "and installs nothing then" [ "$(find "$home" -type f)" = "" ]
for editor in vscode nvim helix emacs; do
  install "$editor" --hlep
  check "$editor names an unknown option and its usage" [ "$status" = 2 -a "$(head -n 2 "$scratch/errors")" = "There is no option --hlep.
usage: editors/$editor/install" ]
done
outdated vscode code "- VS Code 1.100 or later ($stubs/code is 1.85.0): update it" <<< 'echo 1.85.0'
lacks vscode node "- Node.js 20 or later: https://nodejs.org"
lacks vscode npm "- npm: a part of Node.js"
outdated vscode node "- Node.js 20 or later ($stubs/node is 18.19.0): https://nodejs.org" <<< 'echo v18.19.0'
fresh
rm "$stubs"/{cargo,cc,node,npm}
install vscode
check "vscode lists all that is missing" refuses "sudo apt install nodejs npm rustup gcc && rustup default stable"
fresh
stub npm <<< 'echo "npm error network request failed"; echo "npm error more"; exit 1'
install vscode
check "vscode without a network for npm says what to do" stops "(npm error network request failed): check the network"
fresh
rm "$stubs/code"
install vscode
check "vscode without an editor names the package" stops "choose $checkout/editors/vscode/cindyscript.vsix"
check "vscode without an editor says so once, at the start" [ "$(grep -n "None of" "$scratch/output")" = "1:None of code, codium and code-server is on PATH: the extension is only packed." ]
fresh
cp "$stubs/code" "$stubs/codium"
install vscode
check "vscode packs both programs" has "$checkout/editors/vscode/cindyscript.vsix" bin/cindyscript-preview
check "vscode installs in each editor" says "Installed in: code codium"
check "vscode ends with how to open the preview" ends_with "Ctrl+K V (macOS: Cmd+K V)"
check "vscode announces that it packs" says "Packing the extension, which takes a minute"
check "vscode with an editor says nothing of none" omits "$scratch/output" "None of"
check "vscode replaces an installed extension" has "$home/extensions" "--install-extension $checkout/editors/vscode/cindyscript.vsix --force"
check "vscode leaves no program among the sources" [ ! -e "$checkout/editors/vscode/bin" ]
fresh
stub code <<< '[ "$1" = --version ] && echo 1.100.3 && exit; echo "Installing"; echo "not compatible with VS Code 1.80"; exit 1'
install vscode
check "vscode forwards the reason of the editor" stops "cindyscript.vsix: not compatible with VS Code 1.80"

lacks nvim nvim "- Neovim 0.10 or later: https://neovim.io"
outdated nvim nvim "- Neovim 0.10 or later ($stubs/nvim is 0.9.5): https://neovim.io" <<< 'echo "NVIM v0.9.5"'
check "nvim is not offered in a version of apt that is too old" omits "$scratch/output" "apt"
plugin=$home/.local/share/nvim/site/pack/cindyscript/start/cindyscript
fresh
mkdir -p "$plugin/.git"
install nvim
check "nvim keeps a repository in its place" stops "$plugin is a link, a repository or another plugin"
fresh
mkdir -p "$plugin/lua/cindyscript" "$home/.config/nvim"
touch "$plugin/lua/cindyscript/"{init,outdated}.lua "$home/.config/nvim/init.lua"
install nvim
check "nvim replaces an older plugin" [ ! -e "$plugin/lua/cindyscript/outdated.lua" -a -s "$plugin/lua/cindyscript/init.lua" ]
check "nvim leaves the configuration alone" [ ! -s "$home/.config/nvim/init.lua" ]
install nvim LOADED=/other/lua/cindyscript/init.lua
check "nvim names a plugin that is loaded already" says "has the plugin already: /other"
install nvim LOADED=
check "nvim says what a plugin manager needs" stops "add { dir = \"$plugin\", name = \"cindyscript\" }"

fresh
install nvim
check "nvim gets the grammar" has "$home/.local/share/nvim/site/parser/cindyscript.so" library
fresh
stub cc <<< 'echo "error: no headers" >&2; exit 1'
install nvim
check "nvim without the grammar is installed" succeeds
check "nvim without the grammar says why" says "the grammar cannot be compiled (error: no headers)"

lacks helix hx "- Helix 25.01 or later: https://helix-editor.com"
outdated helix hx "- Helix 25.01 or later ($stubs/hx is 24.7): https://helix-editor.com" <<< 'echo "helix 24.7 (0a1)"'
check "helix is offered in the version of apt" says "sudo apt install hx"
languages=$home/.config/helix/languages.toml
fresh
mv "$stubs/hx" "$stubs/helix"
install helix
check "helix is found by its other name" succeeds
check "helix gets the path of the server" has "$languages" "command = \"$home/.local/bin/cindyscript-server\""
check "helix gets the path of the debugger" has "$languages" "command = \"$home/.local/bin/cindyscript-preview\""
check "helix gets no path of the checkout" omits "$languages" checkout
check "helix gets no advice to put the file where it is" omits "$languages" "put this into"
runtime=$home/.config/helix/runtime
check "helix gets the grammar" has "$runtime/grammars/cindyscript.so" library
check "helix gets its queries" has "$runtime/queries/cindyscript/highlights.scm" function.builtin
check "helix gets injections into HTML" has "$runtime/queries/html/injections.scm" text/x-cindyscript
fresh
mkdir -p "$runtime/queries/html"
echo '; mine' > "$runtime/queries/html/injections.scm"
install helix
check "helix keeps injections of the user's own" [ "$(cat "$runtime/queries/html/injections.scm")" = '; mine' ]
fresh
mkdir -p "$home/.config/helix"
printf '[[language]]\nname = "rust"\n' > "$languages"
install helix
check "helix keeps other languages" has "$languages" 'name = "rust"'
check "helix adds CindyScript to them" has "$languages" 'name = "cindyscript"'
fresh
mkdir -p "$home/.config/helix"
echo '# cindyscript comes later' > "$languages"
install helix
check "helix adds CindyScript to a file that mentions it in a comment" has "$languages" 'name = "cindyscript"'
install helix
check "helix leaves a file that sets up CindyScript" says "$languages sets up CindyScript already and stays as it is."
fresh
mkdir -p "$home/.config/helix"
printf '[[language]]\nname = "html"\n' > "$languages"
install helix
check "helix adds CindyScript beside an entry for html" [ "$(grep -c 'name = "html"' "$languages")$(grep -c '^\[\[language\]\]' "$languages")" = 12 ]
check "helix says what to add for pages" says "For pages, add \"cindyscript\" to the language-servers of html in $languages."
check "helix with an entry for html is ready" ends_with "Helix is ready"
for text in 'language = []' '[language-server.cindyscript]'; do
  fresh
  mkdir -p "$home/.config/helix"
  echo "$text" > "$languages"
  install helix
  check "helix leaves what it cannot merge" [ "$(cat "$languages")" = "$text" ]
  check "helix says what is installed already" says "The programs, the grammar and its queries are installed."
  check "helix says what to copy" ends_with "copy the lines of $home/.config/helix/cindyscript.toml into it."
  check "helix fails then" [ "$status" = 1 ]
done

lacks emacs emacs "- Emacs 30.1 or later: https://www.gnu.org/software/emacs"
outdated emacs emacs "- Emacs 30.1 or later ($stubs/emacs is 29.4): https://www.gnu.org/software/emacs" <<< 'echo "GNU Emacs 29.4"'
check "emacs is offered in the version of apt" says "sudo apt install emacs"
fresh
install emacs
check "emacs gets the mode" [ -s "$home/.emacs.d/cindyscript/cindyscript-mode.el" ]
check "emacs gets the grammar" has "$home/.emacs.d/tree-sitter/libtree-sitter-cindyscript.so" library
check "emacs gets the path of the server" has "$home/.emacs.d/init.el" "'(\"$home/.local/bin/cindyscript-server\")"
fresh
echo '(setq mine t)' > "$home/.emacs"
install emacs
check "emacs keeps an init file" [ "$(head -n 1 "$home/.emacs")" = '(setq mine t)' ]
check "emacs adds CindyScript to the init file that counts" has "$home/.emacs" "#'cindyscript-ensure-in-page"
check "emacs writes no second init file" [ ! -e "$home/.emacs.d/init.el" ]
fresh
echo "(require 'cindyscript-mode)" > "$home/.emacs"
install emacs
check "emacs leaves an init file that knows CindyScript" [ "$(cat "$home/.emacs")" = "(require 'cindyscript-mode)" ]
for text in ';; cindyscript-mode comes later' "(setq cindyscript-settings '(:portability :json-false))"; do
  fresh
  echo "$text" > "$home/.emacs"
  install emacs
  check "emacs adds CindyScript to an init file that only mentions it" has "$home/.emacs" "(autoload 'cindyscript-mode"
done

mkdir "$checkout/archive" "$checkout/archive/bin"
cp -R "$checkout"/editors/{install.sh,nvim,helix,emacs} "$checkout/archive"
for program in server preview; do
  echo "$program" > "$checkout/archive/bin/cindyscript-$program"
  chmod +x "$checkout/archive/bin/cindyscript-$program"
done
fresh
rm "$stubs/cargo"
install ../archive/helix
check "the archive of a release installs without Rust" succeeds

mkdir "$checkout/.github"
cp "$root/.github/web.sh" "$checkout/.github"
printf 'name = "wasm-bindgen"\nversion = "1.2.3"\n' > "$checkout/Cargo.lock"
# web: builds a module for the browser with stubs; cargo writes an empty module.
web() {
  env -i HOME="$home" PATH="$stubs:$tools" "$checkout/.github/web.sh" cindyscript-server-web "$scratch/module" > "$scratch/output" 2>&1
  status=$?
}
fresh
stub rustup <<< 'echo wasm32-unknown-unknown'
stub cargo <<'STUB'
case $* in
  *install*) mkdir -p target/web/tools/bin && printf '#!/bin/sh\necho wasm-bindgen 1.2.3\n' > target/web/tools/bin/wasm-bindgen && chmod +x target/web/tools/bin/wasm-bindgen ;;
  *build*) mkdir -p target/web/wasm32-unknown-unknown/web && : > target/web/wasm32-unknown-unknown/web/cindyscript_server_web.wasm ;;
esac
STUB
web
check "a first module is built" succeeds
check "a first module announces the tool" says "Compiling wasm-bindgen, which writes the JavaScript around modules"
check "a first module announces its time" says "Compiling cindyscript-server-web to WebAssembly: the first time takes"
web
check "a second module announces what is compiled only" [ "$(head -n 1 "$scratch/output")" = "Compiling cindyscript-server-web to WebAssembly." ]

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
