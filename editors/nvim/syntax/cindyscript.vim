" Vim syntax file
" Language: CindyScript

if exists("b:current_syntax")
  finish
endif

let s:save = &cpoptions
set cpoptions&vim

" Names of functions ignore case, names of variables do not; so case is settled pattern by pattern.
syn case match

syn match cindyscriptOperator /[-+*\/^&%!<>=~|_:;×⋅·÷∕∶−√°≠≤≥≈∈∉∧∨¬∪∩∖]/
syn match cindyscriptOperator /\.\./
syn match cindyscriptAssign /:=_\=\|::=/
syn match cindyscriptNumber /[[:alnum:]_']\@1<!\d\+\%(\.\%([.[:alpha:]']\)\@!\d*\)\=\%([eE][+-]\=\d\+\)\=/
syn match cindyscriptNumber /\d\@1<!\.\d\+\%([eE][+-]\=\d\+\)\=/
syn match cindyscriptRunning /#[1-9]\=/
" Generated: presets
syn match cindyscriptConstant /[[:alnum:]']\@1<!\%(false\|i\|newline\|nil\|pi\|tab\|true\|π\)[[:alnum:]']\@!/
" Generated: end

syn match cindyscriptCall /[[:alpha:]'][[:alnum:]']*\%([ \t]*[([{]\)\@=/
" Generated: builtins
syn match cindyscriptControl /\c[[:alnum:]']\@1<!\%(forall\|if\|repeat\|while\)\%([ \t]*[([{]\)\@=/
syn match cindyscriptScope /\c[[:alnum:]']\@1<!\%(createvar\|local\|regional\|release\|removevar\)\%([ \t]*[([{]\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(append\|apply\|column\|columnmatrix\|combinations\|common\|concat\|consecutive\|contains\|convexhull3d\|cycle\|dict\|directproduct\|eig\|eigenvalues\|eigenvectors\|flatten\|get\|inverse\|kernel\|keys\|length\|linearsolve\|matrixrowcolumn\|max\|min\|mincostmatching\|pairs\|prepend\|product\|put\|rank\|remove\|reverse\|row\|rowmatrix\|select\|set\|sort\|submatrix\|sum\|take\|transpose\|triples\|values\|zeromatrix\|zerovector\)\%([ \t]*[([{]\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(cgldebugprint\|cgldiscard\|cgleval\|cglevalordiscard\|cglinterface\|cglislazy\|cgllazy\|cgllogerror\|cglloginfo\|cgllogwarning\|cgltexture\|cgltexturergb\|cgltrydeterminedegree\|cglwith\|colorplot\|colorplotxr\|compile\|forcerecompile\|setpixel\|use8bittextures\|verbatimglsl\)\%([ \t]*[([{]\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(allimages\|alpha\|cameravideo\|canvas\|circle\|clearimage\|clip\|clrscr\|color\|connect\|createimage\|draw\|drawall\|drawarc\|drawcircle\|drawconic\|drawimage\|drawpoly\|drawpolygon\|drawtable\|drawtext\|fill\|fillarc\|fillcircle\|fillpoly\|fillpolygon\|greset\|grestore\|gsave\|halfplane\|imageready\|imagergb\|imagergba\|imagesize\|layer\|linecolor\|linereflect\|linesize\|map\|pausevideo\|pixelsize\|playvideo\|plot\|pointcolor\|pointreflect\|pointsize\|polygon\|readpixels\|repaint\|rotate\|scale\|screen\|screenbounds\|screenresolution\|textsize\|translate\)\%([ \t]*[([{]\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(abs\|add\|algorithm\|allcircles\|allconics\|allelements\|alllines\|allmasses\|allpoints\|allsegments\|allsprings\|and\|arccos\|arcsin\|arctan\|arctan2\|area\|autodiff\|blue\|ceil\|complex\|conjugate\|continuefromhere\|cos\|create\|createpoint\|cross\|crossratio\|d\|degree\|det\|diff\|dist\|div\|element\|elementsatmouse\|exp\|floor\|gauss\|gray\|green\|grey\|hue\|im\|incidences\|inputs\|isbouncer\|iscircle\|iscomplex\|isconic\|iseven\|isgeometric\|isinteger\|isline\|islist\|ismass\|ismatrix\|isnumbermatrix\|isnumbervector\|isodd\|ispoint\|isreal\|isspring\|isstring\|issun\|isundefined\|join\|line\|log\|meet\|mod\|moveto\|mult\|not\|or\|para\|parallel\|perp\|perpendicular\|point\|pow\|random\|randombool\|randomint\|randominteger\|randomnormal\|re\|red\|removeelement\|roots\|round\|seedrandom\|simplify\|sin\|sqrt\|sub\|tan\|tangent\|xor\)\%([ \t]*[([{]\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(addcindy3dprintui\|addcindy3dprintuitubes\|addcindyglprintui\|alpha3d\|ambientlight3d\|assert\|background3d\|begin3d\|cglaxes\|cglcoordsystem\|cgldelete\|cgldirection\|cglevalonrender\|cglfindobject\|cglrender3d\|cglreset3d\|cglresetrotation\|cglsetvisible\|cglspherepos\|cglupdate\|cglupdatebounds\|cglviewpos\|cglviewrect\|circle3d\|clearconsole\|color3d\|colorplot3d\|complexcurves\|complexplot3d\|connect3d\|cplot3d\|createtool\|currentlanguage\|curve3d\|cutoffaddplane\|cylinder3d\|date\|depthrange3d\|directionallight3d\|disablelight3d\|draw3d\|drawpoly3d\|drawprintpreview\|drawsphere3d\|dropped\|droppoint\|dump\|end3d\|err\|errc\|eval\|fieldofview3d\|fillcircle3d\|fillpoly3d\|format\|getleapgesturedata\|getleaphandsdata\|getxrinputsources\|grestore3d\|gsave3d\|guess\|import\|indexof\|initleapmotion\|initxrcindy3d\|initxrcindygl\|instrument\|international\|javascript\|key\|keycode\|leapnormalizeposition\|line3d\|linecolor3d\|lineshininess3d\|linesize3d\|load\|loadinstruments\|lookat3d\|mesh3d\|midiposition\|mouse\|mover\|multiid\|multiidlist\|normalize\|parse\|parsecsv\|pauseanimation\|playanimation\|playfunction\|playmelody\|playsin\|playtone\|playwave\|plot3d\|pointcolor3d\|pointlight3d\|pointshininess3d\|pointsize3d\|polygon3d\|print\|println\|renderhints3d\|replace\|resetclock\|rotate3d\|savecsgmesh\|saveisomeshtofile\|savetubemesh\|seconds\|self\|setsimulationaccuracy\|setsimulationquality\|setsimulationspeed\|settimeout\|shininess3d\|simulationtime\|size3d\|sphere3d\|spotlight3d\|stopanimation\|stopsound\|substring\|surface3d\|surfacealpha3d\|surfacecolor3d\|surfaceshininess3d\|text\|time\|timestamp\|tokenize\|torus3d\|triangle3d\|triangles3d\|unicode\|updatepreviewcdy3d\|updatepreviewcdygl\|updatepreviewtubes\|use\|version\|xr\|zoom3d\)\%([ \t]*[([{]\)\@=/
" Generated: end
syn match cindyscriptDefinition /[[:alpha:]'][[:alnum:]']*\%([ \t]*([^()]*)\s*:=\)\@=/
syn match cindyscriptModifier /[[:alpha:]'][[:alnum:]']*\%(\s*\%(->\|→\)\)\@=/

syn region cindyscriptString start=/"/ end=/"/
syn match cindyscriptComment +//.*$+ contains=@Spell,cindyscriptTodo
syn match cindyscriptCell +^\s*//\s*%%.*$+
" Block comments nest.
syn region cindyscriptBlockComment start=+/\*+ end=+\*/+ contains=cindyscriptBlockComment,cindyscriptTodo,@Spell
syn keyword cindyscriptTodo contained TODO FIXME XXX NOTE

syn sync ccomment cindyscriptBlockComment

hi def link cindyscriptAssign Operator
hi def link cindyscriptBlockComment Comment
hi def link cindyscriptCall Function
hi def link cindyscriptCell Title
hi def link cindyscriptComment Comment
hi def link cindyscriptConstant Constant
hi def link cindyscriptControl Conditional
hi def link cindyscriptDefinition Function
hi def link cindyscriptFunction Special
hi def link cindyscriptModifier Label
hi def link cindyscriptNumber Number
hi def link cindyscriptOperator Operator
hi def link cindyscriptRunning Identifier
hi def link cindyscriptScope StorageClass
hi def link cindyscriptString String
hi def link cindyscriptTodo Todo

let b:current_syntax = "cindyscript"
let &cpoptions = s:save
unlet s:save
