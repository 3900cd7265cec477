#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server neovim.sh [SUITE...]
# Runs neovim.lua in real Neovims: Debian trixie's 0.10 and forky's 0.12 unless suites are named; where NVIM_DAP names a
# clone of nvim-dap, also debugger.lua.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
CINDYSCRIPT_ROOT=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$CINDYSCRIPT_ROOT/target/debug/cindyscript-server}")
export CINDYSCRIPT_ROOT CINDYSCRIPT_SERVER
cache=$CINDYSCRIPT_ROOT/tests/.cache
home=$(mktemp -d)
. "$here/display.sh"
screen=
trap 'kill $screen 2> /dev/null || true; rm -rf "$home"' EXIT
export XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state XDG_CACHE_HOME=$home/cache

status=0
[ $# -gt 0 ] || set -- trixie forky
for suite in "$@"; do
  nvim=$cache/nvim-$suite/nvim
  [ -x "$nvim" ] || "$here/install/neovim.sh" "$suite" "$cache/nvim-$suite" > /dev/null
  echo "== $("$nvim" --version | head -n 1)"
  export CINDYSCRIPT_NVIM=$nvim
  # At VimEnter, as for a person: what vim.lsp.enable does depends on it.
  package=$home/data/nvim/site/pack/cindyscript/start
  mkdir -p "$package" && ln -sfn "$CINDYSCRIPT_ROOT/editors/nvim" "$package/cindyscript"
  PATH=$(dirname "$CINDYSCRIPT_SERVER"):$PATH timeout 60 "$nvim" --headless -n -i NONE \
    "$here/fixtures/types.cindyscript" -c "autocmd VimEnter * ++nested luafile $here/package.lua" || status=1
  HOME=$home PATH=/usr/bin:/bin timeout 60 "$nvim" --headless -n -i NONE "$here/fixtures/types.cindyscript" \
    --cmd "lua notices = {} vim.notify = function(text) table.insert(notices, text) end" \
    -c "autocmd VimEnter * ++nested luafile $here/neovim_without_server.lua" || status=1
  if command -v cc > /dev/null; then
    grammar=$CINDYSCRIPT_ROOT/editors/tree-sitter-cindyscript/src parser=$home/data/nvim/site/parser
    mkdir -p "$parser"
    cc -O2 -shared -fPIC -I "$grammar" "$grammar"/{parser,scanner}.c -o "$parser/cindyscript.so"
    PATH=$(dirname "$CINDYSCRIPT_SERVER"):$PATH timeout 60 "$nvim" --headless -n -i NONE \
      "$here/fixtures/types.cindyscript" -c "autocmd VimEnter * ++nested luafile $here/grammar/neovim.lua" || status=1
  else
    echo "NOT RUN: tree-sitter in Neovim: there is no C compiler"
  fi
  timeout 300 "$nvim" --headless --clean -n -i NONE -c "autocmd VimEnter * ++nested luafile $here/neovim.lua" || status=1
  if [ -n "${NVIM_DAP:-}" ]; then
    # The window of a preview needs a display. The other checks have none.
    [ -n "$screen" ] || start_display "$home" 900x600
    export DISPLAY
    timeout 120 "$nvim" --headless --clean -n -i NONE -c "autocmd VimEnter * ++nested luafile $here/debugger.lua" || status=1
    export -n DISPLAY
  else
    echo "NOT RUN: nvim-dap: NVIM_DAP names no clone of github.com/mfussenegger/nvim-dap"
  fi
done
exit $status
