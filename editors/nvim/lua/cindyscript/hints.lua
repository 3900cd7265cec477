-- Inlay hints that change while the text does not, as the values in the preview do. Neovim paints the hints of a version
-- of the text once: 0.10 does not look at later ones, newer ones miss them if the screen is drawn before they arrive.

local M = {}

M.METHOD = "textDocument/inlayHint"

---What was last painted in each buffer, and of which version of its text.
---@type table<integer, { version: integer, hints: lsp.InlayHint[] }>
local painted = {}

---Takes the place of Neovim's handler, and does the same but for that.
function M.handle(err, hints, context, options)
  local buffer = context.bufnr
  if hints and buffer then
    local last = painted[buffer]
    -- Neovim's handler changes the hints.
    painted[buffer] = { version = context.version, hints = vim.deepcopy(hints) }
    local is_later = last and last.version == context.version and not vim.deep_equal(last.hints, hints)
    if is_later and vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }) then
      -- It forgets what it has painted, and asks again; until that is answered, there is this answer.
      vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end
  return vim.lsp.handlers[M.METHOD](err, hints, context, options)
end

return M
