# Sourced by the tests of editors that open windows.

# start_display FOLDER SIZE: starts a screen, such as 900x600. Sets DISPLAY, and `screen` to its process. The folder is for the
# number of the display.
start_display() {
  Xvfb -displayfd 3 -screen 0 "$2x24" -nolisten tcp -noreset 3> "$1/display" 2> /dev/null &
  screen=$!
  until [ -s "$1/display" ]; do sleep 0.05; done
  DISPLAY=:$(cat "$1/display")
  export DISPLAY
}
