"""Rulesets leave the number of players open, and may name them all; the names of those who don't play are nothing."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

from gdl.bundle.laying import laid
from gdl.index.world import world
from gdl.lint import lint
from gdl.syntax.formatter import format as formatted
from gdl.syntax.parser import parse
from gdl.text.source import Source
from interpreter import Game
from interpreter.errors import LoadError

NAMES = ("Red", "Blue", "Green", "Gold")
CORNERS = """game "Corners"

players 2..4: Red, Blue, Green, Gold
board grid(5, 5)
pieces pawn of player
player has steps: 0..9

define p.home =
  Red:   a1
  Blue:  e5
  Green: a5
  Gold:  e1

setup
  for p in player
    put pawn of p on p.home
  put pawn of Gold on d1
  Gold.steps = 3

turn
  choose a in mine, b in a.adjacent & empty
  move a to b
  me.steps += 1 if me != Gold and me.steps < 9
  if some Green
    next = Green if me = Red

end
  win Gold if c3 in mine and me.steps < 9
  rank p by p.steps if stuck

looks
  pawn of Red   "r"
  pawn of Blue  "b"
  pawn of Green "g"
  pawn of Gold  "o"
"""
UNNAMED = CORNERS.replace(f": {', '.join(NAMES)}", "")
LETTERS = formatted(reduce(lambda text, new: text.replace(*new), zip(NAMES, "ABCD", strict=True), UNNAMED))


def said(text: str) -> list[tuple[str, str, str]]:
    return [(f.code, f.span.text, f.message) for f in lint([Source("corners.gdl", text)])]


@pytest.mark.parametrize(("text", "names"), [(CORNERS, NAMES), (LETTERS, tuple("ABCD"))])
@pytest.mark.parametrize("backend", ["reference", "native"])
def test_as_many_play_as_are_asked_for(text: str, names: tuple[str, ...], backend: str) -> None:
    homes = dict(zip(names, ("a1", "e5", "a5", "e1"), strict=True))
    for number in (2, 3, 4):
        game = Game.parse(text, players=number, backend=backend)
        state, sites = game.start(), [f"{c}{r}" for c in "abcde" for r in range(1, 6)]
        assert game.players == names[:number]
        standing = {site: state.pieces(site)[0].owner for site in sites if state.pieces(site)}
        expected = {home: name for name, home in homes.items() if name in game.players}
        assert standing == (expected | {"d1": names[3]} if number == 4 else expected)
        state = state.play(state.moves[0])
        assert state.to_move == (names[1] if number == 2 else names[2])


def test_by_default_the_fewest_play() -> None:
    assert Game.parse(CORNERS).players == ("Red", "Blue")


@pytest.mark.parametrize("text", [CORNERS, LETTERS])
def test_lint_finds_nothing_wrong(text: str) -> None:
    assert said(text) == []
    assert formatted(text) == text


def test_who_may_be_missing_is_asked_for_first() -> None:
    unasked = CORNERS.replace("  if some Green\n    next = Green", "  next = Green")
    assert [(code, text) for code, text, _ in said(unasked)] == [("T337", "Green")]


@pytest.mark.parametrize(
    ("players", "code", "message"),
    [
        ("2..4: Red, Blue, Green", "P502", "3 names for up to 4 players"),
        ("2..3: Red, Blue, Green, Gold", "P502", "4 names for up to 3 players"),
        ("2..4: Red, Blue, Green, Blue", "N203", "two players are called `Blue`"),
        ("4..2: Red, Blue, Green, Gold", "P502", "4..2 players: use 1 to 26, with the lower number first"),
    ],
)
def test_what_is_wrong_with_names_is_told(players: str, code: str, message: str) -> None:
    found = said(CORNERS.replace("2..4: Red, Blue, Green, Gold", players))
    assert (code, message) in [(one, text) for one, _, text in found]


@pytest.mark.parametrize(
    ("players", "hint"),
    [
        ("2..4 of Red, Blue, Green, Gold", "names of all who may play follow a `:`"),
        ("2..4 Red, Blue, Green, Gold", "names of all who may play follow a `:`"),
        ("Red, Blue, Green, Gold from 2", "begin with how many may play"),
    ],
)
def test_another_way_to_name_them_is_explained(players: str, hint: str) -> None:
    wrong = CORNERS.replace("2..4: Red, Blue, Green, Gold", players)
    assert lint([Source("corners.gdl", wrong)])[0].hint.startswith(hint)


def test_a_name_that_nobody_may_have_is_unknown() -> None:
    found = said(CORNERS.replace("Gold.steps = 3", "Pink.steps = 3"))
    assert [(code, text) for code, text, _ in found] == [("N201", "Pink")]


@pytest.mark.parametrize("players", ["2..3: Red, Blue, Green", "Red, Blue"])
def test_a_variant_may_be_for_fewer(players: str, tmp_path: Path) -> None:
    variant = f'game "Few" extends "corners.gdl"\n\nplayers {players}\n'
    (tmp_path / "corners.gdl").write_text(CORNERS, encoding="utf-8")
    (tmp_path / "few.gdl").write_text(variant, encoding="utf-8")
    assert Game.load(tmp_path / "few.gdl").players == ("Red", "Blue")
    together = laid(Source("few.gdl", variant), Source("corners.gdl", CORNERS))
    assert 'pawn of Blue  "b"' in together
    assert "pawn of Gold  " not in together


@pytest.mark.parametrize("players", ["White, Black", "2..3"])
def test_players_of_other_names_replace_them(players: str, tmp_path: Path) -> None:
    """Then the base's names mean nobody any more, and are told."""
    (tmp_path / "corners.gdl").write_text(CORNERS, encoding="utf-8")
    file = tmp_path / "others.gdl"
    file.write_text(f'game "Others" extends "corners.gdl"\n\nplayers {players}\n', encoding="utf-8")
    with pytest.raises(LoadError, match="there is no player `Red` here"):
        Game.load(file)


def test_editors_know_the_names() -> None:
    assert {"Red", "Gold"} <= world([parse(Source("corners.gdl", CORNERS))]).plain.keys()
