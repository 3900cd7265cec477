if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = "// %s"
vim.bo.comments = "s1:/*,mb:*,ex:*/,://"
-- A prime belongs to a name (x'); an underscore is the index operator.
vim.bo.iskeyword = "@,48-57,39,192-255"
vim.bo.suffixesadd = ".cindyscript"
-- As scripts are formatted; what an .editorconfig says comes later.
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.b.undo_ftplugin = "setlocal commentstring< comments< iskeyword< suffixesadd< expandtab< shiftwidth< softtabstop<"

-- The syntax file highlights where no parser is installed.
if pcall(vim.treesitter.start, 0, "cindyscript") then
  vim.b.undo_ftplugin = vim.b.undo_ftplugin .. " | call v:lua.vim.treesitter.stop()"
end
