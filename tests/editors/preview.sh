#!/bin/sh
# A preview for the tests of editors: it shows nothing, and says of every text that the variable `radius` is 0.37, and
# `a` 0.5, `b` the number that `radius` is set to there; and it prints a line. Where something is selected it prints the
# place, and that it is to be drawn. To a debugger it answers with the same message. The real preview exports
# pages and debugs applets.
case "${1:-}" in export | dap) exec "$CINDYSCRIPT_PREVIEW" "$@" ;; esac
echo '{"message":"hello","protocol":1,"program":"preview.sh"}'
while IFS= read -r line; do
  case "$line" in
    *'"message":"open"'*)
      version="${line##*\"version\":}"
      version="${version%%[!0-9]*}"
      radius="${line##*radius = }"
      radius="${radius%%[!0-9.]*}"
      echo '{"message":"output","text":"from the applet"}'
      printf '{"message":"values","version":%s,"values":[' "$version"
      printf '{"subject":{"global":"radius"},"type":"real","value":"0.37"},'
      printf '{"subject":{"global":"b"},"type":"complex","value":"%s"},' "$radius"
      printf '{"subject":{"global":"a"},"type":"real","value":"0.5"}]}\n'
      ;;
    *'"message":"selection"'*)
      printf '{"message":"output","text":"selected %s"}\n' "$(printf '%s' "${line##*\"range\":}" | tr -d '{}"')"
      ;;
    *'"message":"debug"'*) printf '%s\n' "$line" ;;
    *'"draw-selection"'*) echo '{"message":"output","text":"drawn"}' ;;
    *'"shutdown"'*) exit 0 ;;
  esac
done
