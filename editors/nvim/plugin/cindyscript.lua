if vim.g.loaded_cindyscript then
  return
end
vim.g.loaded_cindyscript = true

vim.api.nvim_create_user_command("CindyPreview", function()
  require("cindyscript").open_preview()
end, { desc = "Open the preview of this applet" })

vim.api.nvim_create_user_command("CindyPreviewClose", function()
  require("cindyscript").close_preview()
end, { desc = "Close the preview of this applet" })
