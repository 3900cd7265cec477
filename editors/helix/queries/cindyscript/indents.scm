[
  (arguments)
  (parenthesized_expression)
  (list)
  (dictionary)
] @indent

[")" "]" "}"] @outdent
