"""Make the picture of `docs/editors.md`: Neovim with our files and the language server, in a terminal of its own.

`python editors/picture.py docs/pictures/neovim.svg` needs Neovim, tmux and the extra `lsp`. What the terminal shows is
written as SVG by Rich.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
COLUMNS, LINES = 124, 22
PATIENCE = 120  # seconds for the server to say what it has found
RULES = """\
game "Hop"  # a small game of jumps
  designer "Somebody"

players White, Black
board grid(6, 6)
pieces man of player

define a.jumps = {a.d^2 for d in orthogonal where a.d in theirs} & empty

setup
  put man of White on row(1) + row(2)
  put man of Black on row(5) + row(6)

turn
  choose a in mien, b in a.adjacent & empty + a.jumps
  move a to b

end
  win me if some mine & row(6)
  lose next if stuck
"""
INIT = """\
set number noshowmode noruler laststatus=0 signcolumn=yes updatetime=200 background=dark
autocmd FileType gdl lua start()
lua << EOF
function start()
  local client = vim.lsp.start_client({{
    name = "gdl", cmd = {{ "{python}", "-m", "cli.main", "lsp" }}, root_dir = "{folder}"
  }})
  vim.lsp.buf_attach_client(0, client)
end
EOF
filetype plugin on
syntax on
highlight SignColumn ctermbg=NONE
highlight NormalFloat ctermbg=237
highlight Conceal ctermbg=NONE
nnoremap <silent> K :lua vim.lsp.buf.hover()<CR>
edit hop.gdl
"""


def shown(folder: Path) -> str:
    """What the terminal shows once the finding and the hover are there, with its colours."""
    (folder / "hop.gdl").write_text(RULES, encoding="utf-8")
    start = INIT.format(python=sys.executable, folder=folder)
    (folder / "init.vim").write_text(start, encoding="utf-8")
    tmux = ["tmux", "-S", str(folder / "socket"), "-f", os.devnull]
    places = {f"XDG_{name}_HOME": str(folder) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    env = {**os.environ, **places, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    vim = shlex.quote(f"set runtimepath^={HERE / 'vim'}")
    command = f"cd {shlex.quote(str(folder))}; exec nvim --clean -n --cmd {vim} -S init.vim"
    subprocess.run([*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), "sh", "-c", command], check=True,
                   env=env)  # fmt: skip
    try:
        _wait(tmux, "■ nothing is called")
        subprocess.run([*tmux, "send-keys", "8Gf.l"], check=True)
        subprocess.run([*tmux, "send-keys", "K"], check=True)
        time.sleep(3)
        return _screen(tmux, "-e")
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


def _wait(tmux: list[str], wanted: str) -> None:
    ends = time.monotonic() + PATIENCE
    while wanted not in _screen(tmux):
        if time.monotonic() > ends:
            raise SystemExit(_screen(tmux))
        time.sleep(0.2)


def _screen(tmux: list[str], *words: str) -> str:
    return subprocess.run([*tmux, "capture-pane", "-p", *words], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        screen = shown(Path(name))
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    console.print(Text.from_ansi(screen), soft_wrap=True)
    picture = console.export_svg(title="hop.gdl – Neovim")
    picture = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", picture, flags=re.DOTALL)  # nothing is fetched
    Path(sys.argv[1]).write_text(picture, encoding="utf-8")
