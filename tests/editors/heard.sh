#!/bin/sh
# The server CINDYSCRIPT_SERVER; what it hears is in the file `heard` of WORKSPACE.
tee -a "$WORKSPACE/heard" | "$CINDYSCRIPT_SERVER" "$@"
