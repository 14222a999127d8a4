"""Files of other kinds, where a ruleset is asked for."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

import pytest

from gdl import library

SCENARIOS = library.FOLDER / "sparklies" / "scenarios.yaml"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("gdl record: 1\ngame: tictactoe\n", r"the record of a game.* `gdl play --resume .*game\.yaml`"),
        ("gdl observed: 1\ngame: coup\n", r"what a player saw of a game.*`gdl replay"),
        (SCENARIOS.read_text(encoding="utf-8"), r"a file of scenarios.*`gdl test"),
    ],
)
def test_they_are_told_by_their_kind(text: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(library.NotFound, match=what):
        library.read_file(path)


def test_a_ruleset_is_read_whatever_stands_in_it(tmp_path: Path) -> None:
    """Its mistakes are told line by line."""
    path = tmp_path / "game.gdl"
    path.write_text('game "Mine"\nscenarios:\n', encoding="utf-8")
    assert library.read_file(path).text.startswith("game")


def test_standard_input_has_no_name() -> None:
    with pytest.raises(library.NotFound, match="`gdl replay FILE`"):
        library.decode(b"gdl record: 1\n", "<standard input>")


@pytest.mark.parametrize(("mark", "encoding"), [(BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")])
def test_a_ruleset_in_another_encoding_is_told_what_to_do(mark: bytes, encoding: str) -> None:
    """As editors on Windows may save it."""
    with pytest.raises(library.NotFound, match="UTF-16") as told:
        library.decode(mark + 'game "Mine"\n'.encode(encoding), "a.gdl")
    assert "save it as UTF-8" in str(told.value.hint)
