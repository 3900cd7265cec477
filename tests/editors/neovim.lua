-- What a person sees in Neovim, asked of Neovim itself. Run by neovim.sh, with three things in the environment:
-- CINDYSCRIPT_SERVER, the program, CINDYSCRIPT_ROOT, the checkout, and CINDYSCRIPT_NVIM, this Neovim.

local server = assert(vim.env.CINDYSCRIPT_SERVER)
local root = assert(vim.env.CINDYSCRIPT_ROOT)
local fixtures = root .. "/tests/editors/fixtures/"

local TIMEOUT = 20000

local passed, failed = 0, 0

---Waits until `probe` returns something true and says how that went.
---@param what string
---@param probe fun(): any, any
---@param timeout integer?
local function check(what, probe, timeout)
  local seen
  local ok = vim.wait(timeout or TIMEOUT, function()
    local fine, result, detail = pcall(probe)
    seen = fine and detail or (not fine and result) or nil
    return fine and result and true or false
  end, 50)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  local saw = not ok and seen ~= nil and ("  (saw %s)"):format(vim.inspect(seen)) or ""
  io.stdout:write(("%s  %s%s\n"):format(ok and "ok    " or "FAILED", what, saw))
end

---@param name string
local function open(name)
  vim.cmd.edit(vim.fn.fnameescape(name))
  return vim.api.nvim_get_current_buf()
end

local function clients(buffer)
  return vim.lsp.get_clients({ name = "cindyscript", bufnr = buffer })
end

local function attached(buffer)
  local client = clients(buffer)[1]
  return client and client.initialized
end

local function errors(buffer)
  return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
end

---Puts the cursor on the first occurrence of `text`, `offset` bytes in.
local function cursor_at(text, offset)
  assert(vim.fn.search("\\V" .. text, "cw") > 0, "no " .. text)
  local position = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { position[1], position[2] + (offset or 0) })
end

---The lines of all floating windows.
local function floats()
  local lines = {}
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      vim.list_extend(lines, vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false))
    end
  end
  return table.concat(lines, "\n")
end

---The text of everything that is painted between the characters of a buffer or after its lines.
local function painted(buffer, place)
  local texts = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })) do
    local details = mark[4]
    local chunks = details.virt_text_pos == place and details.virt_text or {}
    for _, line in ipairs(place == "lens" and details.virt_lines or {}) do
      vim.list_extend(chunks, line)
    end
    for _, chunk in ipairs(chunks) do
      table.insert(texts, chunk[1])
    end
  end
  return table.concat(texts, "|")
end

