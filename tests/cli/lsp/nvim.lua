-- Opens a ruleset in Neovim as its settings in the manual do, asks what an author asks, and writes the answers.
local file, answers = vim.env.GDL_FILE, vim.env.GDL_ANSWERS
local said = {}

local function waited(what)
  return vim.wait(600000, what, 50)
end

local client = vim.lsp.start_client({ name = "gdl", cmd = vim.split(vim.env.GDL_SERVER, "\n"), root_dir = vim.fn.fnamemodify(file, ":h") })
vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(buffer, client)

local function place(text, behind)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at = line:find(text, 1, true)
    if at then vim.api.nvim_win_set_cursor(0, { number, at - 1 + behind }) return end
  end
end

local function asked(method, more)
  local params = vim.lsp.util.make_position_params()
  for key, value in pairs(more or {}) do params[key] = value end
  local found = vim.lsp.buf_request_sync(buffer, method, params, 600000) or {}
  for _, answer in pairs(found) do return answer.result end
end

waited(function() return #vim.diagnostic.get(buffer) > 0 end)
said.diagnostics = vim.tbl_map(function(d) return d.code .. ": " .. d.message end, vim.diagnostic.get(buffer))
place("emty", 0)
vim.cmd("normal! ciwempty")
waited(function() return #vim.tbl_filter(function(d) return d.code == "N201" end, vim.diagnostic.get(buffer)) == 0 end)
said.after = #vim.tbl_filter(function(d) return d.code == "N201" end, vim.diagnostic.get(buffer))
place("in empty", 4)
said.hover = asked("textDocument/hover").contents.value
place("mine", 1)
said.definition = asked("textDocument/definition")[1].uri
said.completion = #asked("textDocument/completion").items
place("choose s", 7)
vim.lsp.util.apply_workspace_edit(asked("textDocument/rename", { newName = "spot" }), "utf-16")
vim.lsp.buf.formatting_sync(nil, 600000)
said.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
local out = io.open(answers, "w")
out:write(vim.fn.json_encode(said))
out:close()
vim.lsp.stop_client(client)
vim.cmd("qa!")
