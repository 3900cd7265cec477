; extends

((script_element
  (start_tag
    (attribute
      (attribute_name) @_name
      (quoted_attribute_value (attribute_value) @_type)))
  (raw_text) @injection.content)
  (#eq? @_name "type")
  (#eq? @_type "text/x-cindyscript")
  (#set! injection.language "cindyscript"))
