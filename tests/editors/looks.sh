#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server looks.sh [neovim] [helix] [emacs]
# How scripts and pages look in these editors, on a light ground and on a dark one: checks the colours of pixels, and
# leaves pictures in tests/out. Wants Xvfb, xterm and ImageMagick; the editors are those of the other tests, which
# install them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
CINDYSCRIPT_ROOT=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$CINDYSCRIPT_ROOT/target/debug/cindyscript-server}")
export CINDYSCRIPT_ROOT CINDYSCRIPT_SERVER
cache=$CINDYSCRIPT_ROOT/tests/.cache
out=$CINDYSCRIPT_ROOT/tests/out
[ $# -gt 0 ] || set -- neovim helix emacs

HOME=$(mktemp -d)
export HOME XDG_CONFIG_HOME=$HOME/config XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CACHE_HOME=$HOME/cache
mkdir -p "$HOME/applets" "$XDG_CONFIG_HOME/helix" "$out"
cp "$here"/fixtures/* "$HOME/applets"
screen= running=()
trap 'kill "${running[@]}" $screen 2> /dev/null || true; rm -rf "$HOME"' EXIT
. "$here/display.sh"
start_display "$HOME" 900x480

passed=0 failed=0
# start COMMAND...: in the background, until the next `quit`.
start() { "$@" > "$HOME/said" 2>&1 & running+=($!); }
quit() {
  kill "${running[@]}" 2> /dev/null || true
  wait "${running[@]}" 2> /dev/null || true
  running=()
}
# Letters without grey edges, so that each has its colour and no other.
font='DejaVu Sans Mono'
# in_terminal COMMAND...
in_terminal() { start xterm -geometry 110x26+0+0 +sb -b 4 -bw 0 -fa "$font:antialias=false" -fs 11 -e "$@"; }
# has COLOUR...: whether the screen has these colours, on more than a few pixels.
has() {
  local colour
  import -window root "$picture"
  convert "$picture" -format %c histogram:info:- > "$HOME/colours"
  for colour in "$@"; do
    awk -v wanted="$colour" '$1 + 0 >= 8 && $3 == wanted { found = 1 } END { exit !found }' "$HOME/colours" || return
  done
}
# check WHAT COLOUR...: waits until the screen has these colours.
check() {
  local what=$1 end=$((SECONDS + 30))
  shift
  until has "$@" || [ $SECONDS -ge $end ]; do sleep 0.2; done
  if has "$@"; then echo "ok      $what" && passed=$((passed + 1)); else
    echo "FAILED  $what: not all of $* is in $picture" && failed=$((failed + 1))
  fi
}

# The colours are those of the editors' own themes, but for Neovim's, which are ours.

neovim() {
  # What is computed at every pixel, what once per frame; hints and lenses.
  local colours=(\#FFAF87 \#87AFFF \#8E95A0) suite file
  [ "$1" = dark ] || colours=(\#AF5F00 \#005FD7 \#5A616B)
  cat > "$HOME/init.lua" <<'LUA'
vim.o.termguicolors = true
local plugin = vim.env.CINDYSCRIPT_ROOT .. "/editors/nvim"
vim.opt.runtimepath:prepend(plugin)
vim.opt.runtimepath:append(plugin .. "/after")
require("cindyscript").setup({ cmd = { vim.env.CINDYSCRIPT_SERVER } })
LUA
  for suite in trixie forky; do
    for file in types.cindyscript split.html; do
      picture=$out/neovim-$suite-${file/./-}-$1.png
      # By itself it would start the program that it is once more, which is the loader here.
      rm -f "$HOME/nvim"
      start "$cache/nvim-$suite/nvim" --headless --listen "$HOME/nvim" -n -i NONE --cmd "set background=$1" -u "$HOME/init.lua" "$HOME/applets/$file"
      until [ -e "$HOME/nvim" ]; do sleep 0.05; done
      in_terminal "$cache/nvim-$suite/nvim" --remote-ui --server "$HOME/nvim"
      check "$file in Neovim of $suite, on a $1 ground" "${colours[@]}"
      quit
    done
  done
}

helix() {
  # Letters, hints, errors. Numbers of lines would have the colour of hints.
  local colours=(\#A4A0E8 \#5A5977 \#F47868) theme=default file=actions.cindyscript
  [ "$1" = dark ] || colours=(\#282C34 \#9E9E9E \#D50000) theme=onelight
  sed "s|^command = .*|command = \"$CINDYSCRIPT_SERVER\"|" "$CINDYSCRIPT_ROOT/editors/helix/languages.toml" > "$XDG_CONFIG_HOME/helix/languages.toml"
  cat > "$XDG_CONFIG_HOME/helix/config.toml" <<CONFIG
theme = "$theme"
[editor]
true-color = true
gutters = ["diagnostics"]
end-of-line-diagnostics = "hint"
[editor.lsp]
display-inlay-hints = true
CONFIG
  picture=$out/helix-$1.png
  in_terminal "$cache/helix-trixie/hx" "$HOME/applets/$file"
  check "$file in Helix, on a $1 ground: letters" "${colours[0]}"
  # It asks for hints when a key is followed by a pause, and not again if there was no server yet.
  local tries
  for ((tries = 0; tries < 20; tries++)); do
    has "${colours[@]}" && break
    xdotool key Escape && sleep 0.5
  done
  check "hints, and errors" "${colours[@]}"
  quit
}

emacs() {
  # Functions of the language, pixels, hints.
  local colours=(\#B0C4DE \#EEDD82 \#B3B3B3) ground=(--reverse-video) file=types.cindyscript
  [ "$1" = dark ] || colours=(\#483D8B \#A0522D \#7F7F7F) ground=()
  cat > "$HOME/init.el" <<'LISP'
(add-to-list 'load-path (concat (getenv "CINDYSCRIPT_ROOT") "/editors/emacs"))
(require 'cindyscript-mode)
(add-hook 'cindyscript-mode-hook #'eglot-ensure)
(setq cindyscript-server-program (list (getenv "CINDYSCRIPT_SERVER"))
      inhibit-startup-screen t)
(menu-bar-mode -1)
(tool-bar-mode -1)
LISP
  picture=$out/emacs-$1.png
  start "$cache/emacs-trixie/emacs" -Q -fn "$font-11:antialias=false" -geometry 100x24+0+0 "${ground[@]}" -l "$HOME/init.el" "$HOME/applets/$file"
  check "$file in Emacs, on a $1 ground" "${colours[@]}"
  quit
}

for name in "$@"; do
  for ground in light dark; do
    "$name" "$ground"
  done
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
