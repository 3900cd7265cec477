-- New applets: pages that the server writes.

local config = require("cindyscript.config")

local M = {}

---Runs the server as a program, and waits for it. Without an answer, the user reads the reason.
---@param arguments string[]
---@return string? output
local function run(arguments)
  local program = config.options.cmd[1] or ""
  local started, ran = pcall(function()
    return vim.system(vim.list_extend({ program }, arguments), { text = true }):wait()
  end)
  if started and ran.code == 0 then
    return ran.stdout
  end
  vim.notify(started and "CindyScript: " .. vim.trim(ran.stderr) or config.missing_server(), vim.log.levels.ERROR)
  return nil
end

---@class cindyscript.Template
---@field kind string
---@field description string

---@return cindyscript.Template[]
local function list()
  local templates = {}
  for line in (run({ "new", "--list" }) or ""):gmatch("[^\n]+") do
    local kind, description = line:match("^(%S+)%s+(.*)$")
    table.insert(templates, { kind = kind, description = description })
  end
  return templates
end

---The kinds of new applets.
---@return string[]
function M.kinds()
  return vim.tbl_map(function(template)
    return template.kind
  end, list())
end

---Writes a page and opens its text. A file that is there stays.
---@param kind string
---@param file string
local function create(kind, file)
  local path = vim.fn.fnamemodify(vim.fn.expand(file), ":p")
  if vim.uv.fs_stat(path) then
    vim.notify(("%s exists: name another file, :CindyNew %s FILE"):format(vim.fs.basename(path), kind), vim.log.levels.ERROR)
    return
  end
  if run({ "new", kind, path }) then
    vim.cmd.edit(vim.fn.fnameescape(path))
    -- Below the tag of the script that draws.
    if vim.fn.search('id="csdraw"') > 0 then
      vim.cmd.normal({ "j^", bang = true })
    end
  end
end

---Writes a page with a new applet, and opens its text.
---@param words string[] The kind and the file; the user chooses a kind that is left out.
function M.new(words)
  local templates = list()
  local function is_kind(word)
    return vim.iter(templates):any(function(template)
      return template.kind == word
    end)
  end
  if #words > 1 or is_kind(words[1]) then
    create(words[1], words[2] or (words[1] .. ".html"))
  elseif #templates > 0 then
    vim.ui.select(templates, {
      prompt = "New applet",
      format_item = function(template)
        return ("%-14s%s"):format(template.kind, template.description)
      end,
    }, function(template)
      if template then
        create(template.kind, words[1] or (template.kind .. ".html"))
      end
    end)
  end
end

return M
