-- Which documents have a preview, as the server says: another server is asked for them again.

local command = require("cindyscript.command")

local M = {}

M.METHOD = "cindyscript/previews"

---@type table<string, boolean>
local wanted = {}

---@param _ lsp.ResponseError?
---@param params { uris: string[] }
function M.handle(_, params)
  wanted = {}
  for _, uri in ipairs(params.uris) do
    wanted[uri] = true
  end
  M.changed()
end

---Called when others have one.
function M.changed() end

---Whether a document has a preview, as far as the server has said.
---@param uri string
---@return boolean
function M.has(uri)
  return wanted[uri] == true
end

---Opens the preview of a buffer again that had one when the server ended.
---@param client vim.lsp.Client
---@param buffer integer
function M.reopen(client, buffer)
  local uri = vim.uri_from_bufnr(buffer)
  if not wanted[uri] then
    return
  end
  wanted[uri] = nil
  command.send(client, buffer, "cindyscript.preview.open", { uri })
end

return M
