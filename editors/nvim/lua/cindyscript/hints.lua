-- Inlay hints that change while the text does not, as the values in the preview do. Neovim paints the hints of a version
-- of the text once: 0.10 does not look at later ones, newer ones miss them if the screen is drawn before they arrive.

local M = {}

M.METHOD = "textDocument/inlayHint"

-- Neovim has one colour for the hints of all languages, and one for their lenses, both of which can hardly be read; in
-- windows that show CindyScript, they have their own.
local GROUPS = { "LspInlayHint", "LspCodeLens" }
local COLOUR = "CindyscriptHint"

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

---Takes away the hints and lenses of a buffer that has no server any more.
---@param buffer integer
function M.clear(buffer)
  vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(false, { bufnr = buffer })
  else
    vim.lsp.codelens.clear(nil, buffer)
  end
end

---Follows the windows that show buffers with hints.
---@param group integer
---@param has_hints fun(buffer: integer): boolean
function M.follow_windows(group, has_hints)
  local function colour()
    for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
      local pairs = vim.split(vim.wo[window].winhighlight, ",", { trimempty = true })
      local others = vim.tbl_filter(function(pair)
        return not vim.endswith(pair, ":" .. COLOUR)
      end, pairs)
      for _, name in ipairs(has_hints(vim.api.nvim_win_get_buf(window)) and GROUPS or {}) do
        -- Whoever has given them another colour there keeps it.
        local is_given = vim.iter(others):any(function(pair)
          return vim.startswith(pair, name .. ":")
        end)
        if not is_given then
          table.insert(others, name .. ":" .. COLOUR)
        end
      end
      if not vim.deep_equal(others, pairs) then
        vim.wo[window].winhighlight = table.concat(others, ",")
      end
    end
  end
  vim.api.nvim_create_autocmd({ "LspAttach", "LspDetach", "BufWinEnter", "WinNew", "TabEnter" }, {
    group = group,
    desc = "Colour CindyScript's inlay hints and code lenses",
    callback = vim.schedule_wrap(colour),
  })
  vim.schedule(colour)
end

return M
