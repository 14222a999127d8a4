"""A study's page on a phone: nothing is wider than its 390 pixels, and nothing must be pushed aside to be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import needs_browser
from sample import daily
from typer.testing import CliRunner

from cli.app import app

pytestmark = needs_browser
WIDTH = 390
TOO_WIDE = """
(width) => [...document.querySelectorAll("body *")]
  .filter((part) => part.getBoundingClientRect().right > width + 1 || part.scrollWidth > width)
  .map((part) => part.tagName + "." + part.getAttribute("class"))
"""


@pytest.fixture(scope="module")
def phone(chromium: Any) -> Any:
    return chromium.new_page(viewport={"width": WIDTH, "height": 844})


@pytest.mark.parametrize("words", daily([["dobutsu", "--search-games", "8", "--strength", "4,8"],
                                         ["tictactoe", "--search-games", "0", "--vary", "m=3..4"]], 2, ()))  # fmt: skip
def test_nothing_is_wider_than_a_phone(words: list[str], phone: Any, tmp_path: Path) -> None:
    file = tmp_path / "study.html"
    result = CliRunner().invoke(app, ["study", *words, "--games", "60", "--html", str(file)])
    assert result.exit_code == 0, result.output
    phone.goto(file.as_uri())
    assert phone.evaluate(TOO_WIDE, WIDTH) == []
