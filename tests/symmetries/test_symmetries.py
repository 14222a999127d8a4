"""Symmetries found from rules: those that boards and pieces have by all books, and none that one small rule breaks."""

from __future__ import annotations

import pytest
from playing import load
from sample import rulesets

from interpreter import Game
from interpreter.players.symmetries import Symmetry, apparent, proven
from interpreter.players.symmetries.candidates import automorphisms, candidates, forms

MEN = """
game "Men"
players White, Black
board grid(4, 4)
pieces man of player
{more}
setup
  put man of White on row(1)
  put man of Black on row(4)
turn
  {turn}
end
  {end}
"""
PLAIN = {
    "more": "define a.ahead = a.{NW, N, NE} when me = White otherwise a.{SW, S, SE}",
    "turn": "choose a in mine, b in a.ahead - mine\n  move a to b",
    "end": "win me if some mine & row(4 when me = White otherwise 1)\n  draw if stuck",
}


def men(**changed: str) -> Game:
    return Game.parse(MEN.format(**{**PLAIN, **changed}))


def seen(game: Game, symmetries: list[Symmetry]) -> set[tuple[bool, str]]:
    """Whether players are exchanged, and where a2 goes."""
    return {(s.exchanges, s.site(game.model, "a2")) for s in symmetries}


ALL = {(False, "a2"), (False, "d2"), (True, "a3"), (True, "d3")}


def test_men_that_march() -> None:
    """Left and right are alike; and who sees the board from the other side plays the other's part."""
    game = men()
    assert seen(game, apparent(game)) == seen(game, proven(game.model)) == ALL


@pytest.mark.parametrize(
    ("changed", "left"),
    [
        # one direction less, for both or for one
        ({"more": "define a.ahead = a.{NW, N} when me = White otherwise a.{SW, S}"}, {(False, "a2"), (True, "a3")}),
        ({"more": "define a.ahead = a.{NW, N, NE} when me = White otherwise a.{SW, S}"}, {(False, "a2")}),
        # one square where nobody may go, or that wins
        ({"turn": "choose a in mine, b in a.ahead - mine - c2\n  move a to b"}, {(False, "a2")}),
        ({"turn": "choose a in mine, b in a.ahead - mine - {b2, c2}\n  move a to b"}, {(False, "a2"), (False, "d2")}),
        ({"end": "win me if some mine & {a4}\n  draw if stuck"}, {(False, "a2")}),
        # one player takes, the other doesn't
        ({"turn": "choose a in mine, b in a.ahead - mine where me = White or b in empty\n  move a to b"},
         {(False, "a2"), (False, "d2")}),
        # one player wins by taking, too
        ({"end": "win me if some mine & row(4 when me = White otherwise 1) or me = White and count(theirs) < 4\n"
                 "  draw if stuck"}, {(False, "a2"), (False, "d2")}),
        # an order of files
        ({"turn": "choose a in mine, b in a.ahead - mine where b.c = max(s.c for s in a.ahead - mine)\n  move a to b"},
         {(False, "a2"), (True, "a3")}),
        # what happens on one square alone
        ({"turn": "choose a in mine, b in a.ahead - mine\n  move a to b\n  remove a3 if b = b3"}, {(False, "a2")}),
    ],
)  # fmt: skip
def test_one_small_rule_breaks_it(changed: dict[str, str], left: set[tuple[bool, str]]) -> None:
    game = men(**changed)
    assert seen(game, apparent(game, positions=400)) == left
    assert seen(game, proven(game.model)) <= left


def test_a_loop_in_an_order_that_matters() -> None:
    """Each man in turn steps to the right, if there is room: from the left on they go otherwise than from the right."""
    turn = "choose a in mine, b in a.ahead - mine\n  move a to b\n  for s in mine\n    move s to s.E if s.E in empty"
    game = men(turn=turn)
    assert seen(game, proven(game.model)) <= {(False, "a2")}


def test_a_right_that_is_lost() -> None:
    """Like castling: the men of one corner may jump, as long as they haven't moved."""
    more = PLAIN["more"] + "\ngame has fresh: set of site = {a1, a4}"
    turn = ("choose a in mine, b in a.ahead + (a & fresh).ahead.ahead - mine\n  move a to b\n"
            "  fresh = fresh - a - b")  # fmt: skip
    game = men(more=more, turn=turn)
    found = seen(game, apparent(game))
    assert (True, "a3") in found
    assert seen(game, proven(game.model)) <= found


# ---- what ships ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "exchanging", "still"),
    [("tictactoe", 8, 8), ("go", 0, 8), ("reversi", 8, 8), ("connect_four", 2, 2), ("breakthrough", 2, 2),
     ("kalah", 1, 1), ("oware", 1, 1), ("backgammon", 1, 1), ("nine_mens_morris", 16, 16), ("dobutsu", 2, 2),
     ("sparks", 8, 8), ("peg_solitaire", 0, 8)],
)  # fmt: skip
def test_as_the_books_say(name: str, exchanging: int, still: int) -> None:
    """Boards' reflections and turns; Nine Men's Morris with inside and outside exchanged as well (R. Gasser, "Solving
    Nine Men's Morris", 1996: sixteen). Komi makes Go's players unlike."""
    game = load(name)
    found = apparent(game)
    assert len([s for s in found if s.exchanges]) == exchanging
    assert len([s for s in found if not s.exchanges]) == still
    assert set(proven(game.model)) == set(found)


def test_chess() -> None:
    """Colours exchanged with the ranks turned over; the sides of king and queen only in their images."""
    game = load("chess")
    found = seen(game, apparent(game, positions=60))
    assert {(False, "a2"), (True, "a7")} <= found
    assert (True, "a2") not in found


def test_hex() -> None:
    """Half a turn; and a reflection that exchanges the players' edges, unless one alone may take over a stone."""
    plain = load("hex", size=4, swap=False)
    assert [s.exchanges for s in apparent(plain)].count(True) == 2
    assert len(apparent(load("hex", size=4))) == 2


@pytest.mark.parametrize("name", rulesets())
def test_what_is_proven_shows(name: str) -> None:
    """Nothing is proven that play speaks against; and both are groups."""
    game = load(name)
    found = proven(game.model)
    assert found[0].is_identity
    assert {one.then(other) for one in found for other in found} == set(found)
    assert set(found) <= set(apparent(game, positions=25))


# ---- boards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number"), [("tictactoe", 8), ("hex", 4), ("havannah", 12), ("y", 6), ("chinese_checkers", 12)]
)
def test_forms_of_boards(name: str, number: int) -> None:
    board = load(name).model.board
    assert board is not None
    assert len(set(forms(board))) == number


def test_graphs() -> None:
    ring = tuple((i - 1 & 7, i + 1 & 7) for i in range(8))
    assert len(list(automorphisms(ring))) == 16
    assert len(list(automorphisms(((1,), (0, 2), (1,))))) == 2
    morris = load("nine_mens_morris").model.board
    assert morris is not None
    assert len(list(automorphisms(morris.neighbours))) == 16


def test_there_is_always_the_identity() -> None:
    for name in ("pig", "quarto", "fire_and_ice"):
        assert candidates(load(name).model)[0].is_identity
