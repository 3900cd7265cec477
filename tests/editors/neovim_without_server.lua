-- The plugin as a package, where neither PATH nor ~/.local/bin has the server. Run by neovim.sh, with a script on the
-- command line, and with notifications in the global variable `notices`.

local passed = true

---@param what string
---@param result any
---@param seen any
local function check(what, result, seen)
  passed = passed and result and true or false
  local saw = result and "" or ("  (saw %s)"):format(vim.inspect(seen))
  io.stdout:write(("%s  %s%s\n"):format(result and "ok    " or "FAILED", what, saw))
end

vim.wait(5000, function()
  return #notices > 0
end, 20)
local missing = "cindyscript-server is missing: run editors/nvim/install in the clone"
check("a missing server is reported with the installer, for the first file as well", notices[1] == missing, notices)
vim.cmd.edit(vim.fn.fnameescape(vim.env.CINDYSCRIPT_ROOT .. "/tests/editors/fixtures/two.html"))
vim.cmd("CindyReference types")
vim.cmd("CindyNew rings")
check("a command without a server names the health check, and the report is not repeated", (notices[2] or ""):find(":checkhealth cindyscript", 1, true), notices)
check("a new applet without the server names the installer", notices[3] == missing, notices)
vim.cmd("checkhealth cindyscript")
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
check("the health check names the installer", health:find("editors/nvim/install", 1, true), health)
vim.cmd(passed and "qall!" or "cquit 1")
