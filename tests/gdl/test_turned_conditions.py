"""A condition that one belongs to what another reaches is asked the other way round: the other ranges over fewer."""

import pytest
import unfolded

from gdl.model import statements as m
from gdl.model.build import TRUE
from gdl.model.nodes import Expr
from gdl.passes import fold
from gdl.text.source import Source
from interpreter import Game

TEXT = """game "Steps"

players White, Black
board {board}
pieces stone of player

setup
  put stone of White on a1
  put stone of Black on c3

turn
  choose {choose}
  move a to b

end
  lose next if stuck

looks
  stone of White "W"
  stone of Black "B"
"""
CONDITIONS = {
    "a set of a site": "a in mine, b in empty where a in b.adjacent",
    "a set that isn't the same both ways": "a in mine, b in empty where a in b.{N, E}",
    "two names before": "a in mine, d in compass, b in empty where a in b.{N, SE} and d in orthogonal",
    "not": "a in mine, b in empty where not a in b.adjacent",
    "a step that may leave the board": "a in mine, c in empty, b in empty where c in b.adjacent and a in c.{N}",
    "in the middle": "a in mine, b in empty, c in empty where a in b.adjacent and b in c.leap",
}


def asked(game: Game) -> Expr:
    """The condition of a game's only decision."""
    (decision,) = (s for s in m.walk(game.model.turn) if isinstance(s, m.Choose))
    return decision.where


@pytest.mark.parametrize("choose", CONDITIONS.values(), ids=CONDITIONS)
def test_options_are_the_same(choose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a checker that plans nothing; tables of pairs are refused, which small boards would have instead."""
    monkeypatch.setattr(fold, "MAX_ENTRIES", 150)
    text = TEXT.format(board="grid(4, 5)", choose=choose)
    plain, planned = unfolded.of(Source("steps.gdl", text)), Game.parse(text)
    assert asked(plain) is not TRUE
    slow, quick = plain.start(), planned.start()
    for _ in range(12):
        moves = [str(move) for move in slow.moves]
        assert [str(move) for move in quick.moves] == moves
        if not moves:
            break
        slow, quick = (state.play(moves[len(moves) // 2]) for state in (slow, quick))


@pytest.mark.parametrize(
    "choose", [CONDITIONS["a set of a site"], CONDITIONS["a set that isn't the same both ways"], CONDITIONS["not"]]
)
def test_nothing_is_left_to_be_asked(choose: str) -> None:
    """On a board that is too large for a table of pairs."""
    assert asked(Game.parse(TEXT.format(board="grid(15, 15)", choose=choose))) is TRUE
