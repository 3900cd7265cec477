(definition
  left: (call)
  right: (_) @function.inside) @function.around

[(line_comment) (block_comment)] @comment.around
