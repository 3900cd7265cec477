-- Commands that the server puts into code actions and code lenses, for the editor to run.

local M = {}

---@param context lsp.HandlerContext
---@return string
local function encoding_of(context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  return client and client.offset_encoding or "utf-16"
end

---@param location lsp.Location
---@param context lsp.HandlerContext
local function go_to(location, context)
  vim.lsp.util.show_document(location, encoding_of(context), { focus = true })
end

---@type table<string, fun(command: lsp.Command, context: lsp.HandlerContext)>
M.COMMANDS = {
  -- Asks for another name for what is named at a place.
  ["cindyscript.rename"] = function(command, context)
    local uri, position = command.arguments[1], command.arguments[2]
    go_to({ uri = uri, range = { start = position, ["end"] = position } }, context)
    vim.lsp.buf.rename()
  end,
  -- Goes to the one place, or lists them.
  ["cindyscript.showReferences"] = function(command, context)
    local places = command.arguments[3]
    if #places == 0 then
      vim.notify("CindyScript: there are no references", vim.log.levels.INFO)
    elseif #places == 1 then
      go_to(places[1], context)
    else
      local items = vim.lsp.util.locations_to_items(places, encoding_of(context))
      vim.fn.setqflist({}, " ", { title = "References", items = items })
      vim.cmd("botright copen")
    end
  end,
}

return M
