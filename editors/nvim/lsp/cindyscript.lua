-- Read by Neovim 0.11 and later for vim.lsp.enable("cindyscript").
return require("cindyscript.server").lsp_config()
