#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server emacs.sh [SUITE]
# Runs emacs.el and debugger.el in a real Emacs, Debian trixie's unless another suite is named.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
CINDYSCRIPT_ROOT=$(cd "$here/../.." && pwd)
CINDYSCRIPT_SERVER=$(realpath -e "${CINDYSCRIPT_SERVER:-$CINDYSCRIPT_ROOT/target/debug/cindyscript-server}")
export CINDYSCRIPT_ROOT CINDYSCRIPT_SERVER
suite=${1:-trixie}
emacs=$CINDYSCRIPT_ROOT/tests/.cache/emacs-$suite/emacs
[ -x "$emacs" ] || "$here/install/emacs.sh" "$suite" "$CINDYSCRIPT_ROOT/tests/.cache/emacs-$suite" > /dev/null
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT

echo "== $("$emacs" --version 2> /dev/null | head -n 1)"
# A mode that is compiled is read closer.
cp "$CINDYSCRIPT_ROOT/editors/emacs/cindyscript-mode.el" "$HOME"
"$emacs" --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile "$HOME/cindyscript-mode.el"
if command -v cc > /dev/null; then
  grammar=$CINDYSCRIPT_ROOT/editors/tree-sitter-cindyscript/src
  export CINDYSCRIPT_GRAMMARS=$HOME/grammars
  mkdir "$CINDYSCRIPT_GRAMMARS"
  cc -O2 -shared -fPIC -I "$grammar" "$grammar"/{parser,scanner}.c -o "$CINDYSCRIPT_GRAMMARS/libtree-sitter-cindyscript.so"
else
  echo "NOT RUN: tree-sitter in Emacs: there is no C compiler"
fi
timeout 300 "$emacs" --batch -Q -l "$here/emacs.el"

# The window of a preview needs a display.
. "$here/display.sh"
screen=
trap 'kill $screen 2> /dev/null || true; rm -rf "$HOME"' EXIT
start_display "$HOME" 900x600
timeout 120 "$emacs" --batch -Q -L "$(dirname "$emacs")"/usr/share/emacs/site-lisp/elpa-src/dape-* \
  -l "$here/debugger.el"
