if vim.g.loaded_cindyscript then
  return
end
vim.g.loaded_cindyscript = true

-- When something in a colorplot is computed, on top of what the colour scheme says it is. Schemes have no groups for
-- that, and those for names and functions look like each other in many: these have colours of their own, for either
-- background, unless the scheme or the user says otherwise. Hints have one as well: Neovim's own can hardly be read on
-- a dark background.
local colours = {
  dark = {
    CindyscriptPerPixel = { fg = "#ffaf87", ctermfg = 216 },
    CindyscriptOncePerFrame = { fg = "#87afff", ctermfg = 111 },
    CindyscriptHint = { fg = "#8e95a0", ctermfg = 245, italic = true },
  },
  light = {
    CindyscriptPerPixel = { fg = "#af5f00", ctermfg = 130 },
    CindyscriptOncePerFrame = { fg = "#005fd7", ctermfg = 26 },
    CindyscriptHint = { fg = "#5a616b", ctermfg = 241, italic = true },
  },
}

-- What these groups were given for the background before: a default takes the place of no other.
local given = {}

---@param group string
local function look(group)
  local colour = vim.api.nvim_get_hl(0, { name = group })
  colour.default = nil -- not kept when the background changes
  return colour
end

local function highlight()
  for group, colour in pairs(colours[vim.o.background] or colours.dark) do
    if given[group] and vim.deep_equal(look(group), given[group]) then
      vim.api.nvim_set_hl(0, group, {})
    end
    vim.api.nvim_set_hl(0, group, vim.tbl_extend("error", colour, { default = true }))
    given[group] = look(group)
  end
  for group, link in pairs({
    CindyscriptConstant = "Number",
    ["@lsp.mod.perPixel"] = "CindyscriptPerPixel",
    ["@lsp.mod.oncePerFrame"] = "CindyscriptOncePerFrame",
    ["@lsp.mod.constant"] = "CindyscriptConstant",
  }) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
end

highlight()
local group = vim.api.nvim_create_augroup("cindyscript.highlight", { clear = true })
vim.api.nvim_create_autocmd("ColorScheme", {
  group = group,
  desc = "A colour scheme begins by forgetting all colours",
  callback = highlight,
})
vim.api.nvim_create_autocmd("OptionSet", {
  group = group,
  pattern = "background",
  desc = "Each background has its own colours; a terminal tells its own after the start",
  callback = highlight,
})

-- The first script or page loads the rest.
vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("cindyscript.start", { clear = true }),
  pattern = { "cindyscript", "html" },
  desc = "Start CindyScript with its defaults, unless setup() was called",
  callback = function()
    if vim.v.vim_did_enter == 1 then
      require("cindyscript").start()
      return
    end
    -- Neovim looks at the files of its command line again only for servers that are enabled later.
    vim.api.nvim_create_autocmd("VimEnter", {
      desc = "Start CindyScript for the files of the command line",
      once = true,
      callback = function()
        require("cindyscript").start()
      end,
    })
  end,
})

---Completes the kinds of new applets first, then names of files.
---@param lead string
---@param words string[] What stands before it.
---@return string[]
local function complete_new(lead, words)
  local kinds = #words == 0 and require("cindyscript.templates").kinds() or {}
  return vim.list_extend(
    vim.tbl_filter(function(kind)
      return vim.startswith(kind, lead)
    end, kinds),
    vim.fn.getcompletion(lead, "file")
  )
end

---@param lead string
---@return string[]
local function complete_file(lead)
  return vim.fn.getcompletion(lead, "file")
end

---Completes the codes of the problems in this line, and the page about types.
---@param lead string
---@return string[]
local function complete_section(lead)
  local sections = { "types" }
  for _, problem in ipairs(vim.diagnostic.get(0, { lnum = vim.fn.line(".") - 1 })) do
    if problem.code and not vim.list_contains(sections, problem.code) then
      table.insert(sections, problem.code)
    end
  end
  return vim.tbl_filter(function(section)
    return vim.startswith(section, lead)
  end, sections)
end

---@class cindyscript.Subcommand
---@field alias string The command of its own that does the same.
---@field desc string
---@field nargs 0|1|"?"|"*"
---@field complete (fun(lead: string, words: string[]): string[])?
---@field run fun(words: string[], has_range: boolean)

