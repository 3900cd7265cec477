-- CindyScript in Neovim: `require("cindyscript").setup()` is all the configuration that is needed.
-- The server does the thinking; this starts it, shows its hints and lenses, and gives its preview two commands.

local config = require("cindyscript.config")
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

---@param group integer
local function follow_attach(group)
  vim.api.nvim_create_autocmd("LspAttach", {
    group = group,
    desc = "Show CindyScript's inlay hints and code lenses",
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
    end,
  })
end

---Neovim 0.11 and later start what is enabled by themselves.
---@param group integer
local function start_by_configuration(group)
  vim.lsp.config(server.NAME, server.lsp_config())
  vim.lsp.enable(server.NAME)
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
        vim.lsp.enable(server.NAME)
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
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      server.start(buffer)
    end
  end
end

---@param options table? See cindyscript.Options; what is left out has its default.
function M.setup(options)
  config.set(options)
  local group = vim.api.nvim_create_augroup("cindyscript", { clear = true })
  follow_attach(group)
  if vim.lsp.config and vim.lsp.enable then
    start_by_configuration(group)
  else
    start_by_autocommand(group)
  end
end

---@param command string
local function execute(command)
  local buffer = vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    vim.notify("CindyScript: no server runs for this buffer", vim.log.levels.WARN)
    return
  end
  local params = { command = command, arguments = { vim.uri_from_bufnr(buffer) } }
  local function answered(err)
    if err then
      vim.notify("CindyScript: " .. err.message, vim.log.levels.ERROR)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", params, answered, buffer)
  else
    client.request("workspace/executeCommand", params, answered, buffer)
  end
end

function M.open_preview()
  execute("cindyscript.preview.open")
end

function M.close_preview()
  execute("cindyscript.preview.close")
end

return M
