-- Commands to the server.

local M = {}

---Sends a command to a server. `done` gets what it answers; errors are shown.
---@param client vim.lsp.Client
---@param buffer integer The document that the command is about.
---@param command string
---@param position lsp.Position? A place in the document that it is about.
---@param done (fun(answer: any))?
function M.send(client, buffer, command, position, done)
  local params = { command = command, arguments = { vim.uri_from_bufnr(buffer), position } }
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
