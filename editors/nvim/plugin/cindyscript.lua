if vim.g.loaded_cindyscript then
  return
end
vim.g.loaded_cindyscript = true

-- When something in a colorplot is computed, on top of what the colour scheme says it is.
for group, link in pairs({
  CindyscriptPerPixel = "Special",
  CindyscriptOncePerFrame = "Constant",
  CindyscriptConstant = "Number",
  ["@lsp.mod.perPixel"] = "CindyscriptPerPixel",
  ["@lsp.mod.oncePerFrame"] = "CindyscriptOncePerFrame",
  ["@lsp.mod.constant"] = "CindyscriptConstant",
}) do
  vim.api.nvim_set_hl(0, group, { link = link, default = true })
end

vim.api.nvim_create_user_command("CindyPreview", function()
  require("cindyscript").open_preview()
end, { desc = "Open the preview of this applet" })

vim.api.nvim_create_user_command("CindyPreviewClose", function()
  require("cindyscript").close_preview()
end, { desc = "Close the preview of this applet" })

vim.api.nvim_create_user_command("CindyExplain", function()
  require("cindyscript").explain()
end, { desc = "Tell why what stands under the cursor has its type" })

vim.api.nvim_create_user_command("CindyIteration", function()
  require("cindyscript").kleene_iteration()
end, { desc = "Show how the types of this colorplot rise to their fixed point" })

vim.api.nvim_create_user_command("CindyGraph", function(command)
  require("cindyscript").dependency_graph(command.args ~= "" and command.args or nil)
end, { desc = "Draw the dependency graph of this colorplot", nargs = "?", complete = "file" })
