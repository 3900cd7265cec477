-- CindyScript in Neovim. The plugin starts it with its defaults; `require("cindyscript").setup()` takes options.
-- The server does the thinking; this starts it, shows its hints and lenses, and gives it the command `:Cindy`.

local command = require("cindyscript.command")
local config = require("cindyscript.config")
local hints = require("cindyscript.hints")
local indent = require("cindyscript.indent")
local markdown = require("cindyscript.markdown")
local numbers = require("cindyscript.numbers")
local previews = require("cindyscript.previews")
local selection = require("cindyscript.selection")
local server = require("cindyscript.server")

local M = {}

---@param group integer
---@param buffer integer
local function show_lenses(group, buffer)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local function refresh()
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
  local events = { "BufEnter", "InsertLeave", "TextChanged" }
  vim.api.nvim_clear_autocmds({ group = group, event = events, buffer = buffer })
  vim.api.nvim_create_autocmd(events, {
    group = group,
    buffer = buffer,
    desc = "Ask for CindyScript's code lenses",
    callback = refresh,
  })
  refresh()
end

---Keys that Neovim has from 0.11 on.
---@type { mode: string, key: string, run: function, desc: string }[]
local KEYS = {
  { mode = "n", key = "grn", run = vim.lsp.buf.rename, desc = "Rename" },
  { mode = "n", key = "gra", run = vim.lsp.buf.code_action, desc = "Choose a fix or refactoring" },
  { mode = "x", key = "gra", run = vim.lsp.buf.code_action, desc = "Choose a fix or refactoring" },
  { mode = "n", key = "grr", run = vim.lsp.buf.references, desc = "List references" },
  { mode = "i", key = "<C-S>", run = vim.lsp.buf.signature_help, desc = "Show the signature" },
}
---The one for code lenses came with 0.12.
local LENS_KEY = { mode = "n", key = "grx", run = vim.lsp.codelens.run, desc = "Run the code lens of the line" }

---Maps keys that neither Neovim nor the user has.
---@param buffer integer
local function map_keys(buffer)
  for _, it in ipairs(config.options.code_lens and vim.list_extend({ LENS_KEY }, KEYS) or KEYS) do
    if vim.fn.maparg(it.key, it.mode) == "" then
      vim.keymap.set(it.mode, it.key, function()
        it.run()
      end, { buffer = buffer, desc = it.desc })
    end
  end
end

---@param group integer
local function follow_attach(group)
  vim.api.nvim_create_autocmd("LspAttach", {
    group = group,
    desc = "Show CindyScript's inlay hints and code lenses, and map its keys",
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if not client or client.name ~= server.NAME then
        return
      end
      if config.shows_hints() then
        vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
      end
      if config.options.code_lens then
        show_lenses(group, event.buf)
      end
      map_keys(event.buf)
      if config.options.number_keys then
        numbers.map(event.buf)
      end
      indent.follow(event.buf)
      previews.reopen(client, event.buf)
    end,
  })
end

