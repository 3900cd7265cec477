[
  (cell)
  (block_comment)
  (arguments)
  (parenthesized_expression)
  (list)
  (dictionary)
] @fold
