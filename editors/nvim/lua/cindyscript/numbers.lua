-- Numbers of the text moved by steps: with keys that take counts and can be repeated, by command, and dragged with the
-- mouse. The server says what to write.

local selection = require("cindyscript.selection")
local server = require("cindyscript.server")

local M = {}

local COMMAND = "cindyscript.moveNumbers"
---So long the server is waited for, in milliseconds: what is typed meanwhile comes behind.
local TIMEOUT = 500

---@class cindyscript.Number
---@field range lsp.Range
---@field newText string
---@field from string How it was written before the first step.

---@class cindyscript.Steps
---@field count integer So many, down if it is negative.
---@field fine boolean? Whether each is a tenth as long.

---What to write for the first number that is at one of these places; none if there is none.
---@param buffer integer
---@param places { position: lsp.Position, from: string? }[]
---@param steps cindyscript.Steps
---@return cindyscript.Number?
local function ask(buffer, places, steps)
  local client = server.client(buffer)
  if not client then
    return nil
  end
  local request = { uri = vim.uri_from_bufnr(buffer), numbers = places, count = steps.count, fine = steps.fine }
  local params = { command = COMMAND, arguments = { request } }
  local method = "workspace/executeCommand"
  local answer
  if vim.fn.has("nvim-0.11") == 1 then
    answer = client:request_sync(method, params, TIMEOUT, buffer)
  else
    answer = client.request_sync(method, params, TIMEOUT, buffer)
  end
  local result = answer and answer.result
  if type(result) ~= "table" or result.version ~= vim.lsp.util.buf_versions[buffer] then
    return nil
  end
  for index, number in ipairs(result.numbers) do
    -- One that ends before the character at the place is not there; for the server that is between two characters.
    if type(number) == "table" and not vim.deep_equal(number.range["end"], places[index].position) then
      return number
    end
  end
end

---@param buffer integer
---@param number cindyscript.Number
---@return integer[] start The line, from 1, and the byte, from 0, at which it begins.
local function write(buffer, number)
  local encoding = assert(server.client(buffer)).offset_encoding
  local location = { uri = vim.uri_from_bufnr(buffer), range = number.range }
  local item = vim.lsp.util.locations_to_items({ location }, encoding)[1]
  vim.lsp.util.apply_text_edits({ number }, buffer, encoding)
  -- The text is sent with it at once, not after the pause for what is typed.
  selection.tell()
  return { item.lnum, item.col - 1 }
end

---The places of the cursor and of the numbers behind it in its line.
---@param buffer integer
local function places_ahead(buffer)
  local encoding = assert(server.client(buffer)).offset_encoding
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local columns = { column }
  for start in line:gmatch("()%d[%d.]*") do
    if start > column + 1 then
      table.insert(columns, start - 1)
    end
  end
  return vim.tbl_map(function(found)
    local place = { row, found }
    return { position = vim.lsp.util.make_given_range_params(place, place, buffer, encoding).range.start }
  end, columns)
end

---Moves the number at the cursor, or the next one in its line. Says whether there is one.
---@param steps cindyscript.Steps
---@return boolean
function M.move(steps)
  local buffer = vim.api.nvim_get_current_buf()
  local number = server.client(buffer) and ask(buffer, places_ahead(buffer), steps)
  if not number then
    return false
  end
  local start = write(buffer, number)
  vim.api.nvim_win_set_cursor(0, { start[1], start[2] + math.max(#number.newText - 1, 0) })
  return true
end

---For `:CindyNumber`: by so many steps, or tenths of one.
---@param amount string
function M.command(amount)
  local steps = tonumber(amount)
  if not steps then
    vim.notify("CindyScript: :CindyNumber wants a number of steps, as +1, -10 or +0.1", vim.log.levels.ERROR)
    return
  end
  local fine = steps ~= math.floor(steps)
  local count = math.floor((fine and 10 or 1) * steps + 0.5)
  if not M.move({ count = count, fine = fine }) then
    vim.notify("CindyScript: there is no number at the cursor", vim.log.levels.INFO)
  end
end

---@type "<C-a>"|"<C-x>"
local key = "<C-a>"

---Called by `g@`, so that `.` repeats it. Where there is no number of CindyScript's, the key does what it always does.
function M.operator()
  local count = vim.v.count1
  if not M.move({ count = key == "<C-a>" and count or -count }) then
    vim.cmd("normal! " .. count .. vim.keycode(key))
  end
end

---@param pressed "<C-a>"|"<C-x>"
local function repeatable(pressed)
  return function()
    key = pressed
    vim.o.operatorfunc = "v:lua.require'cindyscript.numbers'.operator"
    return "g@l"
  end
end

---Expressions of mappings: increase and decrease the number at the cursor by the count.
M.increase = repeatable("<C-a>")
M.decrease = repeatable("<C-x>")

---The number that is dragged: where it begins, how it was written, the column of the screen where the mouse took it, and
---the steps so far.
---@type { buffer: integer, position: lsp.Position, from: string, column: integer, count: integer, written: boolean }?
local dragged

---Takes the number under the mouse, if there is one.
---@return boolean
local function take()
  local mouse = vim.fn.getmousepos()
  local buffer = mouse.winid ~= 0 and vim.api.nvim_win_get_buf(mouse.winid)
  local client = buffer and mouse.line > 0 and server.client(buffer)
  dragged = nil
  if not client then
    return false
  end
  local place = { mouse.line, mouse.column - 1 }
  local position = vim.lsp.util.make_given_range_params(place, place, buffer, client.offset_encoding).range.start
  local number = ask(buffer, { { position = position } }, { count = 0 })
  if number then
    vim.api.nvim_set_current_win(mouse.winid)
    dragged = {
      buffer = buffer,
      position = number.range.start,
      from = number.from,
      column = mouse.screencol,
      count = 0,
      written = false,
    }
  end
  return number ~= nil
end

---Moves it by one step for each column that the mouse is away from where it was taken.
---@return boolean
local function drag()
  if not dragged then
    return false
  end
  local count = vim.fn.getmousepos().screencol - dragged.column
  if count ~= dragged.count then
    local number = ask(dragged.buffer, { { position = dragged.position, from = dragged.from } }, { count = count })
    if number then
      dragged.count = count
      if dragged.written then
        vim.cmd("silent! undojoin")
      end
      local start = write(dragged.buffer, number)
      dragged.written = true
      vim.api.nvim_win_set_cursor(0, start)
    end
  end
  return true
end

---@return boolean
local function release()
  local was = dragged ~= nil
  dragged = nil
  return was
end

---What the mouse does with Alt, which is Neovim's own where there is no number.
local MOUSE = { ["<M-LeftMouse>"] = take, ["<M-LeftDrag>"] = drag, ["<M-LeftRelease>"] = release }

---Maps the keys and the mouse in a buffer with CindyScript.
---@param buffer integer
function M.map(buffer)
  vim.keymap.set("n", "<C-a>", M.increase, { buffer = buffer, expr = true, desc = "Move a number up" })
  vim.keymap.set("n", "<C-x>", M.decrease, { buffer = buffer, expr = true, desc = "Move a number down" })
  for name, run in pairs(MOUSE) do
    vim.keymap.set("n", name, function()
      if not run() then
        vim.api.nvim_feedkeys(vim.keycode(name), "n", false)
      end
    end, { buffer = buffer, desc = "Drag a number" })
  end
end

return M