---The subcommands of `:Cindy`.
---@type table<string, cindyscript.Subcommand>
local subcommands = {
  new = {
    alias = "CindyNew",
    desc = "Write a page with a new applet, and open its text",
    nargs = "*",
    complete = complete_new,
    run = function(words)
      require("cindyscript.templates").new(words)
    end,
  },
  preview = {
    alias = "CindyPreview",
    desc = "Open the preview of this applet",
    nargs = 0,
    run = function()
      require("cindyscript").open_preview()
    end,
  },
  close = {
    alias = "CindyPreviewClose",
    desc = "Close the preview of this applet",
    nargs = 0,
    run = function()
      require("cindyscript").close_preview()
    end,
  },
  restart = {
    alias = "CindyRestart",
    desc = "Restart the CindyScript server",
    nargs = 0,
    run = function()
      require("cindyscript").restart()
    end,
  },
  draw = {
    alias = "CindyDrawSelection",
    desc = "Draw the selected expression in the preview; again: the picture",
    nargs = 0,
    run = function(_, has_range)
      require("cindyscript").draw_selection(has_range)
    end,
  },
  number = {
    alias = "CindyNumber",
    desc = "Change the number at the cursor by steps",
    nargs = 1,
    run = function(words)
      require("cindyscript.numbers").command(words[1])
    end,
  },
  output = {
    alias = "CindyOutput",
    desc = "Show the output of applets",
    nargs = 0,
    run = function()
      require("cindyscript.output").open()
    end,
  },
  reference = {
    alias = "CindyReference",
    desc = "Explain types, or the code of a problem",
    nargs = "?",
    complete = complete_section,
    run = function(words)
      require("cindyscript").reference(words[1])
    end,
  },
  latency = {
    alias = "CindyLatency",
    desc = "Show response times of the server",
    nargs = 0,
    run = function()
      require("cindyscript").latency()
    end,
  },
  explain = {
    alias = "CindyExplain",
    desc = "Explain the type under the cursor",
    nargs = 0,
    run = function()
      require("cindyscript").explain()
    end,
  },
  iteration = {
    alias = "CindyIteration",
    desc = "Show how types were inferred, round by round",
    nargs = 0,
    run = function()
      require("cindyscript").inference()
    end,
  },
  graph = {
    alias = "CindyGraph",
    desc = "Draw the dependency graph of this colorplot",
    nargs = "?",
    complete = complete_file,
    run = function(words)
      require("cindyscript").dependency_graph(words[1])
    end,
  },
}

---@param has_range boolean
local function run(name, words, has_range)
  local subcommand = subcommands[name]
  if not subcommand then
    local names = vim.fn.sort(vim.tbl_keys(subcommands))
    vim.notify(
      ("CindyScript: there is no `:Cindy %s`, but %s"):format(name, table.concat(names, ", ")),
      vim.log.levels.ERROR
    )
    return
  end
  local most = ({ [0] = 0, [1] = 1, ["?"] = 1, ["*"] = math.huge })[subcommand.nargs]
  if #words > most or (#words == 0 and subcommand.nargs == 1) then
    local wanted = most == 0 and "nothing" or "one word"
    vim.notify(("CindyScript: `:Cindy %s` takes %s after it"):format(name, wanted), vim.log.levels.ERROR)
    return
  end
  subcommand.run(words, has_range)
end

---Splits a command line into the words before the one to complete, without the command and its range.
---@param line string
---@param position integer
---@return string[]
local function words_before(line, position)
  local words = vim.split(line:sub(1, position), "%s+", { trimempty = false })
  table.remove(words)
  table.remove(words, 1)
  return words
end

for name, subcommand in pairs(subcommands) do
  vim.api.nvim_create_user_command(subcommand.alias, function(command)
    run(name, command.fargs, command.range > 0)
  end, {
    desc = subcommand.desc,
    nargs = subcommand.nargs,
    range = true,
    complete = subcommand.complete and function(lead, line, position)
      return subcommand.complete(lead, words_before(line, position))
    end,
  })
end

-- Users bind keys to these. Numbers have two in place of the one with an argument.
for name, subcommand in pairs(subcommands) do
  if subcommand.nargs ~= 1 then
    local action = ("<Cmd>%s<CR>"):format(subcommand.alias)
    vim.keymap.set("n", ("<Plug>(cindyscript-%s)"):format(name), action, { desc = subcommand.desc })
  end
end
vim.keymap.set("x", "<Plug>(cindyscript-draw)", ":CindyDrawSelection<CR>", { silent = true, desc = subcommands.draw.desc })
for _, name in ipairs({ "increase", "decrease" }) do
  vim.keymap.set("n", ("<Plug>(cindyscript-%s)"):format(name), function()
    return require("cindyscript.numbers")[name]()
  end, { expr = true, desc = ("%s the number at the cursor"):format(name:gsub("^%l", string.upper)) })
end

vim.api.nvim_create_user_command("Cindy", function(command)
  local words = vim.deepcopy(command.fargs)
  local has_range = command.range > 0
  if #words > 0 then
    run(table.remove(words, 1), words, has_range)
    return
  end
  vim.ui.select(vim.fn.sort(vim.tbl_keys(subcommands)), {
    prompt = "CindyScript",
    format_item = function(name)
      return ("%-10s %s"):format(name, subcommands[name].desc)
    end,
  }, function(name)
    if name then
      run(name, {}, has_range)
    end
  end)
end, {
  desc = "CindyScript: preview, new applet, explanations",
  nargs = "*",
  range = true,
  complete = function(lead, line, position)
    local words = words_before(line, position)
    local name = table.remove(words, 1)
    if name then
      local complete = (subcommands[name] or {}).complete
      return complete and complete(lead, words) or {}
    end
    return vim.fn.sort(vim.tbl_filter(function(candidate)
      return vim.startswith(candidate, lead)
    end, vim.tbl_keys(subcommands)))
  end,
})
