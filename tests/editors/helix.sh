#!/bin/bash
# usage: CINDYSCRIPT_SERVER=target/debug/cindyscript-server helix.sh [SUITE]
# What a person sees in a real Helix, Debian trixie's unless another suite is named: read off a terminal, tmux, into
# which keys are typed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
server=$(realpath -e "${CINDYSCRIPT_SERVER:-$root/target/debug/cindyscript-server}")
preview=$(realpath -e "${CINDYSCRIPT_PREVIEW:-$(dirname "$server")/cindyscript-preview}")
suite=${1:-trixie}
hx=$root/tests/.cache/helix-$suite/hx
[ -x "$hx" ] || "$here/install/helix.sh" "$suite" "$root/tests/.cache/helix-$suite" > /dev/null

scratch=$(mktemp -d)
# Each Helix has a terminal of its own: one that is being closed takes no new session.
terminals=0
terminal() { tmux -S "$scratch/terminal$terminals" -f /dev/null "$@"; }
trap 'terminal kill-server 2> /dev/null || true; rm -rf "$scratch"' EXIT
mkdir -p "$scratch/config/helix" "$scratch/applets"
cp "$here"/fixtures/* "$scratch/applets"
# The fragment as users have it, but for where the server and its preview are.
settings="config = { cindyscript = { preview = { path = \"$here/preview.sh\" }, inlayHints = { values = true } } }"
sed "s|\"cindyscript-server\"|\"$server\"\n$settings|; s|\"cindyscript-preview\"$|\"$preview\"|" "$root/editors/helix/languages.toml" \
  > "$scratch/config/helix/languages.toml"
cat > "$scratch/config/helix/config.toml" <<'CONFIG'
[editor.lsp]
display-inlay-hints = true
[editor]
end-of-line-diagnostics = "hint"
CONFIG

passed=0 failed=0
screen() { terminal capture-pane -p; }
sees() { screen | grep -qE -- "$1"; }
keys() { terminal send-keys "$@"; }
# A key that follows at once would be one with Alt for the terminal.
escape() { keys Escape && sleep 0.1; }
# check WHAT PATTERN: waits until a line of the screen matches; with `!` before the pattern, until none does.
check() {
  local what=$1 wanted=0 end=$((SECONDS + 20)) found
  shift
  if [ "$1" = '!' ]; then wanted=1 && shift; fi
  while :; do
    found=0
    sees "$1" || found=1
    [ $found = $wanted ] && echo "ok      $what" && passed=$((passed + 1)) && return
    [ $SECONDS -lt $end ] || break
    sleep 0.1
  done
  echo "FAILED  $what" && screen && failed=$((failed + 1))
}
# underlined PATTERN: whether something that matches has a curl below it.
underlined() { terminal capture-pane -p -e | grep -qE $'\e\\[4:3m(\e\\[[0-9;:]*m)*'"$1"; }
# check_that WHAT COMMAND...: waits until a command says yes.
check_that() {
  local what=$1
  shift
  wait_for "$@"
  if "$@"; then echo "ok      $what" && passed=$((passed + 1)); else
    echo "FAILED  $what" && terminal capture-pane -p -e && failed=$((failed + 1))
  fi
}
# descendants PROCESS: those that it has started, and those have.
descendants() {
  local child
  for child in $(pgrep -P "$1"); do echo "$child" && descendants "$child"; done
}
# The processes of previews that this Helix's server has started.
previews() {
  local process
  for process in $(descendants "$(terminal list-panes -F '#{pane_pid}')"); do
    if grep -qz 'preview\.sh' "/proc/$process/cmdline" 2> /dev/null; then echo "$process"; fi
  done
}
has_preview() { [ -n "$(previews)" ]; }
# open_preview: by the action at the cursor, the last one.
open_preview() {
  keys ' ' a
  check "the preview is among the actions" 'Open preview'
  keys Up Enter
}
# wait_for COMMAND...: for 20 seconds at most; the checks behind it tell what is not there then.
wait_for() {
  local end=$((SECONDS + 20))
  until "$@" || [ $SECONDS -ge $end ]; do sleep 0.02; done
}
cursor() { screen | grep -oE '[0-9]+:[0-9]+ *$' | tail -n 1; }
moved() { [ "$(cursor)" != "$1" ]; }
# insert KEY... TEXT: a letter at a time, as a person does. Helix before 25.07 hands each edit to a task of its own, and
# does not wait for it: letters that come at once reach the server in any order, which then has another text.
insert() {
  local text=${*: -1} place before
  keys "${@:1:$#-1}"
  wait_for sees '^ INS '
  for ((place = 0; place < ${#text}; place++)); do
    before=$(cursor)
    keys -l "${text:place:1}"
    wait_for moved "$before"
  done
}
# hints WHAT PATTERN: Helix asks for hints when a key is followed by a pause, and not again if there was no server yet.
hints() {
  local tries
  for ((tries = 0; tries < 40; tries++)); do
    sees "$2" && break
    escape && sleep 0.4
  done
  check "$@"
}
# open FILE: in a new Helix, which first asks the terminal what it is: an Escape before the answer makes keys of that.
open() {
  terminal kill-server 2> /dev/null || true
  terminals=$((terminals + 1))
  terminal new-session -d -x 120 -y 40 -c "$scratch/applets" \
    "env XDG_CONFIG_HOME='$scratch/config' XDG_CACHE_HOME='$scratch/cache' COLORTERM=truecolor '$hx' '$1'"
  wait_for sees '^ NOR '
}

echo "== $("$hx" --version)"
open types.cindyscript
hints "inlay hints" 'radius: real'
keys g g j j
keys ' ' k
check "hover" 'b: complex'
escape
insert 4 g g A ' +'
escape
check "an error is told behind its line" 'needs a value'
check_that "and underlined where it is" underlined '[+]'
insert A ' 1'
escape
check "and gone when it is mended" '!' 'needs a value'
open_preview
check "what it contradicts is said" 'was a real number'
# Helix asks for hints again after an edit.
insert A ' '
escape
check "and its values are in the text" '= 0\.37'
insert 4 g g 0 f 5 a '25'
escape
hints "the preview follows what is typed, and so does what it says" '= 1\.525'
kill -KILL $(previews)
check "a preview that dies is told" 'The preview ended'
open_preview
check_that "and opens again" has_preview
insert A ' '
escape
hints "with its values" '= 1\.525'

keys ' ' a
check "an action closes the preview" 'Close preview'
keys Up Enter
has_none() { [ -z "$(previews)" ]; }
check_that "and it is gone" has_none

insert g e o 'ra'
check "completions" 'radius +variable'
keys Tab
check "the first is chosen" ' 8  radius'
keys Enter
escape
check "and accepted" '^. +8  radius( |$)'

insert g e o 'mod(7, '
check "signature help tells the argument" 'mod\(a, b\)'
escape

open two.html
hints "hints in a page" 'size: int'
keys 9 g g f h
keys g d
check "the definition is in another script" ' 5:[0-9]+ *$'
keys 9 g g f h
keys ' ' r
check "a name is asked for" 'rename-to:'
keys C-u 'middle' Enter
check "a name is renamed in both scripts" 'colorplot.*middle\('
check "the other one, too" '^ *●? *5 .*middle\('
keys ':' 'format' Enter
check "scripts are formatted" 'middle\(x.*:= x ?/ ?2;'

open debugged.html
keys 1 9 g g
check "a line is chosen" ' 19:[0-9]+ *$'
keys ' ' G b
check "a breakpoint is set" '◯ *19'
escape
keys ':' 'debug-start applet debugged.html' Enter
check "the debugger stops at it" '▶ *19'
keys ' ' G v
check "and shows variables" 'a: int = 3'
escape
escape
keys ' ' G i
escape
check "it steps into a function" '▶ *12'
keys ' ' G t
escape

# With the grammar, which the checks above did without.
if command -v cc > /dev/null; then
  grammar=$root/editors/tree-sitter-cindyscript/src runtime=$scratch/config/helix/runtime
  mkdir -p "$runtime/grammars" && cp -R "$root/editors/helix/queries" "$runtime"
  cc -O2 -shared -fPIC -I "$grammar" "$grammar"/{parser,scanner}.c -o "$runtime/grammars/cindyscript.so"
  health=$(XDG_CONFIG_HOME=$scratch/config "$hx" --health cindyscript | sed 's/\x1b\[[0-9;]*m//g')
  is_healthy() { grep -q "$1: ✓" <<< "$health"; }
  for what in "Tree-sitter parser" "Highlight queries" "Textobject queries" "Indent queries"; do
    check_that "Helix has the $what" is_healthy "$what"
  done
  printf 'f(x) := (\n  x;\n);\n"a"; 1;\n' > "$scratch/applets/colours.cindyscript"
  open colours.cindyscript
  colour() { terminal capture-pane -p -e | grep -oE $'\e\\[[0-9;]*m[^\e]*'"$1" | head -n 1 | cut -dm -f1; }
  differ() { [ -n "$(colour '"a"')" ] && [ "$(colour '"a"')" != "$(colour 1)" ]; }
  check_that "strings and numbers have colours of their own" differ
  keys 2 g g m i f d
  check "the inside of a function is a text object" 'f\(x\) := ?;'
else
  echo "NOT RUN: tree-sitter in Helix: there is no C compiler"
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