local function run()
  vim.opt.runtimepath:prepend(root .. "/editors/nvim")
  vim.opt.runtimepath:append(root .. "/editors/nvim/after")
  vim.cmd("filetype plugin indent on | syntax on")
  vim.cmd.runtime("plugin/cindyscript.lua")
  vim.cmd.runtime("ftdetect/cindyscript.lua")
  local notices = {}
  vim.notify = function(message)
    table.insert(notices, message)
  end

  vim.keymap.set("n", "grr", "gg")
  -- No server yet: one message says so, and setup() may be called again.
  require("cindyscript").setup({ cmd = { "/nowhere/cindyscript-server" } })
  open(fixtures .. "types.cindyscript")
  check("a server that is not there is named in a message", function()
    return #notices == 1 and notices[1]:find("/nowhere/cindyscript-server cannot be run", 1, true), notices
  end)
  vim.cmd.bwipeout()
  require("cindyscript").setup({
    cmd = { server },
    preview_path = root .. "/tests/editors/preview.sh",
    inlay_hints = { values = true },
  })

  -- A script of its own.
  local script = open(fixtures .. "types.cindyscript")
  check("file type from the extension", function()
    return vim.bo[script].filetype == "cindyscript", vim.bo[script].filetype
  end)
  check("the server attaches to a script", function()
    return attached(script)
  end)
  check("highlighting", function()
    cursor_at("sqrt")
    local position = vim.fn.getpos(".")
    local name = vim.fn.synIDattr(vim.fn.synID(position[2], position[3], 1), "name")
    return name == "cindyscriptFunction", name
  end)
  check("inlay hint `: real` is painted", function()
    vim.cmd.redraw()
    local text = painted(script, "inline")
    return text:find(": real", 1, true), text
  end)
  check("hover shows `complex`", function()
    cursor_at("b = sqrt")
    if floats() == "" then
      vim.lsp.buf.hover()
      vim.wait(1000, function()
        return floats() ~= ""
      end, 20)
    end
    return floats():find("complex", 1, true), floats()
  end)
  check("and a float with words where Markdown has links, no wider than they are", function()
    local widest, lines, width = 0, {}, 0
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        lines, width = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), vim.api.nvim_win_get_width(window)
      end
    end
    for _, line in ipairs(lines) do
      widest = math.max(widest, vim.fn.strdisplaywidth(line))
    end
    local text = table.concat(lines, "\n")
    return text:find("line 2", 1, true) and not text:find("](", 1, true) and width <= widest, { text, width, widest }
  end)
  check("a code lens above the colorplot", function()
    local lenses = vim.lsp.codelens.get(vim.fn.has("nvim-0.12") == 1 and { bufnr = script } or script)
    return #lenses > 0, lenses
  end)
  check("a key runs code lenses", function()
    return vim.fn.maparg("grx", "n") ~= ""
  end)
  check("keys rename, act and show signatures", function()
    local unmapped = vim.tbl_filter(function(key)
      return vim.fn.maparg(key[2], key[1]) == ""
    end, { { "n", "grn" }, { "n", "gra" }, { "x", "gra" }, { "i", "<C-S>" } })
    return #unmapped == 0, unmapped
  end)
  check("a key of the user stays", function()
    return vim.fn.maparg("grr", "n") == "gg", vim.fn.maparg("grr", "n")
  end)
  check("a sound script has no errors", function()
    return #errors(script) == 0, errors(script)
  end)

  check("what is computed at every pixel is told from what is not", function()
    local function modifiers(text, offset)
      cursor_at(text, offset)
      local position = vim.api.nvim_win_get_cursor(0)
      local token = vim.lsp.semantic_tokens.get_at_pos(script, position[1] - 1, position[2])[1]
      return token and token.modifiers or {}
    end
    local pixel, frame = modifiers("|#|", 1), modifiers("/ radius", 2)
    local linked = vim.api.nvim_get_hl(0, { name = "@lsp.mod.perPixel" }).link
    return pixel.perPixel and frame.oncePerFrame and linked == "CindyscriptPerPixel", { pixel, frame, linked }
  end)

  check("per-pixel colours follow the background", function()
    local function colour()
      return vim.api.nvim_get_hl(0, { name = "CindyscriptPerPixel" }).fg
    end
    local seen = {}
    for _, background in ipairs({ "dark", "light", "dark" }) do
      vim.o.background = background
      table.insert(seen, colour())
    end
    vim.api.nvim_set_hl(0, "CindyscriptPerPixel", { fg = "#123456" })
    vim.o.background = "light"
    table.insert(seen, colour())
    vim.api.nvim_set_hl(0, "CindyscriptPerPixel", {})
    vim.o.background = "dark"
    return vim.deep_equal(seen, { 0xffaf87, 0xaf5f00, 0xffaf87, 0x123456 }), seen
  end, 0)
  ---How far apart two colours are in lightness, after WCAG 2: from 1 to 21.
  local function contrast(a, b)
    local function lightness(colour)
      local sum = 0
      for place, weight in ipairs({ 0.2126, 0.7152, 0.0722 }) do
        local part = bit.band(bit.rshift(colour, 8 * (3 - place)), 255) / 255
        sum = sum + weight * (part <= 0.04045 and part / 12.92 or ((part + 0.055) / 1.055) ^ 2.4)
      end
      return sum + 0.05
    end
    a, b = lightness(a), lightness(b)
    return math.max(a, b) / math.min(a, b)
  end
  for _, background in ipairs({ "light", "dark" }) do
    check("hints and lenses can be read on a " .. background .. " background", function()
      vim.o.background = background
      local ground = vim.api.nvim_get_hl(0, { name = "Normal" }).bg
      local hint = vim.api.nvim_get_hl(0, { name = "CindyscriptHint" }).fg
      local given = vim.wo.winhighlight == "LspInlayHint:CindyscriptHint,LspCodeLens:CindyscriptHint"
      return given and contrast(ground, hint) >= 4.5, { vim.wo.winhighlight, contrast(ground, hint) }
    end)
  end
  ---The colour of what lies on top of all else at a place of this buffer.
  local function colour(text, offset)
    cursor_at(text, offset)
    local place = vim.api.nvim_win_get_cursor(0)
    local tokens = vim.inspect_pos(0, place[1] - 1, place[2]).semantic_tokens
    table.sort(tokens, function(a, b)
      return a.opts.priority > b.opts.priority
    end)
    for _, token in ipairs(tokens) do
      -- A group without a colour of its own has that of the group before its last dot.
      local fg = vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.hlID(token.opts.hl_group)), "fg#", "gui")
      if fg ~= "" then
        return fg
      end
    end
    return "none"
  end
  for _, file in ipairs({ "split.cindyscript", "split.html" }) do
    open(fixtures .. file)
    for _, background in ipairs({ "light", "dark" }) do
      check(("functions and operators of %s tell pixel, frame and script on a %s background"):format(file, background), function()
        vim.o.background = background
        vim.cmd.redraw()
        local pixel, frame = "#ffaf87", "#87afff"
        if background == "light" then
          pixel, frame = "#af5f00", "#005fd7"
        end
        local seen = {
          { colour("sin("), colour("seconds("), colour("resetclock(") },
          { colour(") * cos", 2), colour("() + a", 3), colour("1 - 2", 2) },
        }
        for _, colours in ipairs(seen) do
          local of_script = colours[3] ~= pixel and colours[3] ~= frame
          if colours[1] ~= pixel or colours[2] ~= frame or not of_script then
            return false, seen
          end
        end
        return true
      end)
    end
  end
  vim.cmd.buffer(script)
  check("a graph that nothing can open is in a file that is named", function()
    local before = vim.ui.open
    vim.ui.open = function()
      return nil, "no handler"
    end
    notices = {}
    cursor_at("colorplot(")
    vim.cmd("CindyGraph")
    vim.wait(2000, function()
      return #notices > 0
    end, 20)
    vim.ui.open = before
    local file = (notices[1] or ""):match("(%S+%.html)")
    return (notices[1] or ""):find("no handler", 1, true) and vim.fn.filereadable(file) == 1, notices
  end, 0)
  check("health finds the programs", function()
    vim.cmd("checkhealth cindyscript")
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
    vim.cmd.bwipeout()
    vim.cmd.buffer(script)
    return text:find(server, 1, true) and text:find("setup() has been called", 1, true), text
  end, 0)
  check("there is help", function()
    vim.cmd("help :CindyOutput")
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(0))
    vim.cmd.helpclose()
    return name == "cindyscript.txt", name
  end, 0)

  check("the first set-up of the README has help, colours in pages and indentation, with no more steps", function()
    local readme = table.concat(vim.fn.readfile(root .. "/editors/nvim/README.md"), "\n")
    local setup = readme:match("```lua\n(.-)```"):gsub("/path/to/the/clone", root)
    local init = vim.fn.tempname() .. ".lua"
    vim.fn.writefile(vim.split(setup, "\n"), init)
    os.remove(root .. "/editors/nvim/doc/tags")
    local probe = [[lua vim.fn.search("colorplot(")
      local line, column = unpack(vim.api.nvim_win_get_cursor(0))
      local syntax = vim.fn.synIDattr(vim.fn.synID(line, column + 1, 1), "name")
      vim.cmd("help cindyscript")
      print(syntax, vim.fs.basename(vim.api.nvim_buf_get_name(0)))]]
    local arguments = { vim.env.CINDYSCRIPT_NVIM, "--headless", "-n", "-i", "NONE", "-u", init, root .. "/tests/applets/wave.html" }
    local ended = vim.system(vim.list_extend(arguments, { "-c", probe, "-c", "qall!" })):wait(TIMEOUT)
    local said = (ended.stdout or "") .. (ended.stderr or "")
    return said:find("cindyscriptFunction cindyscript.txt", 1, true), said
  end, 0)
  check("Enter inside of a call indents, in a script and in a page", function()
    local function typed(file, before)
      local buffer = open(file)
      vim.wait(TIMEOUT, function()
        return attached(buffer) and vim.bo[buffer].indentexpr:find("cindyscript") ~= nil
      end, 20)
      vim.fn.search(before)
      local from = vim.fn.line(".")
      vim.api.nvim_feedkeys(vim.keycode("orepeat(40,<CR>t = t + 1;<CR>u = 2;<CR>);<CR>v = 1;<Esc>"), "tx", false)
      local lines = vim.api.nvim_buf_get_lines(0, from, from + 5, false)
      vim.bo.modified = false
      vim.cmd("silent edit!")
      return lines
    end
    local script_lines = typed(fixtures .. "types.cindyscript", "radius =")
    local page_lines = typed(root .. "/tests/applets/julia.html", "c = complex(C)")
    vim.cmd.buffer(script)
    local wanted = { "repeat(40,", "  t = t + 1;", "  u = 2;", ");", "v = 1;" }
    local in_page = vim.tbl_map(function(line)
      return (" "):rep(8) .. line
    end, wanted)
    return vim.deep_equal(script_lines, wanted) and vim.deep_equal(page_lines, in_page), { script_lines, page_lines }
  end, 0)

  local followed
  check("the story of a type is told in a window", function()
    cursor_at("b = sqrt")
    vim.cmd("CindyExplain")
    local window = vim.api.nvim_get_current_win()
    vim.wait(2000, function()
      return vim.bo.filetype == "markdown"
    end, 20)
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
    local story = vim.api.nvim_get_current_win()
    vim.fn.search("line 2")
    vim.api.nvim_feedkeys(vim.keycode("<cr>"), "x", false)
    followed = { vim.api.nvim_get_current_win() == window, vim.api.nvim_win_get_cursor(0)[1] }
    vim.api.nvim_win_close(story, true)
    vim.api.nvim_set_current_win(window)
    return text:find("# `b`: complex", 1, true) and text:find("### Why", 1, true), text
  end, 0)
  check("and its links lead to their places", function()
    return vim.deep_equal(followed, { true, 2 }), followed
  end, 0)
  check("what types mean is told in a window, also from a link", function()
    local window = vim.api.nvim_get_current_win()
    local told = {}
    local function tell(how)
      how()
      vim.wait(2000, function()
        return vim.bo.filetype == "markdown" and vim.fn.search("What the types mean", "n") > 0
      end, 20)
      table.insert(told, vim.api.nvim_buf_get_lines(0, 0, 1, false)[1])
      vim.cmd.close()
    end
    tell(function()
      vim.cmd("CindyReference types")
    end)
    cursor_at("b = sqrt")
    vim.cmd("CindyExplain")
    vim.wait(2000, function()
      return vim.bo.filetype == "markdown"
    end, 20)
    local story = vim.api.nvim_get_current_win()
    vim.fn.search("What do these types mean")
    tell(function()
      vim.api.nvim_feedkeys(vim.keycode("<cr>"), "x", false)
    end)
    vim.api.nvim_win_close(story, true)
    vim.api.nvim_set_current_win(window)
    return vim.deep_equal(told, { "# What the types mean", "# What the types mean" }), told
  end, 0)
  check("the dependency graph is written to a file", function()
    local file = vim.fn.tempname() .. ".svg"
    cursor_at("colorplot(")
    vim.cmd("CindyGraph " .. file)
    vim.wait(2000, function()
      return vim.fn.filereadable(file) == 1
    end, 20)
    local text = table.concat(vim.fn.readfile(file), "\n")
    return text:find("<svg", 1, true) and text:find("at every pixel", 1, true), text
  end, 0)

  -- What the preview sees, and only as long as there is one.
  local function told()
    vim.cmd.redraw()
    local said = vim.tbl_filter(function(found)
      return found.code == "observed-type"
    end, vim.diagnostic.get(script))
    return #said, painted(script, "inline"):find("= 0.37", 1, true)
  end
  local function radius()
    cursor_at("radius = ")
    local position = vim.lsp.util.make_position_params(0, clients(script)[1].offset_encoding)
    local answer = vim.lsp.buf_request_sync(script, "textDocument/hover", position, 2000)
    local _, first = next(answer or {})
    return vim.split(first.result.contents.value, "\n")[2]
  end
  vim.cmd("CindyPreview")
  check("values flow back into hovers", function()
    return radius() == "radius: real = 0.37", radius()
  end)
  check("and into hints, and what contradicts the text is said", function()
    local said, value = told()
    return said == 1 and value, { said, value }
  end)
  check("the lens of a preview that is open offers to close it", function()
    vim.cmd.redraw()
    local text = painted(script, "eol") .. painted(script, "lens")
    return text:find("Close preview", 1, true), text
  end)
  check("what the applet prints is in a window", function()
    local before = vim.api.nvim_get_current_win()
    vim.cmd("CindyOutput")
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    vim.api.nvim_win_close(0, true)
    vim.api.nvim_set_current_win(before)
    return lines[1] == "from the applet", lines
  end)
  ---What the applet has printed last.
  local function printed()
    local before = vim.api.nvim_get_current_win()
    vim.cmd("CindyOutput")
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    vim.api.nvim_win_close(0, true)
    vim.api.nvim_set_current_win(before)
    return lines
  end
  check("a debugger reaches the preview by a pipe, and the preview answers", function()
    local pipe = assert(require("cindyscript.debugger").serve(vim.uri_from_bufnr(script)))
    local peer, answer = assert(vim.uv.new_pipe(false)), ""
    local text = '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"cindyscript"}}'
    local message = ("Content-Length: %d\r\n\r\n%s"):format(#text, text)
    peer:connect(pipe, function()
      peer:read_start(function(_, data)
        answer = answer .. (data or "")
      end)
      -- Messages may come in parts.
      peer:write(message:sub(1, 30))
      peer:write(message:sub(31) .. message)
    end)
    local has_come = vim.wait(5000, function()
      return select(2, answer:gsub('"command":"initialize"', "")) == 2
    end, 20)
    peer:close()
    local header, body = answer:match("^Content%-Length: (%d+)\r\n\r\n(%b{})")
    return has_come and tonumber(header) == #body and vim.json.decode(body).arguments.adapterID == "cindyscript", answer
  end, 0)
  check("a document without a preview says how to open it", function()
    local pipe, reason = require("cindyscript.debugger").serve("file:///nowhere.html")
    return not pipe and reason:find(":Cindy preview", 1, true), reason
  end)
  cursor_at("sqrt")
  local first = vim.fn.line2byte(vim.fn.line(".")) + vim.fn.col(".") - 2
  -- Nobody types here, which would set off the autocommand.
  vim.api.nvim_exec_autocmds("CursorMoved", {})
  vim.wait(1000, function()
    return false
  end)
  check("where the cursor is, the preview is told", function()
    local lines = printed()
    return lines[#lines] == ("selected start:%d,end:%d"):format(first, first), lines
  end)
  vim.cmd("normal! v3l")
  vim.cmd("normal! \27")
  vim.cmd("'<,'>CindyDrawSelection")
  check("what is selected is drawn by command, and stays selected", function()
    local lines = table.concat(printed(), "\n")
    local selected = ("selected start:%d,end:%d\ndrawn"):format(first, first + 4)
    return lines:find(selected, 1, true), lines
  end)
  check("the preview follows what is typed, and so does what it says", function()
    vim.cmd.redraw()
    if not painted(script, "inline"):find("= 2.25", 1, true) then
      vim.api.nvim_buf_set_lines(script, 3, 4, false, { "radius = 2.25;" })
      vim.wait(2000, function()
        vim.cmd.redraw()
        return painted(script, "inline"):find("= 2.25", 1, true) ~= nil
      end, 50)
    end
    return painted(script, "inline"):find("= 2.25", 1, true), painted(script, "inline")
  end)
  vim.api.nvim_buf_set_lines(script, 3, 4, false, { "radius = 1.5;" })
  vim.bo[script].modified = false
  ---The processes of the server.
  local function servers()
    return vim.tbl_filter(function(process)
      local about = vim.api.nvim_get_proc(process)
      return about and vim.startswith("cindyscript-server", about.name)
    end, vim.api.nvim_get_proc_children(vim.fn.getpid()))
  end
  local function returns(what)
    check(what, function()
      local said, value = told()
      return said == 1 and value and #clients(script) == 1, { said, value, #clients(script) }
    end)
  end
  notices = {}
  -- Neovim only knows the children of the first thread.
  local previews = {}
  for _, file in ipairs(vim.fn.glob(("/proc/%d/task/*/children"):format(servers()[1]), false, true)) do
    vim.list_extend(previews, vim.split(vim.fn.readfile(file)[1] or "", " ", { trimempty = true }))
  end
  for _, process in ipairs(previews) do
    vim.uv.kill(assert(tonumber(process)), "sigkill")
  end
  check("a preview that dies is told, and what it said is gone", function()
    local said, value = told()
    local messages = table.concat(notices, "\n") .. vim.api.nvim_exec2("messages", { output = true }).output
    return #previews == 1 and said == 0 and not value and messages:find("The preview ended", 1, true),
      { previews, said, value, messages }
  end)
  vim.cmd("CindyPreview")
  returns("and opens again by command")
  local others = vim.tbl_filter(function(buffer)
    return attached(buffer)
  end, vim.api.nvim_list_bufs())
  ---Kills the server, and waits for the next one, if there is to be one.
  local function crash(has_next)
    local killed = servers()[1]
    vim.uv.kill(killed, "sigkill")
    return vim.wait(TIMEOUT, function()
      local now = servers()[1]
      return now ~= killed and (now and attached(script) or not now and not has_next) and true or false
    end, 20)
  end
  check("a server that is killed is started again, for all buffers", function()
    local is_back = crash(true)
    vim.wait(TIMEOUT, function()
      return vim.iter(others):all(attached)
    end, 20)
    return is_back and #others > 2 and vim.iter(others):all(attached) and #clients() == 1, { is_back, others, #clients() }
  end, 0)
  returns("and the preview comes back with it")
  notices = {}
  local came_back = crash(true) and crash(true) and crash(true)
  crash(false)
  check("one that ends again and again is left alone, and its hints are gone", function()
    vim.cmd.redraw()
    local text = painted(script, "inline") .. painted(script, "eol") .. painted(script, "lens")
    local told = table.concat(notices, "\n"):find("5 times in 3 minutes", 1, true)
    return came_back and told and #clients() == 0 and text == "", { came_back, notices, #clients(), text }
  end)
  vim.cmd("CindyRestart")
  returns("until `:CindyRestart`, with its preview")
  clients(script)[1].stop(vim.fn.has("nvim-0.11") == 1 and clients(script)[1] or nil)
  check("a server that is stopped is gone", function()
    return #clients(script) == 0
  end)
  vim.cmd.edit()
  returns("and the preview comes back with the one that is started then")
  vim.cmd("CindyPreviewClose")
  check("they go with the preview", function()
    local said, value = told()
    return said == 0 and not value and radius() == "radius: real", { said, value, radius() }
  end)

  vim.api.nvim_buf_set_lines(script, 3, 4, false, { "radius = 1.5 +;" })
  check("an error is underlined where it is", function()
    local found = errors(script)[1]
    return found and found.lnum == 3 and found.message ~= "", errors(script)
  end)
  ---What a command tells in a window.
  local function told(command)
    local before = vim.api.nvim_get_current_win()
    vim.cmd(command)
    vim.wait(2000, function()
      return vim.bo.filetype == "markdown"
    end, 20)
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
    if vim.api.nvim_get_current_win() ~= before then
      vim.cmd.close()
    end
    return text
  end
  check("what its code means is told in a window", function()
    vim.api.nvim_win_set_cursor(0, { 4, 0 })
    local text = told("CindyReference")
    return text:find("# missing-operand", 1, true) and text:find("## Example", 1, true), text
  end, 0)
  check("how long answers took is told in a window", function()
    local text = told("CindyLatency")
    local rows = vim.tbl_filter(function(line)
      return line:find("^|")
    end, vim.split(text, "\n"))
    local widths = vim.tbl_map(vim.fn.strdisplaywidth, rows)
    local is_straight = #rows > 2 and math.min(unpack(widths)) == math.max(unpack(widths))
    return text:find("textDocument/hover", 1, true) and is_straight, text
  end, 0)
  check("how types rise is told in a window, in words and straight columns", function()
    cursor_at("b = sqrt")
    local text = told("CindyIteration")
    return text:find("F(⊥)", 1, true) and text:find("line 2", 1, true) and not text:find("%]%(") and not text:find("**", 1, true), text
  end, 0)
  vim.api.nvim_buf_set_lines(script, 3, 4, false, { "radius = 2*-1;" })
  check("a code action mends a sign", function()
    if #errors(script) == 0 then
      return false
    end
    cursor_at("2*-1", 2)
    vim.lsp.buf.code_action({ apply = true, context = { only = { "quickfix" }, diagnostics = {} } })
    return vim.wait(2000, function()
      return vim.api.nvim_buf_get_lines(script, 3, 4, false)[1] == "radius = 2*(-1);"
    end, 20), vim.api.nvim_buf_get_lines(script, 3, 4, false)
  end)
  vim.api.nvim_buf_set_lines(script, 3, 4, false, { "radius = 1.5 + 1;" })
  check("and gone when it is mended", function()
    return #errors(script) == 0, errors(script)
  end)
  vim.api.nvim_buf_set_lines(script, 3, 4, false, { "radius = 1 + sin(0.5);" })
  local input = vim.ui.input
  vim.ui.input = function(_, done)
    done("bend")
  end
  vim.lsp.buf.code_action({
    apply = true,
    range = { start = { 4, 13 }, ["end"] = { 4, 20 } },
    context = { only = { "refactor.extract" }, diagnostics = {} },
    filter = function(action)
      return action.title:find("variable", 1, true) ~= nil
    end,
  })
  check("a variable is extracted, and then named", function()
    local lines = vim.api.nvim_buf_get_lines(script, 3, 5, false)
    return vim.deep_equal(lines, { "bend = sin(0.5);", "radius = 1 + bend;" }), lines
  end)
  vim.ui.input = input
  vim.bo[script].modified = false

  -- A page with scripts, and one without.
  local page = open(root .. "/tests/applets/wave.html")
  check("the server attaches to a page with scripts", function()
    return attached(page)
  end)
  check("highlighting inside the page", function()
    cursor_at("colorplot(")
    local position = vim.fn.getpos(".")
    local name = vim.fn.synIDattr(vim.fn.synID(position[2], position[3], 1), "name")
    return name == "cindyscriptFunction", name
  end)
  check("inlay hints in the page", function()
    return #vim.lsp.inlay_hint.get({ bufnr = page }) > 0
  end)
  check("formatting a page whose style is ours changes nothing, with Neovim's own options", function()
    local before = vim.api.nvim_buf_get_lines(page, 0, -1, false)
    vim.bo[page].expandtab, vim.bo[page].shiftwidth, vim.bo[page].tabstop = false, 8, 8
    vim.lsp.buf.format({ timeout_ms = 5000 })
    return vim.deep_equal(vim.api.nvim_buf_get_lines(page, 0, -1, false), before), vim.api.nvim_buf_get_lines(page, 0, -1, false)
  end, 0)
  check("the page has no errors", function()
    return #errors(page) == 0, errors(page)
  end)
  local strings = open(fixtures .. "strings.html")
  check("the server attaches to a page whose script is a string", function()
    return attached(strings) and #errors(strings) == 1, errors(strings)
  end)
  local bare = open(fixtures .. "page.html")
  vim.wait(500)
  check("a page without scripts is left alone", function()
    return #clients(bare) == 0
  end, 0)

  -- What is asked for in a page of two scripts.
  local two = open(fixtures .. "two.html")
  check("the server attaches to a page of two scripts", function()
    return attached(two) and #vim.lsp.inlay_hint.get({ bufnr = two }) > 0
  end)
  local function lines_with(text)
    return #vim.tbl_filter(function(line)
      return line:find(text, 1, true)
    end, vim.api.nvim_buf_get_lines(two, 0, -1, false))
  end
  check("a lens says how often a function is used, and leads there", function()
    vim.api.nvim_win_set_cursor(0, { 5, 0 })
    local lenses = vim.lsp.codelens.get(vim.fn.has("nvim-0.12") == 1 and { bufnr = two } or two)
    local titles = vim.tbl_map(function(lens)
      lens = lens.lens or lens
      return lens.command and lens.command.title
    end, lenses)
    if not vim.tbl_contains(titles, "1 reference") then
      return false, titles
    end
    vim.lsp.codelens.run()
    vim.wait(2000, function()
      return vim.api.nvim_win_get_cursor(0)[1] == 9
    end, 20)
    return vim.api.nvim_win_get_cursor(0)[1] == 9, { titles, vim.api.nvim_win_get_cursor(0) }
  end)
  cursor_at("half(|")
  vim.lsp.buf.definition()
  check("the definition is in another script", function()
    return vim.api.nvim_win_get_cursor(0)[1] == 5, vim.api.nvim_win_get_cursor(0)
  end)
  check("references are listed, those of the other script as well", function()
    vim.fn.setqflist({}, "r")
    cursor_at("half(|")
    vim.lsp.buf.references()
    vim.wait(2000, function()
      return #vim.fn.getqflist() > 0
    end, 20)
    local lines = vim.tbl_map(function(item)
      return item.lnum
    end, vim.fn.getqflist())
    vim.cmd.cclose()
    return vim.deep_equal(lines, { 5, 9 }), lines
  end, 0)
  if vim.lsp.foldexpr then
    check("a script is folded where the server says", function()
      vim.wo.foldmethod, vim.wo.foldexpr = "expr", "v:lua.vim.lsp.foldexpr()"
      local first
      vim.wait(2000, function()
        vim.cmd("silent! normal! zM")
        first = { vim.fn.foldclosed(6), vim.fn.foldclosedend(6) }
        return first[1] > 0
      end, 50)
      vim.cmd("silent! normal! zR")
      vim.wo.foldmethod, vim.wo.foldexpr = "manual", "0"
      -- The element is closed in a line of its own, which stays.
      return vim.deep_equal(first, { 4, 6 }), first
    end, 0)
  end
  if vim.lsp.document_color then
    check("colours are painted", function()
      vim.cmd.redraw()
      local seen = {}
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(two, -1, 0, -1, { details = true })) do
        local group = mark[4].hl_group
        table.insert(seen, group and vim.api.nvim_get_hl(0, { name = group }).bg)
      end
      return vim.tbl_contains(seen, 0xff8000) or vim.tbl_contains(seen, 0xff7f00), seen
    end)
  end
  cursor_at("half(|")
  vim.lsp.buf.rename("middle")
  check("a name is renamed in both scripts", function()
    return lines_with("middle(") == 2 and lines_with("half") == 0, vim.api.nvim_buf_get_lines(two, 0, -1, false)
  end)
  check("a completion is accepted", function()
    cursor_at("size = 3;")
    vim.bo[two].omnifunc = "v:lua.vim.lsp.omnifunc"
    vim.cmd("normal! osi")
    -- A person would see the menu, and press a key.
    local line, tries = vim.fn.line("."), 0
    local timer = assert(vim.uv.new_timer())
    timer:start(20, 20, vim.schedule_wrap(function()
      tries = tries + 1
      if vim.fn.pumvisible() == 1 or vim.fn.getline(line) ~= "  si" or tries > 200 then
        timer:stop()
        vim.api.nvim_feedkeys(vim.keycode("<C-y><Esc>"), "n", false)
      end
    end))
    vim.api.nvim_feedkeys(vim.keycode("A<C-x><C-o>"), "nx!", false)
    local text = vim.fn.getline(line)
    vim.cmd.delete()
    return text == "  size", text
  end, 0)
  check("signature help", function()
    cursor_at("middle(|", 7)
    if floats() == "" then
      vim.lsp.buf.signature_help()
      vim.wait(1000, function()
        return floats() ~= ""
      end, 20)
    end
    return floats():find("middle(x", 1, true), floats()
  end)
  vim.lsp.buf.format({ timeout_ms = 5000 })
  check("the scripts of a page are formatted", function()
    return lines_with("middle(x) := x / 2;") + lines_with("middle(x) := x/2;") == 1,
      vim.api.nvim_buf_get_lines(two, 0, -1, false)
  end)
  vim.bo[two].modified = false

  dofile(root .. "/tests/editors/numbers.lua")(check)

  local created = vim.fn.tempname() .. "/rings.html"
  vim.fn.mkdir(vim.fs.dirname(created), "p")
  vim.cmd("CindyNew rings " .. created)
  check("a new applet is a sound page with the name of its file", function()
    local buffer = vim.api.nvim_get_current_buf()
    local title = vim.api.nvim_buf_get_lines(buffer, 4, 5, false)[1]
    return vim.api.nvim_buf_get_name(buffer) == created
      and title:find("<title>rings</title>", 1, true)
      and attached(buffer)
      and #vim.lsp.inlay_hint.get({ bufnr = buffer }) > 0
      and #vim.diagnostic.get(buffer) == 0,
      { title, vim.diagnostic.get(buffer) }
  end)
  check("the cursor is in the script that draws", function()
    local line = vim.api.nvim_get_current_line()
    return line:find("Runs for every picture", 1, true), line
  end, 0)
  notices = {}
  vim.cmd("Cindy new rings " .. created)
  check("a file that is there stays, and a short message says so", function()
    return vim.deep_equal(notices, { "rings.html exists: name another file, :CindyNew rings FILE" }), notices
  end, 0)
  check("`:CindyNew` promises the text alone", function()
    return vim.api.nvim_get_commands({}).CindyNew.definition:find("open its text", 1, true)
  end, 0)
  check("without a kind, the user chooses one", function()
    local offered
    local select = vim.ui.select
    vim.ui.select = function(items, options, done)
      offered = vim.tbl_map(options.format_item, items)
      done(items[2])
    end
    local file = vim.fs.dirname(created) .. "/mine.html"
    local fine, err = pcall(vim.cmd, "CindyNew " .. file)
    vim.ui.select = select
    local text = fine and table.concat(vim.fn.readfile(file), "\n") or err
    return #offered == 5 and text:find("p(z) :=", 1, true), { offered, text }
  end, 0)
  check("`:Cindy` completes subcommands, kinds and files", function()
    local seen = {}
    for _, line in ipairs({ "Cindy ", "Cindy re", "Cindy new r", "Cindy new rings " .. created:sub(1, -3), "Cindy reference " }) do
      table.insert(seen, vim.fn.getcompletion(line, "cmdline"))
    end
    local problem = { lnum = vim.fn.line(".") - 1, col = 0, message = "a problem", code = "missing-operand" }
    local namespace = vim.api.nvim_create_namespace("test")
    vim.diagnostic.set(namespace, 0, { problem })
    local sections = vim.fn.getcompletion("Cindy reference m", "cmdline")
    vim.diagnostic.reset(namespace, 0)
    return vim.deep_equal(sections, { "missing-operand" })
      and #seen[1] == 12
      and vim.deep_equal(seen[2], { "reference", "restart" })
      and vim.list_contains(seen[3], "rings")
      and vim.list_contains(seen[3], "raymarcher")
      and vim.deep_equal(seen[4], { created })
      and vim.deep_equal(seen[5], { "types" }),
      seen
  end, 0)
  check("a mapping of the user's own runs each command", function()
    local missing = {}
    for name in vim.iter({ "new", "preview", "close", "restart", "draw", "output", "reference", "latency", "explain" }) do
      if vim.fn.maparg(("<Plug>(cindyscript-%s)"):format(name), "n") == "" then
        table.insert(missing, name)
      end
    end
    return #missing == 0, missing
  end, 0)
  check("such as that for the output", function()
    local before = vim.api.nvim_get_current_win()
    vim.keymap.set("n", "<Space>o", "<Plug>(cindyscript-output)")
    vim.api.nvim_feedkeys(vim.keycode("<Space>o"), "xm", false)
    local name = vim.api.nvim_buf_get_name(0)
    vim.api.nvim_win_close(0, true)
    vim.api.nvim_set_current_win(before)
    return name == "cindyscript://output", name
  end, 0)
  check("`:Cindy` names what it does not know", function()
    notices = {}
    vim.cmd("Cindy prewiew")
    vim.cmd("Cindy preview now")
    return notices[1]:find("no `:Cindy prewiew`, but close, draw", 1, true) and notices[2]:find("takes nothing", 1, true), notices
  end, 0)
  check("`:Cindy` alone offers all of it", function()
    local offered
    local select = vim.ui.select
    vim.ui.select = function(items, options)
      offered = vim.tbl_map(options.format_item, items)
    end
    local fine, err = pcall(vim.cmd, "Cindy")
    vim.ui.select = select
    return fine and #offered == 12 and offered[1]:find("Close the preview", 1, true), { err, offered }
  end, 0)
  check("an option that does not exist is named, also within another", function()
    local seen = {}
    for _, options in ipairs({ { colour = 1 }, { inlay_hints = { vales = true } }, { code_lens = { functions = 1 } } }) do
      local _, err = pcall(require("cindyscript").setup, options)
      table.insert(seen, tostring(err))
    end
    return seen[1]:find("no option 'colour'", 1, true)
      and seen[2]:find("no option 'inlay_hints.vales'", 1, true)
      and seen[3]:find("'code_lens.functions' is a boolean, not a number", 1, true),
      seen
  end, 0)

  -- A page that gets its first script while it is edited.
  local growing = open(vim.fn.tempname() .. ".html")
  vim.api.nvim_buf_set_lines(growing, 0, -1, false, { '<script type="text/x-cindyscript">', "radius = 1.5;", "</script>" })
  vim.cmd("silent write")
  check("the server attaches to a page when it gets a script", function()
    return attached(growing)
  end)

  -- Shutting down in order.
  local running = clients()
  for _, client in ipairs(running) do
    if vim.fn.has("nvim-0.11") == 1 then
      client:stop()
    else
      client.stop()
    end
  end
  check("the server ends when asked", function()
    return #running > 0 and #clients() == 0
  end)
end

local ok, err = pcall(run)
if not ok then
  io.stderr:write(tostring(err), "\n")
end
io.stdout:write(("%d passed, %d failed\n"):format(passed, failed))
vim.cmd(ok and failed == 0 and "qall!" or "cquit 1")
