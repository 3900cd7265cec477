-- The plugin as a package, without a line of configuration. Run by neovim.sh, with a script on the command line.

local attached = vim.wait(20000, function()
  local client = vim.lsp.get_clients({ name = "cindyscript", bufnr = 0 })[1]
  return client and client.initialized
end, 20)
io.stdout:write(("%s  a script starts the server without setup()\n"):format(attached and "ok    " or "FAILED"))
if vim.lsp.config then
  -- For vim.lsp.enable(), which nvim-lspconfig is about.
  local config = vim.lsp.config.cindyscript or {}
  local is_usable = config.cmd and vim.fn.executable(config.cmd[1]) == 1 and vim.list_contains(config.filetypes or {}, "html")
  io.stdout:write(("%s  lsp/cindyscript.lua has the server\n"):format(is_usable and "ok    " or "FAILED"))
  attached = attached and is_usable
end
vim.cmd(attached and "qall!" or "cquit 1")
