-- The plugin as a package, without a line of configuration. Run by neovim.sh, with a script on the command line.

local attached = vim.wait(20000, function()
  local client = vim.lsp.get_clients({ name = "cindyscript", bufnr = 0 })[1]
  return client and client.initialized
end, 20)
io.stdout:write(("%s  a script starts the server without setup()\n"):format(attached and "ok    " or "FAILED"))
vim.cmd(attached and "qall!" or "cquit 1")
