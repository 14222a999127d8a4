"""Conditions with `or` narrow what a name ranges over, and mean what they meant."""

import random

import pytest
import unfolded

from gdl.model import statements as m
from gdl.model.build import TRUE
from gdl.model.nodes import Expr, Var
from gdl.passes import fold
from gdl.text.source import Source
from interpreter import Game

TEXT = """game "Either"

players White, Black
board grid(4, 5)
pieces stone of player

turn
  choose {choose}
  put stone of me on a

end
  draw if stuck
"""
NUMBERS = """game "Numbers"

players White, Black
type small = 1..14
game has spent: set of small = {{3}}
game has low:   2..9 = 4

turn
  choose n in 1..12, k in 3..5 where {where}
  spent += {{n}}
  low = k + 1

end
  draw if stuck
"""
ATOMS = [
    "a in mine", "a in empty", "a in b.adjacent", "b in a.{N, E}", "a = b.N", "a != b", "a.r = b.r", "a.r > 2",
    "some a.N", "not a in theirs", "b in a.leap", "some mine & a.adjacent", "a in row(2) + {a1, c4}",
]  # fmt: skip
NUMBER_ATOMS = [
    "n in spent", "n in {2, 4, 11}", "n = k", "n = low", "n > 5", "n + k in 6..9", "not n in spent + {k}",
    "n in low..8",
]  # fmt: skip


def formula(rng: random.Random, atoms: list[str], depth: int = 3) -> str:
    """A condition of some parts joined at random."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(atoms)
    if rng.random() < 0.15:
        return f"not ({formula(rng, atoms, depth - 1)})"
    joined = rng.choice([" and ", " or "]).join(formula(rng, atoms, depth - 1) for _ in range(rng.randint(2, 3)))
    return f"({joined})"


def same_options(text: str, plies: int) -> None:
    """As by a checker that plans nothing, along one game."""
    slow, quick = unfolded.of(Source("either.gdl", text)).start(), Game.parse(text).start()
    for ply in range(plies):
        moves = [str(move) for move in slow.moves]
        assert [str(move) for move in quick.moves] == moves
        if not moves:
            break
        slow, quick = (state.play(moves[ply * 7 % len(moves)]) for state in (slow, quick))


@pytest.mark.parametrize("seed", range(24))
def test_random_conditions_on_sites(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of pairs are refused, which small boards would have instead."""
    monkeypatch.setattr(fold, "MAX_ENTRIES", 150)
    same_options(TEXT.format(choose=f"b in site, a in empty where {formula(random.Random(seed), ATOMS)}"), 6)


@pytest.mark.parametrize("seed", range(24))
def test_random_conditions_on_numbers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of numbers have ranges of their own."""
    monkeypatch.setattr(fold, "MAX_ENTRIES", 10)
    same_options(NUMBERS.format(where=formula(random.Random(seed), NUMBER_ATOMS)), 6)


def asked(choose: str) -> tuple[Expr, Expr]:
    """What the last name of a game's only decision ranges over, on a board too large for a table, and what is asked."""
    text = TEXT.replace("grid(4, 5)", "grid(15, 15)").format(choose=choose)
    (decision,) = (s for s in m.walk(Game.parse(text).model.turn) if isinstance(s, m.Choose))
    return decision.binders[-1][1], decision.where


def test_what_is_a_set_needs_no_condition() -> None:
    """Each way of an `or` says which elements it lets through."""
    _, left = asked("b in site, a in empty where a in b.adjacent and not a in theirs or a = b")
    assert left is TRUE


def test_the_rest_is_asked_of_fewer() -> None:
    """Where a way wants more than a set, the condition stays, and the name ranges over the sets of all ways."""
    plain, _ = asked("b in site, a in empty where some mine & a.adjacent")
    narrowed, left = asked("b in site, a in empty where a in b.leap and some mine & a.adjacent or a in b.adjacent")
    assert left is not TRUE
    assert plain != narrowed
    assert any(isinstance(v, Var) and v.name == "b" for v in narrowed.free)
