-- Highlighting by tree-sitter, with the parser and without a server. Run by neovim.sh, with a script on the command line.

local failed = false

---@param what string
---@param holds any
local function check(what, holds)
  failed = failed or not holds
  io.stdout:write(("%s  %s\n"):format(holds and "ok    " or "FAILED", what))
end

---The capture that has the last word about a word of the buffer.
---@param word string
local function capture(word)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(word, 1, true)
    if column then
      local all = vim.treesitter.get_captures_at_pos(0, row - 1, column - 1)
      return all[#all] and all[#all].capture
    end
  end
end

vim.api.nvim_buf_set_lines(0, 0, -1, false, {
  "// %% draw",
  "wave(x) := if(x > 0, sin(x), pi);",
  "draw(A, color -> [1, 0, 0]);",
})
check("tree-sitter highlights a script", vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()])
vim.treesitter.get_parser(0, "cindyscript"):parse(true)
for word, expected in pairs({
  ["// %%"] = "markup.heading",
  wave = "function",
  ["if"] = "keyword.conditional",
  sin = "function.builtin",
  pi = "constant.builtin",
  color = "attribute",
}) do
  check(("%s is %s"):format(word, expected), capture(word) == expected)
end
check("the syntax file stays out of the way", vim.bo.syntax == "")
for _, query in ipairs({ "folds", "indents", "textobjects" }) do
  check("there are " .. query, pcall(vim.treesitter.query.get, "cindyscript", query))
end

vim.wo.foldmethod, vim.wo.foldexpr = "expr", "v:lua.vim.treesitter.foldexpr()"
vim.api.nvim_buf_set_lines(0, 0, -1, false, { "f(x) := (", "  x;", "  x + 1", ");", "a = 1;" })
vim.treesitter.get_parser(0, "cindyscript"):parse(true)
local folds = vim.wait(5000, function()
  return vim.fn.foldlevel(2) == 1 and vim.fn.foldlevel(5) == 0
end, 20)
check("brackets over several lines fold", folds)

vim.cmd("setfiletype text | set filetype=text")
check("another file type ends it", not vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()])
-- Neovim is killed by SIGPIPE where it writes to a server that ends: first the server has to be there, then to end.
local function servers()
  return vim.lsp.get_clients({ name = "cindyscript" })
end
vim.wait(20000, function()
  return servers()[1] and servers()[1].initialized
end, 20)
for _, client in ipairs(servers()) do
  vim.lsp.stop_client(client.id)
end
vim.wait(20000, function()
  return #servers() == 0
end, 20)
vim.cmd(failed and "cquit! 1" or "qall!")
