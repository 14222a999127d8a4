"""The language server in Neovim itself, without a screen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from patience import HANGS

NVIM = shutil.which("nvim")
TEXT = """game "In Neovim – 🎲"

players White, Black
board grid(3, 3)
pieces stone of player

turn
  choose s in emty
  put   stone of me on s

end
  win me if some line in lines(3) where line within mine
  draw if no empty
"""


@pytest.mark.skipif(NVIM is None, reason="Neovim isn't installed")
def test_neovim_shows_fixes_explains_renames_and_formats(tmp_path: Path) -> None:
    assert NVIM is not None
    file, answers = tmp_path / "my gäme.gdl", tmp_path / "answers.json"
    file.write_text(TEXT, encoding="utf-8")
    script = Path(__file__).with_name("nvim.lua")
    server = "\n".join([sys.executable, "-m", "cli.main", "lsp"])
    home = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [NVIM, "--headless", "--clean", "-n", "-c", f"luafile {script}", "-c", "cquit"],
        check=False, timeout=HANGS, capture_output=True, text=True,
        env={**os.environ, **home, "GDL_FILE": str(file), "GDL_ANSWERS": str(answers), "GDL_SERVER": server},
    )  # fmt: skip
    if re.search(r"attempt to call field '(start_client|formatting_sync)'", done.stderr):
        pytest.skip("this Neovim calls them otherwise")
    assert answers.exists(), done.stderr
    said = json.loads(answers.read_text(encoding="utf-8"))
    assert any(line.startswith("N201: nothing is called `emty` here") for line in said["diagnostics"])
    assert said["after"] == 0
    assert "nothing stands" in said["hover"]
    assert said["definition"].endswith("/prelude/basics.gdl")
    assert said["completion"] > 10
    assert "  choose spot in empty\n  put stone of me on spot\n" in said["text"]
