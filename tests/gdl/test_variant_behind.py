"""Variants that do something behind a section of their base: `after setup`, `after turn`, `after end`."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_variant_lines import found, written

from gdl.lint import lint
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends


def codes(path: Path) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for f in lint([Source(str(path), path.read_text())])]


def test_the_set_up_of_the_base_is_overwritten(tmp_path: Path) -> None:
    path = written(tmp_path, "after setup\n  put man of White on d2 + e5\n")
    assert [p.kind for s in ("d2", "e5") for p in Game.load(path).start().pieces(s)] == ["man", "man"]
    before = written(tmp_path, "setup\n  put man of White on d2 + e5\n")
    assert [p.kind for s in ("d2", "e5") for p in Game.load(before).start().pieces(s)] == ["king", "king"]
    assert codes(before) == [("R675", 4)]
    assert codes(written(tmp_path, "setup\n  put man of White on d2 + a1\n")) == []


def test_the_turn_goes_on_behind_all_ways(tmp_path: Path) -> None:
    text = 'or\n  choose "pass"\n\nafter turn\n  choose n in 1..2 as "so {n}"\n'
    path = written(tmp_path, text)
    for backend in ("reference", "native"):
        state = Game.load(path, backend=backend).start()
        assert [m.text for m in state.play("pass").moves] == ["so 1", "so 2"]
        assert [m.text for m in state.play("b2-b3").moves] == ["so 1", "so 2"]
        assert state.play("pass").play("so 1").to_move == "Black"
    assert codes(path) == []


def test_several_levels_in_their_order(tmp_path: Path) -> None:
    path = written(tmp_path, 'after turn\n  choose "one"\n', 'after turn\n  choose "two"\n', 'or\n  choose "pass"\n')
    state = Game.load(path).start()
    for move in ("b2-b3", "one", "two"):
        state = state.play(move)
    assert state.to_move == "Black"
    assert Game.load(path).start().play("pass").to_move == "Black"  # an `or` is another way to all that was there


def test_after_end_comes_last(tmp_path: Path) -> None:
    path = written(tmp_path, "game has over: truth\nafter end\n  draw if some man & row(3)\n")
    assert Game.load(path).start().play("b2-b3").outcomes == {"White": "draw", "Black": "draw"}


def test_both_backends(tmp_path: Path) -> None:
    path = written(tmp_path, "after turn\n  choose s in empty as \"x{s}\"\n  put man of me on s\n")
    assert both_backends(Game.load(path), 1).plies > 5


def test_names_of_the_base_are_not_seen(tmp_path: Path) -> None:
    ((code, line, message, _),) = found(written(tmp_path, "after turn\n  remove b\n"))
    assert (code, line) == ("N201", 4)
    assert "`b`" in message


@pytest.mark.parametrize(
    ("text", "code", "line", "said"),
    [
        ("replace turn\n  choose \"so\"\nafter turn\n  choose \"no\"\n", "O808", 5, "but this ruleset replaces it"),
        ("after turn\n  choose \"a\"\nafter turn\n  choose \"b\"\n", "N203", 5, "declared already"),
        ("after end\n  choose \"a\"\n", "R601", 4, "no decision in end"),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, code: str, line: int, said: str) -> None:
    ((c, at, message, _),) = found(written(tmp_path, text))
    assert (c, at) == (code, line)
    assert said in message


def test_nothing_to_come_behind(tmp_path: Path) -> None:
    path = tmp_path / "alone.gdl"
    path.write_text('game "A"\nplayers A, B\nturn\n  choose "x"\nafter turn\n  choose "y"\nend\n  draw if stuck\n')
    assert [(c, line) for c, line, *_ in found(path)] == [("O808", 5)]
    (tmp_path / "more.gdl").write_text('game "M" extends "alone"\nafter setup\n  next = B\n')
    path.write_text(path.read_text().replace('after turn\n  choose "y"\n', ""))
    assert [(c, line) for c, line, *_ in found(tmp_path / "more.gdl")] == [("O808", 2)]


def test_layout() -> None:
    text = 'game "V" extends "v0"\n\nafter setup\n  put man of White on a1\n\nafter turn\n  choose "so"\n'
    assert formatted(text.replace("\n\nafter turn", "\nafter turn")) == text
