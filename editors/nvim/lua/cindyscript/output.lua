-- What applets print while their previews run. Neovim would write it into a log that nobody reads.

local M = {}

M.METHOD = "window/logMessage"

local NAME = "cindyscript://output"
---So many lines are kept.
local LINES = 10000

---@type integer?
local output

---@return integer
local function buffer()
  if not output or not vim.api.nvim_buf_is_valid(output) then
    output = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(output, NAME)
    vim.bo[output].bufhidden = "hide"
    vim.keymap.set("n", "q", "<cmd>close<cr>", { buffer = output, desc = "Close this window" })
  end
  return output
end

---The windows that show it and have the cursor in the last line: these follow.
---@param shown integer
---@return integer[]
local function following(shown)
  local last = vim.api.nvim_buf_line_count(shown)
  return vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_cursor(window)[1] == last
  end, vim.fn.win_findbuf(shown))
end

---@param text string
local function add(text)
  local shown = buffer()
  local windows = following(shown)
  local lines = vim.split(text, "\n")
  local is_empty = vim.api.nvim_buf_line_count(shown) == 1 and vim.api.nvim_buf_get_lines(shown, 0, 1, false)[1] == ""
  vim.api.nvim_buf_set_lines(shown, is_empty and 0 or -1, -1, false, lines)
  local count = vim.api.nvim_buf_line_count(shown)
  if count > LINES then
    vim.api.nvim_buf_set_lines(shown, 0, count - LINES, false, {})
  end
  for _, window in ipairs(windows) do
    vim.api.nvim_win_set_cursor(window, { vim.api.nvim_buf_line_count(shown), 0 })
  end
end

---Takes what the server logs: what applets print is of the kind for logs, its own messages are of others.
function M.handle(err, message, context, options)
  if message and message.type == vim.lsp.protocol.MessageType.Log then
    add(message.message)
    return
  end
  return vim.lsp.handlers[M.METHOD](err, message, context, options)
end

---Opens a window with it, or goes to the one that there is.
function M.open()
  local shown = buffer()
  local window = vim.fn.win_findbuf(shown)[1]
  if window then
    vim.api.nvim_set_current_win(window)
    return
  end
  vim.cmd("botright 10split")
  vim.api.nvim_win_set_buf(0, shown)
  vim.wo.number = false
  vim.wo.relativenumber = false
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(shown), 0 })
end

return M
