-- Markdown as it is read in a window: links without their addresses, tables with straight columns. Neovim conceals
-- addresses, but counts them where it breaks lines and in the widths of columns.

local M = {}

---@class cindyscript.Mark
---@field row integer From 0.
---@field from integer In bytes, from 0.
---@field to integer Behind the last byte.
---@field group string The highlight group.
---@field address string? Of a link.

---@class cindyscript.Rendered
---@field lines string[] As many as the Markdown has.
---@field marks cindyscript.Mark[] In the order of the text.

local LINK, CODE, STRONG = "@markup.link.label", "@markup.raw", "@markup.strong"

-- Marks around a part of a line, with its inner text and the address of a link, if it is one.
local SIGNS = {
  {
    pattern = "^(%b[])(%b())",
    read = function(label, address)
      if address:find("^%(%a[%w+.-]*:") then
        return label:sub(2, -2), LINK, address:sub(2, -2)
      end
    end,
  },
  {
    pattern = "^(`+)([^`]+)%1",
    is_kept = true,
    read = function(_, inner)
      return inner, CODE
    end,
  },
  {
    pattern = "^(%*%*)([^*]+)%*%*",
    is_of_rows = true,
    read = function(_, inner)
      return inner, STRONG
    end,
  },
}

---The text of a part of a line, and its marks, whose columns count from its beginning. Code and strong words keep their
---signs, which Neovim conceals, but in rows of tables.
---@param text string
---@param is_row boolean
---@return string, table[]
local function inline(text, is_row)
  local parts, marks, length, place = {}, {}, 0, 1
  local function put(part)
    table.insert(parts, part)
    length = length + #part
  end
  while place <= #text do
    local found
    for _, sign in ipairs(SIGNS) do
      local start, stop, first, second = text:find(sign.pattern, place)
      local inner, group, address
      if start and (is_row or not sign.is_of_rows) then
        inner, group, address = sign.read(first, second)
      end
      if inner and sign.is_kept and not is_row then
        put(text:sub(start, stop))
      elseif inner then
        local from = length
        local shown, inside = inline(inner, is_row)
        put(shown)
        table.insert(marks, { from = from, to = length, group = group, address = address })
        for _, mark in ipairs(inside) do
          table.insert(marks, { from = from + mark.from, to = from + mark.to, group = mark.group })
        end
      end
      found = inner and stop
      if found then
        break
      end
    end
    if not found then
      found = math.max(place, (text:find("[%[`*]", place + 1) or #text + 1) - 1)
      put(text:sub(place, found))
    end
    place = found + 1
  end
  return table.concat(parts), marks
end

---The cells of a row: an escaped bar belongs to a cell.
---@param row string
---@return string[]
local function cells(row)
  local inner = row:gsub("\\|", "\1"):gsub("^%s*|", ""):gsub("|%s*$", "")
  return vim.tbl_map(function(cell)
    return vim.trim((cell:gsub("\1", "|")))
  end, vim.split(inner, "|", { plain = true }))
end

---Puts a table below the lines that there are.
---@param rendered cindyscript.Rendered
---@param rows string[]
local function put_table(rendered, rows)
  local shown, widths, right = {}, {}, {}
  for number, row in ipairs(rows) do
    local line = {}
    for column, cell in ipairs(cells(row)) do
      local is_rule = number == 2 and cell:find("^:?%-+:?$")
      local text, marks = inline(cell, true)
      line[column] = { text = text, marks = marks, is_rule = is_rule }
      widths[column] = math.max(widths[column] or 3, is_rule and 3 or vim.fn.strdisplaywidth(text))
      right[column] = right[column] or (is_rule and cell:sub(-1) == ":")
    end
    table.insert(shown, line)
  end
  for _, line in ipairs(shown) do
    local text = "|"
    for column, width in ipairs(widths) do
      local cell = line[column] or { text = "", marks = {} }
      local blanks = (" "):rep(width - vim.fn.strdisplaywidth(cell.text))
      local before = right[column] and blanks or ""
      if cell.is_rule then
        text = text .. " " .. ("-"):rep(right[column] and width - 1 or width) .. (right[column] and ":" or "") .. " |"
      else
        for _, mark in ipairs(cell.marks) do
          local from = #text + 1 + #before
          table.insert(rendered.marks, vim.tbl_extend("force", mark, {
            row = #rendered.lines,
            from = from + mark.from,
            to = from + mark.to,
          }))
        end
        text = text .. " " .. before .. cell.text .. (right[column] and "" or blanks) .. " |"
      end
    end
    table.insert(rendered.lines, text)
  end
end

---@param text string Markdown.
---@return cindyscript.Rendered
function M.render(text)
  local rendered = { lines = {}, marks = {} }
  local rows, fenced = {}, false
  local function end_table()
    if #rows > 0 then
      put_table(rendered, rows)
    end
    rows = {}
  end
  for _, line in ipairs(vim.split(text, "\n")) do
    local is_fence = line:find("^%s*```") ~= nil
    if not fenced and line:find("^%s*|") then
      table.insert(rows, line)
    else
      end_table()
      local shown, marks = line, {}
      if not fenced and not is_fence then
        shown, marks = inline(line, false)
      end
      for _, mark in ipairs(marks) do
        mark.row = #rendered.lines
        table.insert(rendered.marks, mark)
      end
      table.insert(rendered.lines, shown)
    end
    fenced = fenced ~= is_fence
  end
  end_table()
  return rendered
end

---The address of the link in a line that is at a column or next after it, else of the last one.
---@param marks cindyscript.Mark[]
---@param row integer From 0.
---@param column integer In bytes, from 0.
---@return string?
function M.link_at(marks, row, column)
  local address
  for _, mark in ipairs(marks) do
    if mark.row == row and mark.address then
      address = mark.address
      if mark.to > column then
        break
      end
    end
  end
  return address
end

---Colours what is marked.
---@param buffer integer
---@param marks cindyscript.Mark[]
function M.colour(buffer, marks)
  local space = vim.api.nvim_create_namespace("cindyscript.markdown")
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(buffer, space, mark.row, mark.from, { end_col = mark.to, hl_group = mark.group })
  end
end

return M
