(definition
  left: (call)
  right: (_) @function.inside) @function.around

(arguments
  ((_) @parameter.inside . ","? @parameter.around) @parameter.around)

(entry (_) @entry.inside) @entry.around

[(line_comment) (block_comment)] @comment.inside

(line_comment)+ @comment.around
(block_comment) @comment.around
