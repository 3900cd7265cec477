#!/bin/bash
# usage: emacs.sh SUITE DEST     (trixie: Emacs 30.1)
# Leaves DEST/emacs, a wrapper that starts Debian's Emacs, which can have windows, with that suite's own loader and libraries.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/debian-prefix.sh" "$1" "$2" emacs-lucid elpa-dape
prefix=$(cd "$2" && pwd)
loader=$(find "$prefix" -path '*-linux-gnu/ld-linux-*.so.*' | head -n 1)
lib=$(dirname "$loader")
triplet=$(basename "$lib")
share=$(echo "$prefix"/usr/share/emacs/[0-9]*)
libexec=$(echo "$prefix"/usr/libexec/emacs/*/"$triplet")
dump=$(echo "$libexec"/emacs-*.pdmp)
cat > "$prefix/emacs" <<WRAPPER
#!/bin/sh
export EMACSLOADPATH='$(find "$share/lisp" -type d | tr '\n' ':')' EMACSDATA='$share/etc' EMACSDOC='$share/etc' EMACSPATH='$libexec'
exec '$loader' --library-path '$lib:$prefix/usr/lib/$triplet' '$prefix/usr/bin/emacs-lucid' --dump-file='$dump' "\$@"
WRAPPER
chmod +x "$prefix/emacs"
"$prefix/emacs" --version | head -n 1
