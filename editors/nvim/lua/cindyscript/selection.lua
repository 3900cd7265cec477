-- What is selected, or where the cursor is, told to the preview of a document for as long as there is one: it can draw
-- what is selected, says its value, and marks the element that the cursor stands in.

local messages = require("cindyscript.messages")
local previews = require("cindyscript.previews")
local server = require("cindyscript.server")

local M = {}

M.METHOD = "cindyscript/selection"

-- Behind the pause after which Neovim sends what was typed: the server takes a selection in the newest text alone.
local PAUSE = 200
local VISUAL = { v = true, V = true, ["\22"] = true }

local timer = assert(vim.uv.new_timer())

---What a command was called for, until the cursor moves: visual mode is over by then.
---@type { buffer: integer, cursor: integer[], from: integer[], to: integer[] }?
local held

---From and to a place, as marks: lines from 1, columns in bytes from 0, the last included. None without a selection.
---@param buffer integer
---@return integer[]?, integer[]?
local function selected(buffer)
  local cursor = vim.api.nvim_win_get_cursor(0)
  if held and held.buffer == buffer and vim.deep_equal(held.cursor, cursor) then
    return held.from, held.to
  end
  held = nil
  local mode = vim.api.nvim_get_mode().mode
  if not VISUAL[mode] then
    return nil
  end
  local from = { vim.fn.line("v"), vim.fn.col("v") - 1 }
  local to = cursor
  if from[1] > to[1] or from[1] == to[1] and from[2] > to[2] then
    from, to = to, from
  end
  if mode == "V" then
    from = { from[1], 0 }
    to = { to[1], math.max(#vim.fn.getline(to[1]) - 1, 0) }
  end
  return from, to
end

---Tells what is selected in the current buffer, if that has a preview.
function M.tell()
  local buffer = vim.api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(buffer)
  local client = previews.has(uri) and server.client(buffer)
  if not client then
    return
  end
  local from, to = selected(buffer)
  local range
  if from and to then
    range = vim.lsp.util.make_given_range_params(from, to, buffer, client.offset_encoding).range
  else
    local place = vim.lsp.util.make_position_params(0, client.offset_encoding).position
    range = { start = place, ["end"] = place }
  end
  local params = {
    textDocument = { uri = uri },
    version = vim.lsp.util.buf_versions[buffer],
    range = range,
  }
  messages.notify(client, M.METHOD, params)
end

---The same once nothing has moved for a moment.
function M.tell_soon()
  timer:start(PAUSE, 0, vim.schedule_wrap(M.tell))
end

---What was selected last counts as selected until the cursor moves.
function M.hold()
  local buffer = vim.api.nvim_get_current_buf()
  local from, to = vim.api.nvim_buf_get_mark(buffer, "<"), vim.api.nvim_buf_get_mark(buffer, ">")
  local length = #vim.fn.getline(to[1])
  to = { to[1], math.min(to[2], math.max(length - 1, 0)) }
  held = { buffer = buffer, cursor = vim.api.nvim_win_get_cursor(0), from = from, to = to }
  M.tell()
end

---@param group integer
function M.follow(group)
  vim.api.nvim_create_autocmd({ "CursorMoved", "CursorMovedI", "ModeChanged", "BufEnter" }, {
    group = group,
    desc = "Tell the CindyScript preview what is selected",
    callback = M.tell_soon,
  })
  previews.changed = M.tell_soon
end

return M
