-- Debugs applets with nvim-dap: in the preview that is open, or else in a preview program of its own. To a preview that
-- is open, nvim-dap connects by a pipe; its messages go through the server, which runs the preview.

local config = require("cindyscript.config")
local messages = require("cindyscript.messages")
local previews = require("cindyscript.previews")

local M = {}

M.METHOD = "cindyscript/debug"
M.PIXEL_METHOD = "cindyscript/debugPixel"

---For `dap.configurations.html` and `dap.configurations.cindyscript`.
M.configurations = {
  { type = "cindyscript", request = "launch", name = "Debug the applet", program = "${file}" },
  { type = "cindyscript", request = "attach", name = "Debug the open preview", program = "${file}" },
  {
    type = "cindyscript",
    request = "attach",
    name = "Debug the pixel in the open preview",
    program = "${file}",
    inspectedPixel = true,
  },
}

---The pipe of the debugger of each document.
---@type table<string, uv.uv_pipe_t>
local peers = {}

---@param client vim.lsp.Client
---@param uri string
---@param message table
local function send(client, uri, message)
  messages.notify(client, M.METHOD, { uri = uri, message = message })
end

---Takes the first message from what was read. The rest; nothing more where the message is not complete.
---@param read string
---@return string?, string
local function next_message(read)
  local length, from = read:match("Content%-Length: *(%d+)[^\n]*\r\n\r\n()")
  if not length or #read < from + length - 1 then
    return nil, read
  end
  return read:sub(from, from + length - 1), read:sub(from + length)
end

---Reads the messages of a debugger, and sends them to the preview, until the debugger has gone.
---@param client vim.lsp.Client
---@param uri string
---@param peer uv.uv_pipe_t
local function read(client, uri, peer)
  local unread = ""
  peer:read_start(vim.schedule_wrap(function(_, data)
    if not data then
      if peers[uri] == peer then
        peers[uri] = nil
        -- A debugger that crashes does not disconnect.
        send(client, uri, { seq = 0, type = "request", command = "disconnect" })
      end
      peer:close()
      return
    end
    unread = unread .. data
    local text
    text, unread = next_message(unread)
    while text do
      local is_message, message = pcall(vim.json.decode, text)
      if is_message then
        send(client, uri, message)
      end
      text, unread = next_message(unread)
    end
  end))
end

---Waits for one debugger of the preview of a document. Returns the name of the pipe; without a preview, nil and the reason.
---@param uri string
---@return string?, string?
function M.serve(uri)
  local client = vim.lsp.get_clients({ name = "cindyscript", bufnr = vim.uri_to_bufnr(uri) })[1]
  if not client or not previews.has(uri) then
    return nil, "the preview is not open: `:Cindy preview` opens it"
  end
  local name = vim.fn.tempname()
  if vim.fn.has("win32") == 1 then
    name = [[\\.\pipe\]] .. vim.fs.basename(name) .. vim.uv.os_getpid()
  end
  local listener = assert(vim.uv.new_pipe(false))
  local _, reason = listener:bind(name)
  if reason then
    listener:close()
    return nil, reason
  end
  listener:listen(
    1,
    vim.schedule_wrap(function()
      local peer = assert(vim.uv.new_pipe(false))
      listener:accept(peer)
      listener:close()
      if peers[uri] then
        peers[uri]:shutdown()
      end
      peers[uri] = peer
      read(client, uri, peer)
    end)
  )
  return name
end

---Passes a message of the preview on to the debugger.
---@param params { uri: string, message: table }
function M.handle(_, params)
  local peer = peers[params.uri]
  if peer then
    local text = vim.json.encode(params.message)
    peer:write(("Content-Length: %d\r\n\r\n%s"):format(#text, text))
  end
end

---@param reason string
local function complain(reason)
  vim.notify("CindyScript: " .. reason, vim.log.levels.ERROR)
end

---Debugs a pixel in the preview.
---@param uri string
---@param chosen table the launch arguments that choose it
local function debug_pixel(uri, chosen)
  local has_dap, dap = pcall(require, "dap")
  if not has_dap then
    complain("nvim-dap is not installed, which debugs pixels")
    return
  end
  dap.run(vim.tbl_extend("error", chosen, {
    type = "cindyscript",
    request = "attach",
    name = "Debug a pixel",
    program = vim.uri_to_fname(uri),
  }))
end

---Debugs a pixel that the user has chosen in the preview.
---@param params { uri: string, pixel: number[] }
function M.handle_pixel(_, params)
  debug_pixel(params.uri, { pixel = params.pixel })
end

---The command of a code lens: its arguments are the document and the line of a colorplot. None without nvim-dap.
---@return table<string, fun(command: lsp.Command)>
function M.commands()
  if not package.loaded.dap and #vim.api.nvim_get_runtime_file("lua/dap.lua", false) == 0 then
    return {}
  end
  return {
    ["cindyscript.debugPlot"] = function(command)
      debug_pixel(command.arguments[1], { colorplot = command.arguments[2] })
    end,
  }
end

---The preview program.
---@return string
local function program()
  if config.options.preview_path ~= "" then
    return config.options.preview_path
  end
  local beside = vim.fs.dirname(vim.fn.exepath(config.options.cmd[1])) .. "/cindyscript-preview"
  return vim.fn.executable(beside) == 1 and beside or "cindyscript-preview"
end

---For `dap.adapters.cindyscript`.
---@param done fun(adapter: table)
---@param configuration table
function M.adapter(done, configuration)
  if configuration.request ~= "attach" then
    done({ type = "executable", command = program(), args = { "dap" } })
    return
  end
  local pipe, reason = M.serve(vim.uri_from_fname(configuration.program))
  if pipe then
    done({ type = "pipe", pipe = pipe })
  else
    complain(assert(reason))
  end
end

return M
