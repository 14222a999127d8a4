"""What is written differently for C plays the same games as wasmtime does, and is written there indeed.

That wasmtime's games are right is what `test_native_through.py` and `tests/plan/test_vacant.py` ask the reference.
"""

from __future__ import annotations

from itertools import product

import pytest
from c_library import compiler
from sample import daily
from test_native_through import ENDS, SETUPS, TURNS, loaded

from interpreter import Game
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.native.compile import compile_model
from interpreter.native.compiled import PLAYING, Plan
from interpreter.native.host import c_compiler, code_cache
from interpreter.native.host.c_library import Library, source_of
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.instance import Instance
from interpreter.native.host.quicker import random_games
from interpreter.native.plan import report
from interpreter.native.plan.vacant import is_kept, is_set_kept

WAYS = {"what this machine has": "", "other machines": "#undef __BMI2__\n"}
EMPTY = """
game "Empty sites"
players A, B
board {board}
pieces stone of player
game has tick: 0..200
turn
  either
    choose s in empty
    put stone of me on s
  or
    choose a in mine, b in empty as "{{a}} to {{b}}"
    move a to b
  or
    choose "clear" where count(occupied) > 3
    remove {{s in mine where count(s.adjacent & mine) > 1}}
end
  tick += 1
  win me if some s in site where s.adjacent within mine and count(s.adjacent) > 2
  draw if no empty or tick = 90
"""
BOARDS = ("grid(3, 3)", "grid(8, 8)", "grid(9, 9)", "rhombus(11)", "grid(13, 13)", "hexhex(8)", "triangle(12)",
          "grid(15, 16)", "grid(16, 16)", "grid(17, 17)", "grid(19, 19)")  # fmt: skip


def by_c(game: Game, way: str) -> Ready:
    compiler()
    compiled = compile_model(game.model, PLAYING, by_c=True)
    held = c_compiler.compiler().library(WAYS[way] + source_of(compiled.module, "a"))
    return Ready(Plan(game.model), compiled.start, compiled.work, compiled.out, Library(held, "a"))


def same_games(game: Game, way: str) -> None:
    played = [random_games(Instance(code), 60) for code in (by_c(game, way), code_cache.prepare(game.model))]
    assert played[0] == played[1]


@pytest.mark.parametrize(("way", "turn"), daily(product(WAYS, TURNS), 6, core=()))
def test_lines_through_what_was_added_last(turn: str, way: str) -> None:
    game = loaded(size="15, 15", long="4", setup=SETUPS["scattered"], turn=TURNS[turn], end=ENDS["only mine"])
    used = {i[0] for f in compile_model(game.model, PLAYING, by_c=True).module.functions for i in f.code}
    assert "i64.of_table" in used
    same_games(game, way)


@pytest.mark.parametrize(("way", "board"), daily(product(WAYS, BOARDS), 4, core=()))
def test_sets_of_empty_sites(board: str, way: str) -> None:
    """On one to six words: above four, the number of an element less those before some word may be any byte."""
    game = Game.parse(EMPTY.format(board=board))
    layout = Layout(Graph(game.model))
    assert is_kept(layout) and is_set_kept(layout)
    same_games(game, way)


def test_the_set_of_empty_sites_is_not_kept_where_regions_are_filled() -> None:
    for name, kept in (("hex", False), ("gomoku", True), ("tictactoe", True)):
        assert is_set_kept(Layout(Graph(Game.load(name).model))) is kept


@pytest.mark.parametrize("men", [3, 4, 9])
def test_rows_by_a_condition_are_found_again(men: int) -> None:
    """A man of the last three goes anywhere, others go to neighbours: with three men that is so from the beginning."""
    game = Game.load("nine_mens_morris", men=men)
    assert "found again by C for the k-th" in report.report(game.model)
    same_games(game, "what this machine has")
