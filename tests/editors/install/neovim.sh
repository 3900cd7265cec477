#!/bin/bash
# usage: neovim.sh SUITE DEST     (trixie: Neovim 0.10.4, the oldest supported; forky: 0.12, current)
# Leaves DEST/nvim, a wrapper that starts Debian's Neovim with that suite's own loader and libraries, so that it runs
# beside whatever C library this machine has.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/debian-prefix.sh" "$1" "$2" neovim
prefix=$(cd "$2" && pwd)
loader=$(find "$prefix" -path '*-linux-gnu/ld-linux-*.so.*' | head -n 1)
lib=$(dirname "$loader")
triplet=$(basename "$lib")
cat > "$prefix/nvim" <<WRAPPER
#!/bin/sh
export VIMRUNTIME='$prefix/usr/share/nvim/runtime'
exec '$loader' --library-path '$lib:$prefix/usr/lib/$triplet' '$prefix/usr/bin/nvim' --cmd 'set runtimepath+=$prefix/usr/lib/nvim' "\$@"
WRAPPER
chmod +x "$prefix/nvim"
"$prefix/nvim" --version | head -n 1
