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
      session:evaluate({ expression = expression, frameId = current.id, context = "watch" }, function(failure, answer)
        value = answer and answer.result or vim.inspect(failure)
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

-- Every other request that the adapter answers, in a page that moves.
dap.clear_breakpoints()
vim.cmd.edit(vim.fn.tempname() .. ".html")
vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile(root .. "/tests/editors/fixtures/requests.html"))
vim.cmd("silent write")

---@param text string
local function line_of(text)
  return vim.fn.search(text, "cw")
end

---A probe for the answer to a request, by its command.
local function answers(command, arguments, expected)
  local is_asked, failure, answer = false, nil, nil
  return function()
    if not is_asked then
      is_asked = true
      dap.session():request(command, arguments, function(error, response)
        failure, answer = error, response or {}
      end)
    end
    return answer and not failure and (not expected or expected(answer)), failure or answer
  end
end

---A probe for the line in which scripts are stopped.
local function is_at(text)
  local line = line_of(text)
  return function()
    local current = frame()
    return current and current.line == line, current
  end
end

---The output of the scripts and the debugger.
local output = ""
dap.listeners.after.event_output.tests = function(_, event)
  output = output .. event.output
end

-- The reason of the last stop.
local reason
dap.listeners.after.event_stopped.tests = function(_, event)
  reason = event.reason
end

line_of("total = total")
dap.set_breakpoint("k >= 2")
line_of("draw(\\[")
dap.set_breakpoint(nil, nil, "the total is {total}")
dap.run(vim.tbl_extend("force", debugger.configurations[1], { program = vim.fn.expand("%:p") }))
check("a condition stops in its round", is_at("total = total"))
check("which is the second", has_value("k", "2"))
local here = { path = vim.fn.expand("%:p") }
local places = { source = here, line = line_of("y = 2") }
check("places for breakpoints are listed", answers("breakpointLocations", places, function(answer)
  return #answer.breakpoints == 1
end))
check("threads are listed", answers("threads", nil, function(answer)
  return answer.threads[1].name == "scripts"
end))
dap.step_into()
check("a step into a call", is_in("double"))
dap.step_over()
check("a step over a statement", is_at("y = 2"))
dap.restart_frame()
check("a frame begins anew", is_at("regional(y)"))
dap.step_out()
check("a step out of it", is_in("draw"))
check("a round by its number", answers("goToRound", { frameId = frame().id, round = 4, loop = 0 }))
check("is the fourth", has_value("k", "4"))
check("an expression is set", answers("setExpression", { expression = "total", value = "100", frameId = frame().id }))
check("and has this value", has_value("total", "100"))
local function scope_named(name)
  for _, scope in ipairs(frame().scopes or {}) do
    if scope.name == name then
      return scope.variablesReference
    end
  end
end
check("scopes are there", function()
  return scope_named("Globals"), frame().scopes
end)
check("a variable is set", answers("setVariable", { variablesReference = scope_named("Globals"), name = "frames", value = "7" }))
check("and has this value", has_value("frames", "7"))
dap.reverse_continue()
check("backwards to the breakpoint", is_at("total = total"))
local functions = { breakpoints = { { name = "double" }, { name = "nothing" } } }
check("one of two functions stops", answers("setFunctionBreakpoints", functions, function(answer)
  return answer.breakpoints[1].verified
end))
dap.continue()
check("in the function", is_in("double"))
check("no function stops", answers("setFunctionBreakpoints", { breakpoints = {} }))
dap.clear_breakpoints()
line_of("draw(\\[")
dap.set_breakpoint(nil, nil, "the total is {total}")
dap.set_exception_breakpoints({ "warnings" })
dap.continue()
check("a warning stops", is_at("wrong ="))
check("with its reason", answers("exceptionInfo", { threadId = 1 }, function(answer)
  return answer.exceptionId == "warning"
end))
dap.set_exception_breakpoints({})
dap.continue()
check("a message is printed", function()
  return output:find("the total is", 1, true), output
end)
check("the pointer moves", answers("pointer", { x = 30, y = 20, action = "move" }))
dap.pause(1)
check("a pause stops", function()
  return reason == "pause" and frame(), reason
end)
check("after the pointer has moved", has_value("place", "3.05"))
dap.terminate()
check("and it ends", has_ended)

io.write(("%d passed, %d failed\n"):format(passed, failed))
vim.cmd(failed == 0 and "qall!" or "cquit!")
