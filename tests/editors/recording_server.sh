#!/bin/sh
# The server CINDYSCRIPT_SERVER, with a copy of its input in the file `heard` of WORKSPACE.
tee -a "$WORKSPACE/heard" | "$CINDYSCRIPT_SERVER" "$@"
