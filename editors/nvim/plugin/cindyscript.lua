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
