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
syn match cindyscriptConstant /[[:alnum:]']\@1<!\%(pi\|π\|i\|true\|false\|nil\|newline\|tab\)[[:alnum:]']\@!/

syn match cindyscriptCall /[[:alpha:]'][[:alnum:]']*\%([ \t]*[([{]\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(colorplot\|cgl\a*\|imagergba\=\|readpixels\|forcerecompile\)\%([ \t]*(\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(apply\|select\|sort\|sum\|product\|max\|min\|append\|prepend\|concat\|length\|reverse\|flatten\|join\|transpose\|det\|inverse\)\%([ \t]*(\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(draw\a*\|fill\a*\|connect\|plot\|clrscr\|color\|alpha\|gsave\|grestore\|canvas\|createimage\)\%([ \t]*(\)\@=/
syn match cindyscriptFunction /\c[[:alnum:]']\@1<!\%(sin\|cos\|tan\|arcsin\|arccos\|arctan2\=\|exp\|log\|sqrt\|abs\|dist\|re\|im\|conjugate\|complex\|floor\|round\|ceil\|mod\|random\a*\|hue\|red\|green\|blue\|gr[ae]y\|seconds\|mouse\)\%([ \t]*(\)\@=/
syn match cindyscriptControl /\c[[:alnum:]']\@1<!\%(if\|while\|repeat\|forall\)\%([ \t]*(\)\@=/
syn match cindyscriptScope /\c[[:alnum:]']\@1<!\%(regional\|local\|release\)\%([ \t]*(\)\@=/
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
