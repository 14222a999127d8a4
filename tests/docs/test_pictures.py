"""The pictures in the README: small, well formed, and what the commands beside them draw today."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from cli.app import app

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
BOARDS = ("backgammon", "chess", "chinese_checkers")
MADE = {
    "sparks.svg": ("replay", str(PICTURES / "sparks.yaml"), "--svg", "-"),
    **{f"{name}.svg": ("show", name, "--seed", "1", "--svg", "-") for name in BOARDS},
}
LARGEST = 150_000


@pytest.mark.parametrize("name", MADE)
def test_a_picture_is_what_its_command_draws(name: str) -> None:
    """If drawing has changed: `python tests/docs/test_pictures.py` draws them anew; look at them."""
    shown = (PICTURES / name).read_text(encoding="utf-8")
    ElementTree.fromstring(shown)
    assert len(shown) < LARGEST
    assert f"docs/pictures/{name}" in (ROOT / "README.md").read_text(encoding="utf-8")
    done = CliRunner().invoke(app, list(MADE[name]))
    assert done.exit_code == 0
    assert done.stdout == shown


if __name__ == "__main__":
    for name, words in MADE.items():
        (PICTURES / name).write_text(CliRunner().invoke(app, list(words)).stdout, encoding="utf-8")
