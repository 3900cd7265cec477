if vim.b.did_indent then
  return
end
vim.b.did_indent = 1

require("cindyscript.indent").follow(0)
vim.b.undo_indent = "setlocal indentexpr< indentkeys<"
