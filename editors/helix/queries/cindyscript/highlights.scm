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
    "abs" "add" "addcindy3dprintui" "addcindy3dprintuitubes" "addcindyglprintui" "algorithm"
    "allcircles" "allconics" "allelements" "allimages" "alllines" "allmasses" "allpoints"
    "allsegments" "allsprings" "alpha" "alpha3d" "ambientlight3d" "and" "append" "apply"
    "arccos" "arcsin" "arctan" "arctan2" "area" "assert" "autodiff" "background3d" "begin3d"
    "blue" "cameravideo" "canvas" "ceil" "cglaxes" "cglcoordsystem" "cgldebugprint" "cgldelete"
    "cgldirection" "cgldiscard" "cgleval" "cglevalonrender" "cglevalordiscard" "cglfindobject"
    "cglinterface" "cglislazy" "cgllazy" "cgllogerror" "cglloginfo" "cgllogwarning"
    "cglrender3d" "cglreset3d" "cglresetrotation" "cglsetvisible" "cglspherepos" "cgltexture"
    "cgltexturergb" "cgltrydeterminedegree" "cglupdate" "cglupdatebounds" "cglviewpos"
    "cglviewrect" "cglwith" "circle" "circle3d" "clearconsole" "clearimage" "clip" "clrscr"
    "color" "color3d" "colorplot" "colorplot3d" "colorplotxr" "column" "columnmatrix"
    "combinations" "common" "compile" "complex" "complexcurves" "complexplot3d" "concat"
    "conjugate" "connect" "connect3d" "consecutive" "contains" "continuefromhere" "convexhull3d"
    "cos" "cplot3d" "create" "createimage" "createpoint" "createtool" "cross" "crossratio"
    "currentlanguage" "curve3d" "cutoffaddplane" "cycle" "cylinder3d" "d" "date" "degree"
    "depthrange3d" "det" "dict" "diff" "directionallight3d" "directproduct" "disablelight3d"
    "dist" "div" "draw" "draw3d" "drawall" "drawarc" "drawcircle" "drawconic" "drawimage"
    "drawpoly" "drawpoly3d" "drawpolygon" "drawprintpreview" "drawsphere3d" "drawtable"
    "drawtext" "dropped" "droppoint" "dump" "eig" "eigenvalues" "eigenvectors" "element"
    "elementsatmouse" "end3d" "err" "errc" "eval" "exp" "fieldofview3d" "fill" "fillarc"
    "fillcircle" "fillcircle3d" "fillpoly" "fillpoly3d" "fillpolygon" "flatten" "floor"
    "forcerecompile" "format" "gauss" "get" "getleapgesturedata" "getleaphandsdata"
    "getxrinputsources" "gray" "green" "greset" "grestore" "grestore3d" "grey" "gsave" "gsave3d"
    "guess" "halfplane" "hue" "im" "imageready" "imagergb" "imagergba" "imagesize" "import"
    "incidences" "indexof" "initleapmotion" "initxrcindy3d" "initxrcindygl" "inputs"
    "instrument" "international" "inverse" "isbouncer" "iscircle" "iscomplex" "isconic" "iseven"
    "isgeometric" "isinteger" "isline" "islist" "ismass" "ismatrix" "isnumbermatrix"
    "isnumbervector" "isodd" "ispoint" "isreal" "isspring" "isstring" "issun" "isundefined"
    "javascript" "join" "kernel" "key" "keycode" "keys" "layer" "leapnormalizeposition" "length"
    "line" "line3d" "linearsolve" "linecolor" "linecolor3d" "linereflect" "lineshininess3d"
    "linesize" "linesize3d" "load" "loadinstruments" "log" "lookat3d" "map" "matrixrowcolumn"
    "max" "meet" "mesh3d" "midiposition" "min" "mincostmatching" "mod" "mouse" "mover" "moveto"
    "mult" "multiid" "multiidlist" "normalize" "not" "or" "pairs" "para" "parallel" "parse"
    "parsecsv" "pauseanimation" "pausevideo" "perp" "perpendicular" "pixelsize" "playanimation"
    "playfunction" "playmelody" "playsin" "playtone" "playvideo" "playwave" "plot" "plot3d"
    "point" "pointcolor" "pointcolor3d" "pointlight3d" "pointreflect" "pointshininess3d"
    "pointsize" "pointsize3d" "polygon" "polygon3d" "pow" "prepend" "print" "println" "product"
    "put" "random" "randombool" "randomint" "randominteger" "randomnormal" "rank" "re"
    "readpixels" "red" "remove" "removeelement" "renderhints3d" "repaint" "replace" "resetclock"
    "reverse" "roots" "rotate" "rotate3d" "round" "row" "rowmatrix" "savecsgmesh"
    "saveisomeshtofile" "savetubemesh" "scale" "screen" "screenbounds" "screenresolution"
    "seconds" "seedrandom" "select" "self" "set" "setpixel" "setsimulationaccuracy"
    "setsimulationquality" "setsimulationspeed" "settimeout" "shininess3d" "simplify"
    "simulationtime" "sin" "size3d" "sort" "sphere3d" "spotlight3d" "sqrt" "stopanimation"
    "stopsound" "sub" "submatrix" "substring" "sum" "surface3d" "surfacealpha3d"
    "surfacecolor3d" "surfaceshininess3d" "take" "tan" "tangent" "text" "textsize" "time"
    "timestamp" "tokenize" "torus3d" "translate" "transpose" "triangle3d" "triangles3d"
    "triples" "unicode" "updatepreviewcdy3d" "updatepreviewcdygl" "updatepreviewtubes" "use"
    "use8bittextures" "values" "verbatimglsl" "version" "xor" "xr" "zeromatrix" "zerovector"
    "zoom3d"
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
    "abs" "add" "addcindy3dprintui" "addcindy3dprintuitubes" "addcindyglprintui" "algorithm"
    "allcircles" "allconics" "allelements" "allimages" "alllines" "allmasses" "allpoints"
    "allsegments" "allsprings" "alpha" "alpha3d" "ambientlight3d" "and" "append" "apply"
    "arccos" "arcsin" "arctan" "arctan2" "area" "assert" "autodiff" "background3d" "begin3d"
    "blue" "cameravideo" "canvas" "ceil" "cglaxes" "cglcoordsystem" "cgldebugprint" "cgldelete"
    "cgldirection" "cgldiscard" "cgleval" "cglevalonrender" "cglevalordiscard" "cglfindobject"
    "cglinterface" "cglislazy" "cgllazy" "cgllogerror" "cglloginfo" "cgllogwarning"
    "cglrender3d" "cglreset3d" "cglresetrotation" "cglsetvisible" "cglspherepos" "cgltexture"
    "cgltexturergb" "cgltrydeterminedegree" "cglupdate" "cglupdatebounds" "cglviewpos"
    "cglviewrect" "cglwith" "circle" "circle3d" "clearconsole" "clearimage" "clip" "clrscr"
    "color" "color3d" "colorplot" "colorplot3d" "colorplotxr" "column" "columnmatrix"
    "combinations" "common" "compile" "complex" "complexcurves" "complexplot3d" "concat"
    "conjugate" "connect" "connect3d" "consecutive" "contains" "continuefromhere" "convexhull3d"
    "cos" "cplot3d" "create" "createimage" "createpoint" "createtool" "cross" "crossratio"
    "currentlanguage" "curve3d" "cutoffaddplane" "cycle" "cylinder3d" "d" "date" "degree"
    "depthrange3d" "det" "dict" "diff" "directionallight3d" "directproduct" "disablelight3d"
    "dist" "div" "draw" "draw3d" "drawall" "drawarc" "drawcircle" "drawconic" "drawimage"
    "drawpoly" "drawpoly3d" "drawpolygon" "drawprintpreview" "drawsphere3d" "drawtable"
    "drawtext" "dropped" "droppoint" "dump" "eig" "eigenvalues" "eigenvectors" "element"
    "elementsatmouse" "end3d" "err" "errc" "eval" "exp" "fieldofview3d" "fill" "fillarc"
    "fillcircle" "fillcircle3d" "fillpoly" "fillpoly3d" "fillpolygon" "flatten" "floor"
    "forcerecompile" "format" "gauss" "get" "getleapgesturedata" "getleaphandsdata"
    "getxrinputsources" "gray" "green" "greset" "grestore" "grestore3d" "grey" "gsave" "gsave3d"
    "guess" "halfplane" "hue" "im" "imageready" "imagergb" "imagergba" "imagesize" "import"
    "incidences" "indexof" "initleapmotion" "initxrcindy3d" "initxrcindygl" "inputs"
    "instrument" "international" "inverse" "isbouncer" "iscircle" "iscomplex" "isconic" "iseven"
    "isgeometric" "isinteger" "isline" "islist" "ismass" "ismatrix" "isnumbermatrix"
    "isnumbervector" "isodd" "ispoint" "isreal" "isspring" "isstring" "issun" "isundefined"
    "javascript" "join" "kernel" "key" "keycode" "keys" "layer" "leapnormalizeposition" "length"
    "line" "line3d" "linearsolve" "linecolor" "linecolor3d" "linereflect" "lineshininess3d"
    "linesize" "linesize3d" "load" "loadinstruments" "log" "lookat3d" "map" "matrixrowcolumn"
    "max" "meet" "mesh3d" "midiposition" "min" "mincostmatching" "mod" "mouse" "mover" "moveto"
    "mult" "multiid" "multiidlist" "normalize" "not" "or" "pairs" "para" "parallel" "parse"
    "parsecsv" "pauseanimation" "pausevideo" "perp" "perpendicular" "pixelsize" "playanimation"
    "playfunction" "playmelody" "playsin" "playtone" "playvideo" "playwave" "plot" "plot3d"
    "point" "pointcolor" "pointcolor3d" "pointlight3d" "pointreflect" "pointshininess3d"
    "pointsize" "pointsize3d" "polygon" "polygon3d" "pow" "prepend" "print" "println" "product"
    "put" "random" "randombool" "randomint" "randominteger" "randomnormal" "rank" "re"
    "readpixels" "red" "remove" "removeelement" "renderhints3d" "repaint" "replace" "resetclock"
    "reverse" "roots" "rotate" "rotate3d" "round" "row" "rowmatrix" "savecsgmesh"
    "saveisomeshtofile" "savetubemesh" "scale" "screen" "screenbounds" "screenresolution"
    "seconds" "seedrandom" "select" "self" "set" "setpixel" "setsimulationaccuracy"
    "setsimulationquality" "setsimulationspeed" "settimeout" "shininess3d" "simplify"
    "simulationtime" "sin" "size3d" "sort" "sphere3d" "spotlight3d" "sqrt" "stopanimation"
    "stopsound" "sub" "submatrix" "substring" "sum" "surface3d" "surfacealpha3d"
    "surfacecolor3d" "surfaceshininess3d" "take" "tan" "tangent" "text" "textsize" "time"
    "timestamp" "tokenize" "torus3d" "translate" "transpose" "triangle3d" "triangles3d"
    "triples" "unicode" "updatepreviewcdy3d" "updatepreviewcdygl" "updatepreviewtubes" "use"
    "use8bittextures" "values" "verbatimglsl" "version" "xor" "xr" "zeromatrix" "zerovector"
    "zoom3d"
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
