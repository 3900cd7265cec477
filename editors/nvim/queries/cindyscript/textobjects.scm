; For nvim-treesitter-textobjects.

(definition
  left: (call)
  right: (_) @function.inner) @function.outer

(call arguments: (arguments (_) @parameter.inner @parameter.outer))

(call) @call.outer

[(line_comment) (block_comment)] @comment.outer

(assignment
  left: (_) @assignment.lhs
  right: (_) @assignment.rhs) @assignment.outer

(number) @number.inner
