-- Messages to the server, in every version of Neovim.

local M = {}

---Tells the server something; Neovim before 0.11 has no methods for that.
---@param client vim.lsp.Client
---@param method string
---@param params table
function M.notify(client, method, params)
  if vim.fn.has("nvim-0.11") == 1 then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

return M
