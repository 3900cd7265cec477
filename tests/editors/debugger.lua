-- The debugger nvim-dap on a page, and on the preview that is open. Run by neovim.sh where NVIM_DAP names a clone of nvim-dap,
-- in a display for the window of the preview.

local root = assert(vim.env.CINDYSCRIPT_ROOT)
local passed, failed = 0, 0

---Waits until a probe is true, and says whether it is.
---@param what string
---@param probe fun(): any, any
local function check(what, probe)
  local seen
  local fine = vim.wait(20000, function()
    local found, about = probe()
    seen = about
    return found and true or false
  end, 20)
  passed, failed = passed + (fine and 1 or 0), failed + (fine and 0 or 1)
  io.write(("%s  %s%s\n"):format(fine and "ok    " or "FAILED", what, fine and "" or " " .. vim.inspect(seen)))
end

vim.opt.runtimepath:prepend({ root .. "/editors/nvim", assert(vim.env.NVIM_DAP) })
vim.cmd("filetype plugin on")
vim.cmd.runtime("plugin/cindyscript.lua")
require("cindyscript").setup({ cmd = { assert(vim.env.CINDYSCRIPT_SERVER) } })

local dap = require("dap")
local debugger = require("cindyscript.debugger")
dap.adapters.cindyscript = debugger.adapter
dap.configurations.html = debugger.configurations

vim.cmd.edit(vim.fn.tempname() .. ".html")
vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile(root .. "/tests/editors/fixtures/debugged.html"))
vim.cmd("silent write")
vim.fn.search("b = double")
dap.set_breakpoint()

---The frame in which scripts are stopped.
local function frame()
  local session = dap.session()
  return session and session.current_frame, session
end

---@param name string
local function is_in(name)
  return function()
    local current = frame()
    return current and vim.startswith(current.name, name), current
  end
end

---A probe for the value of an expression where scripts are stopped.
local function has_value(expression, expected)
  local is_asked, value = false, nil
  return function()
    local current, session = frame()
    if current and not is_asked then
      is_asked = true
      session:evaluate({ expression = expression, frameId = current.id, context = "watch" }, function(_, answer)
        value = answer and answer.result
      end)
    end
    return value == expected, value
  end
end

local function has_ended()
  return dap.session() == nil
end

dap.run(vim.tbl_extend("force", debugger.configurations[1], { program = vim.fn.expand("%:p") }))
check("nvim-dap stops at a breakpoint of a page", is_in("draw"))
check("and shows values", has_value("a + 1", "4"))
dap.step_into()
check("it steps into a function", is_in("double"))
dap.step_back()
check("and back", is_in("draw"))
dap.terminate()
check("it ends", has_ended)

check("the server attaches", function()
  local client = vim.lsp.get_clients({ name = "cindyscript" })[1]
  return client and client.initialized
end)
vim.cmd("CindyPreview")
check("the preview opens", function()
  return require("cindyscript.previews").has(vim.uri_from_bufnr(0))
end)
dap.run(vim.tbl_extend("force", debugger.configurations[2], { program = vim.fn.expand("%:p") }))
check("nvim-dap stops at a breakpoint in the preview that is open", is_in("draw"))
check("and shows values of it", has_value("a + 1", "4"))
dap.disconnect()
check("it ends, and the preview stays", function()
  return has_ended() and require("cindyscript.previews").has(vim.uri_from_bufnr(0))
end)

io.write(("%d passed, %d failed\n"):format(passed, failed))
vim.cmd(failed == 0 and "qall!" or "cquit!")
