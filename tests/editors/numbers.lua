-- Numbers changed with keys and the mouse, in a Neovim that is typed into: neovim.lua, which calls this, has nobody who
-- types.

local root = assert(vim.env.CINDYSCRIPT_ROOT)

local SETUP = [[
  local root, server = ...
  vim.opt.runtimepath:prepend(root .. "/editors/nvim")
  vim.cmd("filetype plugin on")
  vim.cmd.runtime("plugin/cindyscript.lua")
  vim.cmd.runtime("ftdetect/cindyscript.lua")
  -- Hints and signs would move what the mouse is to point at.
  vim.opt.signcolumn = "no"
  local preview = root .. "/tests/editors/preview.sh"
  require("cindyscript").setup({ cmd = { server }, preview_path = preview, inlay_hints = false, code_lens = false })
  vim.cmd.edit(vim.fn.tempname() .. ".cindyscript")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "ä = \"é\"; radius = 0.95; // 0..1", "b = [-1, 10]; no" })
  vim.cmd("silent write")
]]

-- What is told of `b`: the preview says that it is the number that `radius` is set to.
local HOVER = [[
  local client = vim.lsp.get_clients()[1]
  local place = { line = 1, character = 0 }
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = place }
  local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 2000)
  return answers[client.id].result.contents.value
]]

---@param check fun(what: string, probe: fun(): any, any)
return function(check)
  local child = vim.fn.jobstart({ vim.env.CINDYSCRIPT_NVIM, "--embed", "--headless", "--clean", "-n", "-i", "NONE" }, { rpc = true })
  local function call(method, ...)
    return vim.fn.rpcrequest(child, method, ...)
  end
  local function lua(code, ...)
    return call("nvim_exec_lua", code, { ... })
  end
  local function lines()
    return call("nvim_buf_get_lines", 0, 0, -1, false)
  end
  ---Waits until a line is this.
  local function reads(what, row, text)
    check(what, function()
      return lines()[row] == text, lines()
    end)
  end
  local function mouse(action, row, column)
    call("nvim_input_mouse", "left", action, "A", 0, row, column)
  end

  lua(SETUP, root, vim.env.CINDYSCRIPT_SERVER)
  check("the keys for numbers are there", function()
    return lua("return vim.fn.maparg('<C-a>', 'n') ~= '' and vim.lsp.get_clients()[1].initialized == true")
  end)
  lua([[vim.opt.cmdheight = 2; vim.cmd("CindyPreview")]])

  call("nvim_input", "2gg0f1<C-x>")
  reads("a sign goes with its number", 2, "b = [-2, 10]; no")
  call("nvim_input", "3<C-a>")
  reads("by a count", 2, "b = [1, 10]; no")
  call("nvim_input", "f,.")
  reads("a dot repeats it, at the next number of the line", 2, "b = [1, 13]; no")
  call("nvim_input", "2.")
  reads("also by another count", 2, "b = [1, 15]; no")
  call("nvim_input", "uuuu")
  reads("each is undone by itself", 2, "b = [-1, 10]; no")
  call("nvim_input", "0f1")
  lua([[vim.keymap.set("n", "+", "<Plug>(cindyscript-increase)") vim.keymap.set("n", "-", "<Plug>(cindyscript-decrease)")]])
  call("nvim_input", "3+")
  reads("a mapping of the user's own increases it by a count", 2, "b = [2, 10]; no")
  call("nvim_input", "-.")
  reads("and decreases it, again with a dot", 2, "b = [0, 10]; no")
  call("nvim_input", "uuu")
  reads("which are undone", 2, "b = [-1, 10]; no")
  call("nvim_input", "0f1:CindyNumber +0.3<CR>")
  reads("by tenths, with a command", 2, "b = [-0.7, 10]; no")
  call("nvim_input", "u")
  reads("which is undone", 2, "b = [-1, 10]; no")
  call("nvim_input", "gg0<C-a>")
  reads("behind letters of several bytes", 1, "ä = \"é\"; radius = 0.96; // 0..1")
  call("nvim_input", "u:CindyNumber -0.1<CR>")
  reads("and a tenth", 1, "ä = \"é\"; radius = 0.949; // 0..1")
  call("nvim_input", "u")

  call("nvim_input", "gg$<C-a>")
  reads("in a comment it is Neovim's own key", 1, "ä = \"é\"; radius = 0.95; // 0..2")
  call("nvim_input", "u")
  reads("before a drag", 1, "ä = \"é\"; radius = 0.95; // 0..1")
  local column = 19
  mouse("press", 0, column)
  -- Events that come while it is busy have the place of the last one.
  vim.wait(500)
  for moved = 1, 30 do
    mouse("drag", 0, column + moved)
  end
  reads("a number follows the mouse to the end of its range", 1, "ä = \"é\"; radius = 1.00; // 0..1")
  mouse("drag", 0, column - 5)
  reads("and back", 1, "ä = \"é\"; radius = 0.90; // 0..1")
  mouse("release", 0, column - 5)
  check("the preview has followed", function()
    local told = lua(HOVER)
    return told:find("0.90", 1, true), told
  end)
  call("nvim_input", "u")
  reads("one undo takes all of a drag back", 1, "ä = \"é\"; radius = 0.95; // 0..1")
  mouse("press", 1, column)
  vim.wait(500)
  mouse("drag", 1, column - 2)
  mouse("release", 1, column - 2)
  check("where no number is, Alt selects a block", function()
    return call("nvim_get_mode").mode == "\22", call("nvim_get_mode").mode
  end)
  vim.fn.jobstop(child)
end
