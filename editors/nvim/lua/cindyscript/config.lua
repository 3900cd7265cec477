local M = {}

---@class cindyscript.Options
---@field cmd string[] The server and its arguments.
---@field preview_path string The preview; empty: the one beside the server, else the one on PATH.
---@field camera string What cameravideo() shows: "off" (a test card), a device, or an image, a folder of images or a video beside the page; empty: the camera.
---@field precision string How precisely colorplots are computed: "single", "double", or "auto", as the pixels of the view need it.
---@field inlay_hints cindyscript.InlayHints|boolean Which inlay hints are shown.
---@field portability boolean Whether is said what a published page would not show.
---@field recompilation boolean Whether hints say what makes CindyGL compile its shader again.
---@field code_lens cindyscript.CodeLens|boolean Which code lenses are shown: false for none.
---@field number_keys boolean Whether <C-a>, <C-x> and the mouse with Alt move numbers of CindyScript.

---@class cindyscript.CodeLens
---@field functions boolean How often each function is used.
---@field variables boolean How often each variable of the applet is used.

---@class cindyscript.InlayHints
---@field variables boolean Types of variables where they are assigned.
---@field colorplots boolean Types of the results of colorplots.
---@field parameters boolean Types of the parameters of functions.
---@field results boolean Types of the values of functions.
---@field arguments boolean Names of parameters before arguments that are literals.
---@field values boolean Values of variables while the preview runs.

---@type cindyscript.Options
local defaults = {
  cmd = { "cindyscript-server" },
  preview_path = "",
  camera = "",
  precision = "auto",
  inlay_hints = {
    variables = true,
    colorplots = true,
    parameters = true,
    results = true,
    arguments = true,
    values = false,
  },
  portability = true,
  recompilation = false,
  code_lens = { functions = true, variables = false },
  number_keys = true,
}

-- The installer puts the programs here, which is not on PATH everywhere.
local INSTALLED = "~/.local/bin/cindyscript-server"

---The command of the server for a user who names none.
---@return string[]
local function default_command()
  local installed = vim.fn.expand(INSTALLED)
  local is_on_path = vim.fn.executable(defaults.cmd[1]) == 1
  return (is_on_path or vim.fn.executable(installed) == 0) and defaults.cmd or { installed }
end

---@type cindyscript.Options
M.options = vim.tbl_extend("force", vim.deepcopy(defaults), { cmd = default_command() })

---@param options table
---@param known table The same options with their defaults.
---@param path string The name of the table, and a dot.
local function validate(options, known, path)
  for name, value in pairs(options) do
    local default, full = known[name], path .. tostring(name)
    if default == nil then
      error(("cindyscript: there is no option '%s'"):format(full), 0)
    elseif type(value) ~= type(default) and not (full == "code_lens" and value == false) then
      error(("cindyscript: option '%s' is a %s, not a %s"):format(full, type(default), type(value)), 0)
    elseif type(value) == "table" and not vim.islist(default) then
      validate(value, default, full .. ".")
    end
  end
end

---Takes the user's options; one that does not exist or has the wrong type is an error that names it.
---@param options table?
function M.set(options)
  options = vim.deepcopy(options or {})
  if type(options.inlay_hints) == "boolean" then
    local shown = options.inlay_hints
    options.inlay_hints = {}
    for kind in pairs(defaults.inlay_hints) do
      options.inlay_hints[kind] = shown and kind ~= "values"
    end
  end
  if options.code_lens == true then
    options.code_lens = nil
  end
  validate(options, defaults, "")
  options.cmd = options.cmd or default_command()
  M.options = vim.tbl_deep_extend("force", defaults, options)
end

---The message to a user whose server cannot be run. One line of a terminal has room for it.
---@return string
function M.missing_server()
  local program = M.options.cmd[1] or "the server"
  if program == defaults.cmd[1] then
    return program .. " is missing: run editors/nvim/install in the clone"
  end
  return program .. " cannot be run: see :checkhealth cindyscript"
end

---Whether any category of inlay hints is shown.
---@return boolean
function M.shows_hints()
  return vim.tbl_contains(vim.tbl_values(M.options.inlay_hints), true)
end

---What the server reads, in initializationOptions and in workspace/didChangeConfiguration.
function M.settings()
  local function given(path)
    return path ~= "" and path or nil
  end
  local preview = {
    path = given(M.options.preview_path),
    camera = given(M.options.camera),
    precision = M.options.precision,
  }
  return {
    cindyscript = {
      inlayHints = M.options.inlay_hints,
      codeLens = M.options.code_lens or nil,
      portability = M.options.portability,
      recompilation = M.options.recompilation,
      preview = preview,
    },
  }
end

return M
