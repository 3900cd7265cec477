" CindyScript inside of HTML pages. Defined after HTML's own script elements, and so preferred to them.
let s:current = get(b:, "current_syntax", "html")
unlet! b:current_syntax
syn include @htmlCindyscript syntax/cindyscript.vim
let b:current_syntax = s:current
unlet s:current

syn region cindyscriptScript start=+\c<script\_[^>]*text/x-cindyscript\_[^>]*>+ keepend end=+\c</script\_[^>]*>+me=s-1
      \ contains=@htmlCindyscript,htmlScriptTag