---Neovim 0.11 and later start what is enabled by themselves.
---@param group integer
local function start_by_configuration(group)
  vim.lsp.config(server.NAME, server.lsp_config())
  server.start_all()
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = server.FILETYPES,
    desc = "Say so when the CindyScript server is missing, which Neovim only logs",
    callback = function(event)
      server.wanted(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd("BufWritePost", {
    group = group,
    pattern = { "*.html", "*.htm" },
    desc = "Look again whether the page holds CindyScript",
    callback = function(event)
      if not server.client(event.buf) then
        server.start_all()
      end
    end,
  })
end

---@param group integer
local function start_by_autocommand(group)
  vim.api.nvim_create_autocmd({ "FileType", "BufWritePost" }, {
    group = group,
    desc = "Start the CindyScript server",
    callback = function(event)
      server.start(event.buf)
    end,
  })
  -- setup() may run after the first file was read.
  server.start_all()
end

---Completes what a plugin manager does: makes the tags of the help and adds `after` to the runtime path. A folder that
---`init.lua` appends has neither.
local function complete_installation()
  local help = vim.api.nvim_get_runtime_file("doc/cindyscript.txt", false)[1]
  if not help then
    return
  end
  local doc = vim.fs.dirname(help)
  if vim.fn.getftime(doc .. "/tags") < vim.fn.getftime(help) then
    -- A read-only folder has the tags of whoever installed it.
    pcall(vim.cmd.helptags, doc)
  end
  local after = vim.fs.dirname(doc) .. "/after"
  if not vim.tbl_contains(vim.opt.runtimepath:get(), after) then
    vim.opt.runtimepath:append(after)
  end
end

local is_set_up = false

---Calls `setup` with its defaults, unless the user has called it.
function M.start()
  if not is_set_up then
    M.setup()
  end
end

---@param options table? See cindyscript.Options; what is left out has its default.
function M.setup(options)
  is_set_up = true
  config.set(options)
  complete_installation()
  local group = vim.api.nvim_create_augroup("cindyscript", { clear = true })
  follow_attach(group)
  hints.follow_windows(group, function(buffer)
    return server.client(buffer) ~= nil
  end)
  selection.follow(group)
  if server.has_enable() then
    start_by_configuration(group)
  else
    start_by_autocommand(group)
  end
end

---Sends a command to the server of this buffer, or to another where it has none. `done` gets what it answers; errors
---are shown.
---@param name string
---@param arguments any[]
---@param done (fun(answer: any))?
---@param other vim.lsp.Client?
local function execute(name, arguments, done, other)
  local buffer = vim.api.nvim_get_current_buf()
  local client = server.client(buffer) or other
  if not client then
    vim.notify("CindyScript: no server runs here: see :checkhealth cindyscript", vim.log.levels.WARN)
    return
  end
  command.send(client, buffer, name, arguments, done)
end

---Sends a command that is about no document, to whatever server runs. `done` gets what it answers.
---@param name string
---@param arguments any[]
---@param done fun(answer: any)
local function tell(name, arguments, done)
  execute(name, arguments, done, vim.lsp.get_clients({ name = server.NAME })[1])
end

---Sends a command about the place of the cursor. `done` gets what is to be shown, if there is something.
---@param name string
---@param done fun(answer: table)
local function ask(name, done)
  local client = server.client(vim.api.nvim_get_current_buf())
  local encoding = client and client.offset_encoding or "utf-16"
  local position = vim.lsp.util.make_position_params(0, encoding).position
  execute(name, { vim.uri_from_bufnr(0), position }, function(answer)
    if type(answer) == "table" then
      done(answer)
    else
      vim.notify("CindyScript: there is nothing to be shown for this place", vim.log.levels.INFO)
    end
  end)
end

---Goes to what the link under the cursor means: a section of the reference, or a line of the applet, beside the window
---with the link.
---@param marks cindyscript.Mark[]
local function follow_link(marks)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local address = markdown.link_at(marks, cursor[1] - 1, cursor[2])
  local section = (address or ""):match("^cindyscript:reference/(.+)$")
  if section then
    M.reference(section)
    return
  end
  local uri, line, column = (address or ""):match("^(.*)#L(%d+),(%d+)$")
  if not uri then
    return
  end
  vim.cmd("wincmd p")
  local buffer = vim.uri_to_bufnr(uri)
  vim.fn.bufload(buffer)
  vim.api.nvim_win_set_buf(0, buffer)
  -- The text may have changed since.
  local row = math.min(math.max(tonumber(line), 1), vim.api.nvim_buf_line_count(buffer))
  local text = vim.api.nvim_buf_get_lines(buffer, row - 1, row, false)[1] or ""
  local byte = vim.fn.byteidx(text, tonumber(column) - 1)
  vim.api.nvim_win_set_cursor(0, { row, math.max(byte, 0) })
end

---Shows Markdown in a window of its own, which `q` closes; `<CR>` follows a link.
---@param answer { title: string, text: string }
---@param wrap boolean Whether long lines are text, not rows of a table.
local function show_text(answer, wrap)
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].swapfile = false
  pcall(vim.api.nvim_buf_set_name, buffer, "cindyscript://" .. answer.title)
  local rendered = markdown.render(answer.text)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, rendered.lines)
  markdown.colour(buffer, rendered.marks)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = "markdown"
  vim.wo.wrap = wrap
  vim.wo.linebreak = wrap
  vim.wo.conceallevel = 2
  vim.wo.number = false
  vim.wo.relativenumber = false
  -- What is for those who want to see the algorithm lies in a fold: its table is wider than a window.
  local algorithm = vim.fn.search("^##\\+ The algorithm", "n")
  if algorithm > 0 then
    vim.wo.foldmethod = "manual"
    vim.cmd(("silent %d,$fold"):format(algorithm))
  end
  vim.keymap.set("n", "q", "<cmd>close<cr>", { buffer = buffer, desc = "Close this window" })
  vim.keymap.set("n", "<cr>", function()
    follow_link(rendered.marks)
  end, { buffer = buffer, desc = "Go to where this link leads" })
