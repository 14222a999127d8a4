"""Conditions that look ahead at what breaks a rule: it is broken where the condition is asked for, and only there."""

from __future__ import annotations

from itertools import product

import pytest
from sample import daily

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "Men"

players Black, White
board grid(3, 3)
pieces man of player
game has tick: 0..5 = 3
game has left: 0..5 = 2

setup
  put man of Black on a1
  put man of White on c3

turn
{turn}

end
  win me if no theirs
  draw if tick = 5
"""
BREAKS = "(after left -= tick: true)"
NOT_ASKED = [
    f"some x in theirs & row(2) where {BREAKS}",
    f"some x in theirs & row(2), y in mine where {BREAKS}",
    f"some x in theirs, y in x.adjacent & mine where {BREAKS} and x in mine",
    f"count({{x in theirs & row(2) where {BREAKS}}}) = 1",
    f"some x in theirs where {BREAKS} and x in row(1)",
    f"{BREAKS} and tick = 2",
    f"{BREAKS} and some theirs & row(2)",
    f"tick = 3 and {BREAKS} and not tick = 3",
    f"{BREAKS} and some (mine.adjacent through empty) & theirs & row(2)",
    f"(not {BREAKS} or count(mine) > 0) and b2 in mine",
]
ASKED = [
    f"some x in theirs where {BREAKS}",
    f"tick = 3 and {BREAKS}",
    f"some x in theirs, y in empty where y = b2 and {BREAKS}",
]
SHAPES = {
    "if": "  choose s in empty\n  put man of me on s\n  if {0}\n    tick = 4",
    "decision": "  choose s in empty where ({0}) or s.r > 0\n  put man of me on s",
    "decision for two": "  choose s in empty, t in mine where (({0}) or s.r > 0) and s != t\n  put man of me on s",
    "loop": "  choose s in empty\n  put man of me on s\n  for z in mine where {0}\n    tick = 4",
    "value": "  choose s in empty\n  put man of me on s\n  tick = 4 when {0} otherwise 3",
}


def played(condition: str, shape: str) -> None:
    """The first options, and a ply if that comes to the condition, by the reference, and games on both backends."""
    game = Game.parse(RULES.format(turn=SHAPES[shape].format(condition)), backend="reference")
    start = game.start()
    assert start.moves
    if "decision" not in shape:
        start.play(start.moves[0])
    both_backends(game, seed=1, plies=6, games=2, longest=8)


@pytest.mark.parametrize(("shape", "condition"), daily(product(SHAPES, NOT_ASKED), 4))
def test_what_is_not_asked_for_breaks_nothing(condition: str, shape: str) -> None:
    played(condition, shape)


@pytest.mark.parametrize(("shape", "condition"), daily(product([s for s in SHAPES if "decision" not in s], ASKED), 4))
def test_what_is_asked_for_does(condition: str, shape: str) -> None:
    with pytest.raises(Exception, match="`left` would become -1"):
        played(condition, shape)


@pytest.mark.parametrize(("shape", "condition"), daily(product(SHAPES, ASKED), 4))
def test_both_backends_say_so(condition: str, shape: str) -> None:
    game = Game.parse(RULES.format(turn=SHAPES[shape].format(condition)), backend="reference")
    both_backends(game, seed=1, plies=6, games=2, longest=8)
