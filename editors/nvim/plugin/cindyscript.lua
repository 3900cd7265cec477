if vim.g.loaded_cindyscript then
  return
end
vim.g.loaded_cindyscript = true

-- When something in a colorplot is computed, on top of what the colour scheme says it is. Schemes have no groups for
-- that, and those for names and functions look like each other in many: these have colours of their own, for either
-- background, unless the scheme or the user says otherwise. Hints have one as well: Neovim's own can hardly be read on
-- a dark background.
local colours = {
  dark = {
    CindyscriptPerPixel = { fg = "#ffaf87", ctermfg = 216 },
    CindyscriptOncePerFrame = { fg = "#87afff", ctermfg = 111 },
    CindyscriptHint = { fg = "#8e95a0", ctermfg = 245, italic = true },
  },
  light = {
    CindyscriptPerPixel = { fg = "#af5f00", ctermfg = 130 },
    CindyscriptOncePerFrame = { fg = "#005fd7", ctermfg = 26 },
    CindyscriptHint = { fg = "#5a616b", ctermfg = 241, italic = true },
  },
}

-- What these groups were given for the background before: a default takes the place of no other.
local given = {}

---@param group string
local function look(group)
  local colour = vim.api.nvim_get_hl(0, { name = group })
  colour.default = nil -- not kept when the background changes
  return colour
end

local function highlight()
  for group, colour in pairs(colours[vim.o.background] or colours.dark) do
    if given[group] and vim.deep_equal(look(group), given[group]) then
      vim.api.nvim_set_hl(0, group, {})
    end
    vim.api.nvim_set_hl(0, group, vim.tbl_extend("error", colour, { default = true }))
    given[group] = look(group)
  end
  for group, link in pairs({
    CindyscriptConstant = "Number",
    ["@lsp.mod.perPixel"] = "CindyscriptPerPixel",
    ["@lsp.mod.oncePerFrame"] = "CindyscriptOncePerFrame",
    ["@lsp.mod.constant"] = "CindyscriptConstant",
  }) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
end

highlight()
local group = vim.api.nvim_create_augroup("cindyscript.highlight", { clear = true })
vim.api.nvim_create_autocmd("ColorScheme", {
  group = group,
  desc = "A colour scheme begins by forgetting all colours",
  callback = highlight,
})
vim.api.nvim_create_autocmd("OptionSet", {
  group = group,
  pattern = "background",
  desc = "Each background has its own colours; a terminal tells its own after the start",
  callback = highlight,
})

-- The first script or page loads the rest.
vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("cindyscript.start", { clear = true }),
  pattern = { "cindyscript", "html" },
  desc = "Start CindyScript with its defaults, unless setup() was called",
  callback = function()
    if vim.v.vim_did_enter == 1 then
      require("cindyscript").start()
      return
    end
    -- Neovim looks at the files of its command line again only for servers that are enabled later.
    vim.api.nvim_create_autocmd("VimEnter", {
      desc = "Start CindyScript for the files of the command line",
      once = true,
      callback = function()
        require("cindyscript").start()
      end,
    })
  end,
})

vim.api.nvim_create_user_command("CindyNew", function(command)
  require("cindyscript").new(command.args ~= "" and command.args or nil)
end, { desc = "Write a page with a new applet, and show it", nargs = "?", complete = "file" })

vim.api.nvim_create_user_command("CindyPreview", function()
  require("cindyscript").open_preview()
end, { desc = "Open the preview of this applet" })

vim.api.nvim_create_user_command("CindyPreviewClose", function()
  require("cindyscript").close_preview()
end, { desc = "Close the preview of this applet" })

vim.api.nvim_create_user_command("CindyRestart", function()
  require("cindyscript").restart()
end, { desc = "Start the CindyScript server again" })

vim.api.nvim_create_user_command("CindyDrawSelection", function(command)
  require("cindyscript").draw_selection(command.range > 0)
end, { desc = "Draw what is selected in the preview of this applet, or no longer", range = true })

vim.api.nvim_create_user_command("CindyNumber", function(command)
  require("cindyscript.numbers").command(command.args)
end, { desc = "Move the number at the cursor by steps", nargs = 1 })

vim.api.nvim_create_user_command("CindyOutput", function()
  require("cindyscript.output").open()
end, { desc = "Show what applets print" })

vim.api.nvim_create_user_command("CindyReference", function(command)
  require("cindyscript").reference(command.args ~= "" and command.args or nil)
end, {
  desc = "Show what types mean, or a code of diagnostics",
  nargs = "?",
  complete = function()
    return { "types" }
  end,
})

vim.api.nvim_create_user_command("CindyLatency", function()
  require("cindyscript").latency()
end, { desc = "Show how long the editor waited for answers" })

vim.api.nvim_create_user_command("CindyExplain", function()
  require("cindyscript").explain()
end, { desc = "Tell why what stands under the cursor has its type" })

vim.api.nvim_create_user_command("CindyIteration", function()
  require("cindyscript").kleene_iteration()
end, { desc = "Show how the types of this colorplot rise to their fixed point" })

vim.api.nvim_create_user_command("CindyGraph", function(command)
  require("cindyscript").dependency_graph(command.args ~= "" and command.args or nil)
end, { desc = "Draw the dependency graph of this colorplot", nargs = "?", complete = "file" })