end

---Shows a section of the reference.
---@param section string? `types`, for what types mean, or the name of a code of diagnostics. Without it, the code of the
---first diagnostic in the line of the cursor.
function M.reference(section)
  if not section then
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    local found = vim.tbl_filter(function(diagnostic)
      return diagnostic.code ~= nil
    end, vim.diagnostic.get(0, { lnum = line }))[1]
    if not found then
      vim.notify("CindyScript: nothing is said of this line; `:CindyReference types` explains types", vim.log.levels.INFO)
      return
    end
    section = tostring(found.code)
  end
  tell("cindyscript.reference", { section }, function(answer)
    show_text(answer, true)
  end)
end

---Shows how long the editor waited for answers.
function M.latency()
  tell("cindyscript.latency", {}, function(answer)
    show_text(answer, false)
  end)
end

---Ends the server, and starts it again for all buffers that want it.
function M.restart()
  server.restart()
end

function M.open_preview()
  execute("cindyscript.preview.open", { vim.uri_from_bufnr(0) })
end

---Has the preview draw what is selected, or no longer. `was` tells that something was selected until now.
---@param was boolean?
function M.draw_selection(was)
  if was then
    selection.hold()
  end
  execute("cindyscript.preview.drawSelection", { vim.uri_from_bufnr(0) })
end

function M.close_preview()
  execute("cindyscript.preview.close", { vim.uri_from_bufnr(0) })
end

---Tells why what stands under the cursor has its type.
function M.explain()
  ask("cindyscript.explain", function(answer)
    show_text(answer, true)
  end)
end

---Shows how the types of the colorplot or script under the cursor rise to their fixed point.
function M.inference()
  ask("cindyscript.kleeneIteration", function(answer)
    show_text(answer, false)
  end)
end

---Draws the dependency graph of the colorplot under the cursor.
---@param file string? Where to write it: as SVG, if the name ends in `.html` as a page in which it can be zoomed, if it
---ends in `.dot` for Graphviz. Without it, such a page is opened.
function M.dependency_graph(file)
  ask("cindyscript.dependencyGraph", function(answer)
    local path = file or (vim.fn.tempname() .. ".html")
    local formats = { dot = answer.dot, html = answer.page }
    local text = formats[vim.fn.fnamemodify(path, ":e")] or answer.svg
    if vim.fn.writefile(vim.split(text, "\n"), path) ~= 0 then
      vim.notify("CindyScript: cannot write " .. path, vim.log.levels.ERROR)
    elseif not file then
      local _, err = vim.ui.open(path)
      if err then
        vim.notify(("CindyScript: %s\nThe graph is in %s; `:CindyGraph FILE` writes it elsewhere."):format(err, path), vim.log.levels.ERROR)
      else
        vim.notify("CindyScript: the graph is in " .. path, vim.log.levels.INFO)
      end
    end
  end)
end

return M
