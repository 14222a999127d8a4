"""Files of other kinds, where a ruleset is asked for."""

from __future__ import annotations

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
