-- Indentation while the author types: a line stands one step inside the line that opens its innermost bracket.

local M = {}

local OPENS = { ["("] = true, ["["] = true, ["{"] = true }
local EXPRESSION = "v:lua.require'cindyscript.indent'.columns(v:lnum)"
local KEYS = "0),0],0},!^F,o,O"
local TAG = "<script[^>]*text/x%-cindyscript[^>]*>"

---@class cindyscript.Scan
---@field brackets integer[] The lines of the open brackets, the outermost first.
---@field comments integer How many block comments are open; these nest.
---@field text boolean True inside of a string, which may span lines.

---Reads a line: brackets outside of comments and strings are opened and closed.
---@param scan cindyscript.Scan
---@param line string
---@param number integer
local function read(scan, line, number)
  local column = 1
  while true do
    local found = line:find(scan.text and '"' or '[()%[%]{}"/*]', column)
    if not found then
      return
    end
    local sign, pair = line:sub(found, found), line:sub(found, found + 1)
    column = found + 1
    if pair == "/*" and not scan.text then
      scan.comments, column = scan.comments + 1, found + 2
    elseif scan.comments > 0 then
      if pair == "*/" then
        scan.comments, column = scan.comments - 1, found + 2
      end
    elseif sign == '"' then
      scan.text = not scan.text
    elseif pair == "//" then
      return
    elseif OPENS[sign] then
      table.insert(scan.brackets, number)
    elseif sign:find("[)%]}]") then
      table.remove(scan.brackets)
    end
  end
end

---@class cindyscript.Region
---@field first integer The line in which the script begins, behind its tag if it has one.
---@field text string What of that line belongs to the script.
---@field last integer Its last line.

---The scripts of the buffer, in order.
---@return cindyscript.Region[]
local function scripts()
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  if vim.bo.filetype == "cindyscript" then
    return { { first = 1, text = lines[1], last = #lines } }
  end
  local found, open = {}, nil
  for number, line in ipairs(lines) do
    local small = line:lower()
    local _, stop = small:find(TAG)
    if open and small:find("</script", 1, true) then
      -- Text before the closing tag belongs to the script.
      open.last = number - (small:find("^%s*</script") and 1 or 0)
      table.insert(found, open)
      open = nil
    elseif stop and not small:find("</script", stop, true) then
      open = { first = number, text = line:sub(stop + 1), last = #lines }
    end
  end
  table.insert(found, open)
  return found
end

---@class cindyscript.Place
---@field scan cindyscript.Scan The brackets, comments and strings that are open where a line begins.
---@field statement integer? The last line before it that begins a statement in no bracket: the next one is indented alike.
---@field continues boolean True if the line before it defines something whose body is still to come.

---Reads a script up to a line. `on_step` gets the columns by which a line stands inside the line before it.
---@param script cindyscript.Region
---@param number integer
---@param on_step fun(columns: integer)?
---@return cindyscript.Place
local function read_until(script, number, on_step)
  local lines = vim.api.nvim_buf_get_lines(0, script.first, math.max(number - 1, script.first), false)
  local place = { scan = { brackets = {}, comments = 0, text = false }, continues = false }
  local scan, before = place.scan, nil
  local is_page = vim.bo.filetype ~= "cindyscript"
  for offset = 0, math.min(#lines, number - script.first - 1) do
    local line, at = offset == 0 and script.text or lines[offset], script.first + offset
    local has_words = line:find("%S") ~= nil
    if has_words and scan.comments == 0 and not scan.text and not (is_page and offset == 0) then
      local depth, columns = #scan.brackets, vim.fn.indent(at)
      if depth == 0 and not place.continues then
        place.statement = at
      end
      if on_step and before and depth == before.depth + 1 and columns > before.columns then
        on_step(columns - before.columns)
      end
      before = { depth = depth, columns = columns }
    end
    read(scan, line, at)
    if has_words then
      place.continues = line:gsub("%s*//.*$", ""):find(":=%s*$") ~= nil
    end
  end
  return place
end

---Columns of a level of indentation: of a page the most frequent one of its scripts, of a script the option.
---@param all cindyscript.Region[]
---@return integer
local function step(all)
  local counts, best = {}, nil
  if vim.bo.filetype ~= "cindyscript" then
    for _, script in ipairs(all) do
      read_until(script, script.last + 1, function(columns)
        counts[columns] = (counts[columns] or 0) + 1
        if not best or counts[columns] > counts[best] then
          best = columns
        end
      end)
    end
  end
  return best or vim.fn.shiftwidth()
end

---Columns of indentation for a line; -1 keeps those it has. Outside of the scripts of a page, HTML's expression decides.
---@param number integer
---@return integer
function M.columns(number)
  local all = scripts()
  local is_page = vim.bo.filetype ~= "cindyscript"
  local script = vim.iter(all):find(function(script)
    return script.first < number + (is_page and 0 or 1) and number <= script.last
  end)
  if not script then
    local others = vim.b.cindyscript_indentexpr or ""
    return others ~= "" and vim.fn.eval(others) or -1
  end
  local place = read_until(script, number)
  local scan = place.scan
  if scan.text then
    return -1
  end
  -- A bracket that closes stands below the line that opens it.
  local closing = vim.fn.getline(number):match("^%s*([)%]}]*)")
  local opened
  for _ = 1, #closing do
    opened = table.remove(scan.brackets) or opened
  end
  if opened then
    return vim.fn.indent(opened)
  end
  local outer = scan.brackets[#scan.brackets]
  if outer then
    return vim.fn.indent(outer) + step(all)
  elseif place.statement then
    return vim.fn.indent(place.statement) + (place.continues and step(all) or 0)
  end
  if not is_page then
    return 0
  end
  -- The first statement of a script, as those of the others.
  for _, other in ipairs(all) do
    local statement = other ~= script and read_until(other, other.last + 1).statement
    if statement then
      return vim.fn.indent(script.first) + vim.fn.indent(statement) - vim.fn.indent(other.first)
    end
  end
  return vim.fn.indent(script.first) + step(all)
end

---Sets the indentation of a buffer: of a script, or of the scripts of a page.
---@param buffer integer
function M.follow(buffer)
  local options = vim.bo[buffer]
  if options.indentexpr == EXPRESSION then
    return
  end
  vim.b[buffer].cindyscript_indentexpr = options.indentexpr
  options.indentexpr = EXPRESSION
  for _, key in ipairs(vim.split(KEYS, ",")) do
    if not vim.tbl_contains(vim.split(options.indentkeys, ","), key) then
      options.indentkeys = options.indentkeys .. "," .. key
    end
  end
  -- A page that is indented by spaces gets no tabs.
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local function begins(pattern)
    return vim.iter(lines):any(function(line)
      return line:find(pattern) ~= nil
    end)
  end
  if begins("^  +%S") and not begins("^\t") then
    options.expandtab = true
  end
end

return M
