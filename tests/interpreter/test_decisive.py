"""What decided a game: the line of the rules, and the row, chain or king that witnesses it, as on rule sheets."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.game.rules import Backend


def played(name: str, moves: str, **options: Any) -> State:
    """The state after these moves."""
    state = Game.load(name, **options).start(1)
    for move in moves.split():
        state = state.play(move)
    return state


LINE = "win me if some line in lines(k) where line within mine"
FIVE = "win me if some five in lines(5) where five within mine and (overline or not longer(five))"
ROW = "win me if some row in lines(line) where row within mine"
SMALL = {"size": 3, "swap": False}
Y_ = "win me if some s in base & mine where no side in sides where no s.group(mine) & side"
HAVANNAH = "win me if bridge(chain)"

# name, moves, options, the sites, the rule
ENDS = [
    ("tictactoe", "a1 b1 a2 b2 a3", {}, "a1 a2 a3", LINE),
    ("tictactoe", "a1 b1 c1 b3 a3 a2 c3 c2 b2", {}, "a1 b2 c3 a3 c1", LINE),  # one stone, two rows
    ("tictactoe", "a1 a2 a3 b2 b1 b3 c2 c1 c3", {}, "", "draw if no empty"),
    ("connect_four", "a b a b a b a", {}, "a1 a2 a3 a4", ROW),
    ("connect_four", "a b b c d c c d e d d", {}, "a1 b2 c3 d4", ROW),
    ("pop_out", "a b a b a b a", {}, "a1 a2 a3 a4", "win me if me.lined"),
    ("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4 l8", {}, "h8 i8 j8 k8 l8", FIVE),
    ("gomoku", "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8", {}, "h8 i8 j8 k8 l8 m8", FIVE),  # six are two fives
    ("hex", "b2 a1 c2 a2 b3 a3 b1", SMALL, "b1 b2 b3 c2", "win me if some chain"),  # the whole chain
    ("hex", "b3 a2 a1 b2 c3 c2", SMALL, "a2 b2 c2", "win me if some chain"),
    ("y", "a1 a2 b1 b2 c1", SMALL, "a1 b1 c1", Y_),
    ("havannah", "d1 d4 c1 e4 b1 f4 a1", {"size": 4, "swap": False}, "a1 b1 c1 d1", HAVANNAH),
    ("pentago", "a1 AL d6 AL b1 AL e6 AL c1 AL f6 AL d1 AL d5 AL e1", {}, "a1 b1 c1 d1 e1", "win me if me.five"),
    ("quarto", "TDRH a1 TDRF b1 TDQH c1 TLQF d1", {}, "a1 b1 c1 d1", "win me if quarto"),
    ("chess", "f3 e5 g4 Qh4#", {}, "e1", "win me if stuck and next.check"),
    ("king_of_the_hill", "e4 h6 Ke2 h5 Ke3 h4 Kd4", {}, "d4", "win me if some king of me & {d4, e4, d5, e5}"),
]


@pytest.mark.parametrize(("name", "moves", "options", "sites", "rule"), ENDS)
def test_what_decided(name: str, moves: str, options: dict[str, Any], sites: str, rule: str) -> None:
    end = played(name, moves, **options)
    assert end.is_over
    assert end.decisive is not None
    assert set(end.decisive.sites) == set(sites.split())
    assert end.decisive.rule == rule
    assert end.view(None).winning == set(sites.split())


def test_a_condition_that_holds_of_nothing_in_particular_has_no_sites() -> None:
    men = {"man of White": ["a1", "d1", "g4"], "man of Black": ["d7", "b4", "f4"]}
    start = {"pieces": men, "variables": {"hand": {"White": 0, "Black": 0}}}
    end = Game.load("nine_mens_morris").position(start).play("g4-g1").play("xd7")
    assert end.decisive is not None
    assert end.decisive.sites == ()
    assert end.decisive.rule == "win me if next.left < 3"


def test_a_game_that_goes_on_has_not_been_decided() -> None:
    state = played("tictactoe", "a1 b1 a2")
    assert state.decisive is None
    assert state.view("O").winning == frozenset()


def test_an_end_read_back_from_a_file_has_the_same_witnesses() -> None:
    end = pickle.loads(pickle.dumps(played("tictactoe", "a1 b1 a2 b2 a3")))
    assert end.decisive.sites == ("a1", "a2", "a3")


def test_a_position_that_is_over_has_its_witnesses() -> None:
    stones = {"stone of X": ["a1", "b2", "c3"], "stone of O": ["a2", "a3"]}
    end = Game.load("tictactoe").position({"to move": "O", "pieces": stones})
    assert end.is_over
    assert end.view(None).winning == {"a1", "b2", "c3"}


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_both_backends_are_decided_by_the_same(backend: Backend) -> None:
    state = Game.load("chess", backend=backend).start()
    for move in ("f3", "e5", "g4", "Qh4"):
        state = state.play(move)
    assert state.view("White").winning == {"e1"}
