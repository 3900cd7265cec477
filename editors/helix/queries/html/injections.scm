; Takes the place of Helix's own injections for HTML: scripts of CindyScript are one more language.

((comment) @injection.content
  (#set! injection.language "comment"))

((script_element
  (start_tag
    (attribute
      (attribute_name) @_name
      (quoted_attribute_value (attribute_value) @_type)))
  (raw_text) @injection.content)
  (#eq? @_name "type")
  (#eq? @_type "text/x-cindyscript")
  (#set! injection.language "cindyscript"))

; Scripts of all other types, and of none, are JavaScript, as Helix has it.
((script_element
  (start_tag) @_tag
  (raw_text) @injection.content)
  (#not-match? @_tag "text/x-cindyscript")
  (#set! injection.language "javascript"))

((style_element
  (raw_text) @injection.content)
  (#set! injection.language "css"))
