-- Commands to the server.

local M = {}

---Sends a command to a server. `done` gets what it answers; errors are shown.
---@param client vim.lsp.Client
---@param buffer integer The document that asks.
---@param command string
---@param arguments any[]
---@param done (fun(answer: any))?
function M.send(client, buffer, command, arguments, done)
  local params = { command = command, arguments = arguments }
  local function answered(err, answer)
    if err then
      vim.notify("CindyScript: " .. err.message, vim.log.levels.ERROR)
    elseif done then
      done(answer)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", params, answered, buffer)
  else
    client.request("workspace/executeCommand", params, answered, buffer)
  end
end

return M
