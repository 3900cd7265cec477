; A copy of editors/tree-sitter-cindyscript/queries/folds.scm, written by a test.

[
  (cell)
  (block_comment)
  (arguments)
  (parenthesized_expression)
  (list)
  (dictionary)
] @fold
