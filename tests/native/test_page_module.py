"""Modules made for pages: texts, pieces, values, scores and dice are those of the reference interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from generated import Made, by_number, examples, games
from hypothesis import assume, given
from hypothesis import strategies as st
from page_module import PageModule, played_alike, signed
from playing import load
from sample import daily, rulesets

from gdl import library
from interpreter import Game
from interpreter.graph.chance import Chance, seed_key
from interpreter.native.compile import compile_model
from interpreter.native.module.emitter import Unsupported

TESTS = Path(__file__).parents[1]
OWN = sorted(TESTS.glob("rulesets/*.gdl"))
SLOW = ("go", "crazyhouse")
TEXTS = """
game "Texts"

players White, Black
board grid(3, 3)
pieces man of player

game has number: 0..40 = 0
game has last: site?
game has passed: set of player

define word(n) = "even" when n % 2 = 0 otherwise "odd"

setup
  put man of White on a1

turn
  choose s in empty, t in 0..2
      as "{s}{t}{last}{letter(t + 1)}{capital(t + 2)}{empty & row(1)}{number - 3}{me}{some theirs}{passed}{word(t)}"
  put man of me on s
  passed = {me} when t = 0 otherwise player
  last = s when t > 0
  number = number + 1

end
  draw if stuck
"""


@pytest.mark.parametrize("name", rulesets())
def test_what_ships(name: str) -> None:
    for seed in (1, 2):
        played_alike(load(name), seed, 6 if name in SLOW else 25)


@pytest.mark.deep
@pytest.mark.parametrize("name", library.names())
def test_what_ships_to_the_end(name: str) -> None:
    for seed in range(10):
        played_alike(load(name), seed, 300)


def test_texts_of_all_kinds(tmp_path: Path) -> None:
    """Sites, numbers below zero, letters, sets, truths, what may be missing, one of two texts."""
    path = tmp_path / "texts.gdl"
    path.write_text(TEXTS)
    for seed in range(5):
        assert played_alike(Game.load(path), seed, 30) > 5


@pytest.mark.parametrize("path", daily(OWN, 4), ids=lambda path: path.stem)
def test_rulesets_of_the_tests(path: Path) -> None:
    played_alike(Game.load(path), 4, 12)


@examples(15)
@given(made=games(), seed=st.integers(0, 2**32))
def test_generated_rulesets(made: Made, seed: int) -> None:
    try:
        played_alike(made.game, seed, 20)
    except Unsupported as why:
        assert str(why)
        assume(False)


@pytest.mark.parametrize("number", range(8, 16))
def test_numbered_rulesets(number: int) -> None:
    made = by_number(number)
    if made is not None:
        try:
            played_alike(made.game, number, 20)
        except Unsupported as why:
            assert str(why)


@pytest.mark.parametrize("seed", [0, 7, 2**63, 2**64 + 5])
def test_dice_are_those_of_the_seed(seed: int) -> None:
    call = PageModule(load("pig")).call
    key, left = 0, seed
    while True:  # as pages do it, word by word
        key, left = call("page_seed", key, signed(left & 2**64 - 1)), left >> 64
        if not left:
            break
    assert key == signed(seed_key(seed))
    for ply in (0, 1, 99):
        assert call("page_draw", key, 3, ply, 6) == Chance(seed, 3).pick(6, ply)
        assert call("page_bits", key, 3, 2, ply) == signed(Chance(seed, 3, 2).bits(ply))


def test_other_modules_stay_as_they_are() -> None:
    functions = [f.name for f in compile_model(load("sparks").model).module.functions]
    assert not {"written", "scored", "decided", "page_show", "page_decided"} & {*functions}


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [
        ("tictactoe", {}, "a1 b1 a2 b2 a3"),
        ("connect_four", {}, "a b b c d c c d e d d"),
        ("hex", {"size": 3, "swap": False}, "b2 a1 c2 a2 b3 a3 b1"),
        ("quarto", {}, "TDRH a1 TDRF b1 TDQH c1 TLQF d1"),
        ("chess", {}, "f3 e5 g4 Qh4#"),
        ("chess", {}, "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"),  # stalemate
    ],
)
def test_what_decided_is_the_same(name: str, options: dict[str, Any], moves: str) -> None:
    module, state = PageModule(Game.load(name, **options)), Game.load(name, **options).start()
    module.call("page_start", signed(seed_key(0)), 0)
    for text in moves.split():
        move = state.parse(text)
        module.call("page_play", [way.text for way in state.ways].index(move.text))
        state = state.play(move)
    assert state.is_over
    assert sorted(module.decided()) == sorted(state.view(None).winning)
