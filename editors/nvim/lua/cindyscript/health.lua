-- `:checkhealth cindyscript`: whether the programs are there, and what runs.

local config = require("cindyscript.config")
local server = require("cindyscript.server")

local M = {}

---What a program says about itself, or why it cannot be run.
---@param program string
---@return string? version
---@return string? why
local function version(program)
  local fine, ran = pcall(function()
    return vim.system({ program, "--version" }, { text = true, timeout = 5000 }):wait()
  end)
  if not fine then
    return nil, tostring(ran)
  end
  if ran.code ~= 0 then
    return nil, vim.trim(ran.stderr or "")
  end
  return vim.trim(ran.stdout), nil
end

---The preview that the server would start.
---@param found string? Where the server is.
---@return string?
local function preview(found)
  local named = config.options.preview_path
  if named ~= "" then
    return named
  end
  local beside = found and vim.fs.joinpath(vim.fs.dirname(found), "cindyscript-preview")
  if beside and vim.fn.executable(beside) == 1 then
    return beside
  end
  local on_path = vim.fn.exepath("cindyscript-preview")
  return on_path ~= "" and on_path or nil
end

function M.check()
  local health = vim.health
  health.start("CindyScript")
  if vim.fn.has("nvim-0.10") == 1 then
    health.ok("Neovim " .. tostring(vim.version()))
  else
    health.error("Neovim 0.10 or later is needed")
  end
  if vim.fn.exists("#cindyscript#LspAttach") == 1 then
    health.ok("setup() has been called")
  else
    health.info("the first script or page starts CindyScript with its defaults; setup() takes options")
  end

  local program = config.options.cmd[1] or ""
  local found = vim.fn.exepath(program)
  local build = "Run `editors/nvim/install` in a clone of the repository. Or build both programs with "
    .. "`cargo build --release --bin cindyscript-server --bin cindyscript-preview`, and put target/release on PATH or name the program: "
  if found == "" then
    local how = 'setup({ cmd = { "/path/to/cindyscript-server" } }).'
    health.error(("the server, `%s`, cannot be run"):format(program), { build .. how, "PATH is " .. (vim.env.PATH or "") })
  else
    local said, why = version(found)
    if said then
      health.ok(("%s (%s)"):format(said, found))
    else
      health.error(("%s does not start: %s"):format(found, why))
    end
  end

  local shown = preview(found ~= "" and found or nil)
  if not shown then
    health.warn("there is no cindyscript-preview: no picture", { build .. 'setup({ preview_path = "/path/to/cindyscript-preview" }).' })
  else
    local said, why = version(shown)
    if said then
      health.ok(("%s (%s)"):format(said, shown))
    else
      health.error(("%s does not start: %s"):format(shown, why))
    end
  end

  local buffers = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = server.NAME })) do
    vim.list_extend(buffers, vim.tbl_keys(client.attached_buffers or {}))
  end
  health.info(("the server runs for %s"):format(#buffers == 1 and "1 buffer" or #buffers .. " buffers"))
end

return M
