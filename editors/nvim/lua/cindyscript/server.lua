-- Which buffers want the server, and what it is started with.

local config = require("cindyscript.config")
local debugger = require("cindyscript.debugger")
local hints = require("cindyscript.hints")
local output = require("cindyscript.output")
local places = require("cindyscript.places")
local previews = require("cindyscript.previews")

local M = {}

M.NAME = "cindyscript"
M.FILETYPES = { "cindyscript", "html" }

---The commands that the server puts into code actions and code lenses.
---@return table<string, fun(command: lsp.Command, context: lsp.HandlerContext)>
local function commands()
  return vim.tbl_extend("error", places.COMMANDS, debugger.commands())
end

---@return lsp.ClientCapabilities
local function capabilities()
  return {
    -- To refresh diagnostics, Neovim 0.12 requests those of the workspace alone, and leaves open files as they are. The
    -- server sends them to an editor that cannot refresh.
    workspace = {
      diagnostics = { refreshSupport = false },
      -- Neovim 0.12 refreshes lenses itself. Earlier ones do so by the handler below.
      codeLens = { refreshSupport = true },
    },
    -- The addresses of links in floats are hidden, but counted where lines are broken.
    experimental = { cindyscript = { commands = vim.tbl_keys(commands()), plainLinks = true } },
  }
end

-- Restarts of a crashed server in a period, in seconds. A server that crashes at each start stays down.
local RESTARTS, PERIOD = 4, 180

local HANDLERS = {
  [debugger.METHOD] = debugger.handle,
  [debugger.PIXEL_METHOD] = debugger.handle_pixel,
  [hints.METHOD] = hints.handle,
  [output.METHOD] = output.handle,
  [previews.METHOD] = previews.handle,
}

-- Neovim before 0.12 does not ask again for code lenses that have changed without an edit.
if not vim.lsp.codelens.enable then
  HANDLERS["workspace/codeLens/refresh"] = function(_, _, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    if client and config.options.code_lens then
      for buffer in pairs(client.attached_buffers) do
        vim.lsp.codelens.refresh({ bufnr = buffer })
      end
    end
    return vim.NIL
  end
end

---What a page with CindyScript has, in small letters: an element with a script, or the call whose strings hold some.
local IN_PAGES = { "text/x%-cindyscript", "%f[%w]cindyjs%s*%(", "%f[%w]createcindy%s*%(" }

---Whether a buffer holds CindyScript: a script of its own, or a page with one in it.
---@param buffer integer
---@return boolean
local function is_applet(buffer)
  local filetype = vim.bo[buffer].filetype
  if filetype == "cindyscript" then
    return true
  end
  if filetype ~= "html" then
    return false
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    line = line:lower()
    for _, pattern in ipairs(IN_PAGES) do
      if line:find(pattern) then
        return true
      end
    end
  end
  return false
end

---The repository around the file, else the file's own folder.
---@param buffer integer
---@return string?
local function root(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == "" then
    return vim.uv.cwd()
  end
  return vim.fs.root(buffer, ".git") or vim.fs.dirname(name)
end

local told_missing = false

---@return boolean
local function server_exists()
  local program = config.options.cmd[1]
  if program and vim.fn.executable(program) == 1 then
    return true
  end
  if not told_missing then
    told_missing = true
    vim.notify(config.missing_server(), vim.log.levels.WARN)
  end
  return false
end

---Whether the server is to run for a buffer. Says so, once, when it should and cannot.
---@param buffer integer
---@return boolean
function M.wanted(buffer)
  return is_applet(buffer) and server_exists()
end

---The client of a buffer, if it has one.
---@param buffer integer
---@return vim.lsp.Client?
function M.client(buffer)
  return vim.lsp.get_clients({ name = M.NAME, bufnr = buffer })[1]
end

---True if Neovim starts enabled servers itself: 0.11 and later.
---@return boolean
function M.has_enable()
  return vim.lsp.config ~= nil and vim.lsp.enable ~= nil
end

---@return integer[]
local function loaded_buffers()
  return vim.tbl_filter(vim.api.nvim_buf_is_loaded, vim.api.nvim_list_bufs())
end

---Starts the server for all buffers that want it and have none.
function M.start_all()
  if M.has_enable() then
    vim.lsp.enable(M.NAME)
    -- Neovim 0.12 only logs a missing program.
    vim.iter(loaded_buffers()):any(M.wanted)
    return
  end
  for _, buffer in ipairs(loaded_buffers()) do
    M.start(buffer)
  end
end

---Calls `done` when Neovim has forgotten these clients, as it does after they have ended.
---@param ids integer[]
---@param done fun()
local function when_gone(ids, done)
  if vim.iter(ids):any(vim.lsp.get_client_by_id) then
    vim.defer_fn(function()
      when_gone(ids, done)
    end, 10)
  else
    done()
  end
end

---When the server was started again, in seconds; the newest last.
---@type integer[]
local restarts = {}

---Starts the server again if nobody has ended it, for all buffers.
---@param code integer
---@param signal integer
---@param id integer
local function on_exit(code, signal, id)
  local is_asked = code == 0 and (signal == 0 or signal == vim.uv.constants.SIGTERM)
  if is_asked then
    return
  end
  when_gone({ id }, function()
    if vim.v.exiting ~= vim.NIL then
      return
    end
    local now = os.time()
    restarts = vim.tbl_filter(function(time)
      return now - time < PERIOD
    end, restarts)
    if #restarts < RESTARTS then
      table.insert(restarts, now)
      M.start_all()
      return
    end
    for _, buffer in ipairs(loaded_buffers()) do
      if is_applet(buffer) then
        hints.clear(buffer)
      end
    end
    vim.notify(
      ("CindyScript: the server has ended %d times in %d minutes, and is not started again; `:CindyRestart` does so"):format(
        RESTARTS + 1,
        PERIOD / 60
      ),
      vim.log.levels.ERROR
    )
  end)
end

---Ends the server, and starts it again for all buffers that want it.
function M.restart()
  restarts = {}
  local clients = vim.lsp.get_clients({ name = M.NAME })
  for _, client in ipairs(clients) do
    if vim.fn.has("nvim-0.11") == 1 then
      client:stop()
    else
      client.stop()
    end
  end
  local ids = vim.tbl_map(function(client)
    return client.id
  end, clients)
  when_gone(ids, M.start_all)
end

---The client's configuration for Neovim 0.11 and later. Where root_dir calls nothing, nothing is started.
---@return vim.lsp.Config
function M.lsp_config()
  return {
    cmd = config.options.cmd,
    capabilities = capabilities(),
    commands = commands(),
    filetypes = M.FILETYPES,
    root_dir = function(buffer, on_dir)
      if M.wanted(buffer) then
        on_dir(root(buffer))
      end
    end,
    handlers = HANDLERS,
    on_exit = on_exit,
    init_options = config.settings(),
    settings = config.settings(),
  }
end

---Starts the server for a buffer that wants it, on Neovim 0.10.
---@param buffer integer
function M.start(buffer)
  if M.client(buffer) or not M.wanted(buffer) then
    return
  end
  vim.lsp.start({
    name = M.NAME,
    cmd = config.options.cmd,
    root_dir = root(buffer),
    capabilities = vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), capabilities()),
    commands = commands(),
    handlers = HANDLERS,
    on_exit = on_exit,
    init_options = config.settings(),
    settings = config.settings(),
  }, { bufnr = buffer })
end

return M
