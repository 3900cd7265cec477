; A copy of editors/tree-sitter-cindyscript/queries/highlights.scm, written by a test.

; No two patterns of different captures match one node, so their order does not matter: editors disagree
; about which one wins. A test writes the lists of builtins, and the copies of this file for editors.

(line_comment) @comment.line
(block_comment) @comment.block
(cell_header) @markup.heading

(string) @string
(number) @constant.numeric
[(superscript) (subscript)] @constant.numeric

(running_variable) @variable.builtin

((identifier) @constant.builtin.boolean
  (#any-of? @constant.builtin.boolean "true" "false"))

((identifier) @constant.builtin
  (#any-of? @constant.builtin
    ; Generated: presets
    "i" "newline" "nil" "pi" "tab" "π"
    ; Generated: end
    ))

(modifier name: (identifier) @attribute)
(field_expression field: (identifier) @variable.other.member)
(entry key: (identifier) @variable.other.member)

(definition
  left: (call
    arguments: (arguments (identifier) @variable.parameter)))

; Functions

((call function: (identifier) @keyword.control.conditional)
  (#eq? @keyword.control.conditional "if"))

((call function: (identifier) @keyword.control.repeat)
  (#any-of? @keyword.control.repeat
    ; Generated: loops
    "forall" "repeat" "while"
    ; Generated: end
    ))

((call function: (identifier) @keyword)
  (#any-of? @keyword
    ; Generated: variables
    "createvar" "local" "regional" "release" "removevar"
    ; Generated: end
    ))

((call function: (identifier) @function.builtin)
  (#any-of? @function.builtin
    ; Generated: functions
    "abs" "add" "algorithm" "allcircles" "allconics" "allelements" "allimages" "alllines"
    "allmasses" "allpoints" "allsegments" "allsprings" "alpha" "and" "append" "apply" "arccos"
    "arcsin" "arctan" "arctan2" "area" "assert" "autodiff" "blue" "cameravideo" "canvas" "ceil"
    "cgldebugprint" "cgldiscard" "cgleval" "cglevalordiscard" "cglinterface" "cglislazy"
    "cgllazy" "cgllogerror" "cglloginfo" "cgllogwarning" "cgltexture" "cgltexturergb"
    "cgltrydeterminedegree" "cglwith" "circle" "clearconsole" "clearimage" "clip" "clrscr"
    "color" "colorplot" "colorplotxr" "column" "columnmatrix" "combinations" "common" "compile"
    "complex" "concat" "conjugate" "connect" "consecutive" "contains" "continuefromhere"
    "convexhull3d" "cos" "create" "createimage" "createpoint" "createtool" "cross" "crossratio"
    "currentlanguage" "cycle" "d" "date" "degree" "det" "dict" "diff" "directproduct" "dist"
    "div" "draw" "drawall" "drawarc" "drawcircle" "drawconic" "drawimage" "drawpoly"
    "drawpolygon" "drawtable" "drawtext" "dropped" "droppoint" "dump" "eig" "eigenvalues"
    "eigenvectors" "element" "elementsatmouse" "err" "errc" "eval" "exp" "fill" "fillarc"
    "fillcircle" "fillpoly" "fillpolygon" "flatten" "floor" "forcerecompile" "format" "gauss"
    "get" "gray" "green" "greset" "grestore" "grey" "gsave" "guess" "halfplane" "hue" "im"
    "imageready" "imagergb" "imagergba" "imagesize" "import" "incidences" "indexof" "inputs"
    "international" "inverse" "isbouncer" "iscircle" "iscomplex" "isconic" "iseven"
    "isgeometric" "isinteger" "isline" "islist" "ismass" "ismatrix" "isnumbermatrix"
    "isnumbervector" "isodd" "ispoint" "isreal" "isspring" "isstring" "issun" "isundefined"
    "javascript" "join" "kernel" "key" "keycode" "keys" "layer" "length" "line" "linearsolve"
    "linecolor" "linereflect" "linesize" "load" "log" "map" "matrixrowcolumn" "max" "meet" "min"
    "mincostmatching" "mod" "mouse" "mover" "moveto" "mult" "multiid" "multiidlist" "not" "or"
    "pairs" "para" "parallel" "parse" "parsecsv" "pauseanimation" "pausevideo" "perp"
    "perpendicular" "pixelsize" "playanimation" "playvideo" "plot" "point" "pointcolor"
    "pointreflect" "pointsize" "polygon" "pow" "prepend" "print" "println" "product" "put"
    "random" "randombool" "randomint" "randominteger" "randomnormal" "rank" "re" "readpixels"
    "red" "remove" "removeelement" "repaint" "replace" "resetclock" "reverse" "roots" "rotate"
    "round" "row" "rowmatrix" "scale" "screen" "screenbounds" "screenresolution" "seconds"
    "seedrandom" "select" "self" "set" "setpixel" "setsimulationaccuracy" "setsimulationquality"
    "setsimulationspeed" "settimeout" "simplify" "simulationtime" "sin" "sort" "sqrt"
    "stopanimation" "sub" "submatrix" "substring" "sum" "take" "tan" "tangent" "text" "textsize"
    "time" "timestamp" "tokenize" "translate" "transpose" "triples" "unicode" "use"
    "use8bittextures" "values" "verbatimglsl" "version" "xor" "zeromatrix" "zerovector"
    ; Generated: end
    ))

((call function: (identifier) @function)
  (#not-any-of? @function
    "if"
    ; Generated: loops
    "forall" "repeat" "while"
    ; Generated: end
    ; Generated: variables
    "createvar" "local" "regional" "release" "removevar"
    ; Generated: end
    ; Generated: functions
    "abs" "add" "algorithm" "allcircles" "allconics" "allelements" "allimages" "alllines"
    "allmasses" "allpoints" "allsegments" "allsprings" "alpha" "and" "append" "apply" "arccos"
    "arcsin" "arctan" "arctan2" "area" "assert" "autodiff" "blue" "cameravideo" "canvas" "ceil"
    "cgldebugprint" "cgldiscard" "cgleval" "cglevalordiscard" "cglinterface" "cglislazy"
    "cgllazy" "cgllogerror" "cglloginfo" "cgllogwarning" "cgltexture" "cgltexturergb"
    "cgltrydeterminedegree" "cglwith" "circle" "clearconsole" "clearimage" "clip" "clrscr"
    "color" "colorplot" "colorplotxr" "column" "columnmatrix" "combinations" "common" "compile"
    "complex" "concat" "conjugate" "connect" "consecutive" "contains" "continuefromhere"
    "convexhull3d" "cos" "create" "createimage" "createpoint" "createtool" "cross" "crossratio"
    "currentlanguage" "cycle" "d" "date" "degree" "det" "dict" "diff" "directproduct" "dist"
    "div" "draw" "drawall" "drawarc" "drawcircle" "drawconic" "drawimage" "drawpoly"
    "drawpolygon" "drawtable" "drawtext" "dropped" "droppoint" "dump" "eig" "eigenvalues"
    "eigenvectors" "element" "elementsatmouse" "err" "errc" "eval" "exp" "fill" "fillarc"
    "fillcircle" "fillpoly" "fillpolygon" "flatten" "floor" "forcerecompile" "format" "gauss"
    "get" "gray" "green" "greset" "grestore" "grey" "gsave" "guess" "halfplane" "hue" "im"
    "imageready" "imagergb" "imagergba" "imagesize" "import" "incidences" "indexof" "inputs"
    "international" "inverse" "isbouncer" "iscircle" "iscomplex" "isconic" "iseven"
    "isgeometric" "isinteger" "isline" "islist" "ismass" "ismatrix" "isnumbermatrix"
    "isnumbervector" "isodd" "ispoint" "isreal" "isspring" "isstring" "issun" "isundefined"
    "javascript" "join" "kernel" "key" "keycode" "keys" "layer" "length" "line" "linearsolve"
    "linecolor" "linereflect" "linesize" "load" "log" "map" "matrixrowcolumn" "max" "meet" "min"
    "mincostmatching" "mod" "mouse" "mover" "moveto" "mult" "multiid" "multiidlist" "not" "or"
    "pairs" "para" "parallel" "parse" "parsecsv" "pauseanimation" "pausevideo" "perp"
    "perpendicular" "pixelsize" "playanimation" "playvideo" "plot" "point" "pointcolor"
    "pointreflect" "pointsize" "polygon" "pow" "prepend" "print" "println" "product" "put"
    "random" "randombool" "randomint" "randominteger" "randomnormal" "rank" "re" "readpixels"
    "red" "remove" "removeelement" "repaint" "replace" "resetclock" "reverse" "roots" "rotate"
    "round" "row" "rowmatrix" "scale" "screen" "screenbounds" "screenresolution" "seconds"
    "seedrandom" "select" "self" "set" "setpixel" "setsimulationaccuracy" "setsimulationquality"
    "setsimulationspeed" "settimeout" "simplify" "simulationtime" "sin" "sort" "sqrt"
    "stopanimation" "sub" "submatrix" "substring" "sum" "take" "tan" "tangent" "text" "textsize"
    "time" "timestamp" "tokenize" "translate" "transpose" "triples" "unicode" "use"
    "use8bittextures" "values" "verbatimglsl" "version" "xor" "zeromatrix" "zerovector"
    ; Generated: end
    ))

; Operators and brackets

[
  "=" ":=" "::=" ":=_"
  "°" "_" "^" "√" "*" "⁢" "⋅" "·" "×" "/" "÷" "∕" "∶" "+" "-" "−" "!" "¬" ".."
  "==" "≟" "!=" "<>" "≠" "<" ">" "<=" "≤" "≦" ">=" "≥" "≧"
  "~=" "≈" "~!=" "≉" "~<" "⪉" "~>" "⪊" "~<=" "⪅" "~>=" "⪆" "∈" "∉"
  "&" "∧" "%" "∨" "<:" "++" "∪" "--" "∖" "~~" "∩" ":>"
  "->" "→"
] @operator

["(" ")" "[" "]" "{" "}" "|"] @punctuation.bracket

[";" "," ":" "."] @punctuation.delimiter
