#!/bin/bash
# usage: helix.sh SUITE DEST     (trixie: Helix 25.01)
# Leaves DEST/hx, a wrapper that starts Debian's Helix with that suite's own loader and libraries.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/debian-prefix.sh" "$1" "$2" hx
prefix=$(cd "$2" && pwd)
loader=$(find "$prefix" -path '*-linux-gnu/ld-linux-*.so.*' | head -n 1)
lib=$(dirname "$loader")
triplet=$(basename "$lib")
cat > "$prefix/hx" <<WRAPPER
#!/bin/sh
export HELIX_RUNTIME='$prefix/usr/lib/hx/runtime'
exec '$loader' --library-path '$lib:$prefix/usr/lib/$triplet' '$prefix/usr/lib/hx/hx' "\$@"
WRAPPER
chmod +x "$prefix/hx"
"$prefix/hx" --version | head -n 1
