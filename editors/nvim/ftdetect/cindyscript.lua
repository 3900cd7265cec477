-- `.cjs` is CommonJS for most people; :help vim.filetype.add() associates it where it holds CindyScript.
vim.filetype.add({ extension = { cindyscript = "cindyscript" } })
