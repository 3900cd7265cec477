; For nvim-treesitter's indentation, which authors turn on themselves.

[
  (arguments)
  (parenthesized_expression)
  (list)
  (dictionary)
] @indent.begin

[")" "]" "}"] @indent.branch @indent.end

[(string) (block_comment)] @indent.ignore
