-- Which buffers want the server, and what it is started with.

local config = require("cindyscript.config")
local hints = require("cindyscript.hints")
local output = require("cindyscript.output")
local places = require("cindyscript.places")
local previews = require("cindyscript.previews")

local M = {}

M.NAME = "cindyscript"
M.FILETYPES = { "cindyscript", "html" }

-- Told to ask for diagnostics again, Neovim 0.12 asks for those of the workspace alone, and leaves open files as they are.
-- To an editor that cannot be told the server sends them.
local CAPABILITIES = {
  workspace = { diagnostics = { refreshSupport = false } },
  experimental = { cindyscript = { commands = vim.tbl_keys(places.COMMANDS) } },
}

local HANDLERS = { [hints.METHOD] = hints.handle, [output.METHOD] = output.handle, [previews.METHOD] = previews.handle }

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
    vim.notify(
      ("CindyScript: %s cannot be run. Put it on PATH, or name it: "):format(program or "the server")
        .. 'require("cindyscript").setup({ cmd = { "/path/to/cindyscript-server" } })',
      vim.log.levels.WARN
    )
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

---The client's configuration for Neovim 0.11 and later. Where root_dir calls nothing, nothing is started.
---@return vim.lsp.Config
function M.lsp_config()
  return {
    cmd = config.options.cmd,
    capabilities = CAPABILITIES,
    commands = places.COMMANDS,
    filetypes = M.FILETYPES,
    root_dir = function(buffer, on_dir)
      if M.wanted(buffer) then
        on_dir(root(buffer))
      end
    end,
    handlers = HANDLERS,
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
    capabilities = vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), CAPABILITIES),
    commands = places.COMMANDS,
    handlers = HANDLERS,
    init_options = config.settings(),
    settings = config.settings(),
  }, { bufnr = buffer })
end

return M
