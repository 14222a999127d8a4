"""Long sets that few things need are functions of their own: they find the same, and the rules play the same games.

Both backends are held against each other; the reference interpreter knows nothing of functions.
"""

from __future__ import annotations

from collections import Counter

import pytest

from gdl.model.model import Model
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.plan import apart, report

RULES = """
game "Reaches"

players White, Black
board {board}
pieces man, rook, hopper of player
game has far: 0..3
site has wind: 0..1
game has spots: set of site = row(2)

define a.reach =
  a.N when a in man and a.owner = White
  a.S & spots when a in man and a.owner = Black
  a.orthogonal through empty when a in rook
  {{b in a.compass where far > 0 and a.wind = 0}} when a in hopper
  {{b in occupied where b.r = a.r and far = 2}} when a in rook
  {{b for d in orthogonal, b in (a.d & occupied).d}} when a in hopper

setup
  for p in player
    put man of p on {{s in site where s.c = (2 when p = White otherwise 3)}}
    put rook of p on {{s in site where s.c = 1 and s.r % 2 = (0 when p = White otherwise 1)}}
    put hopper of p on {{s in site where s.c = (4 when p = White otherwise 5)}}

turn
  choose a in mine, b in {goals}
  far = (far + 1) % 4
  a.wind = 1 - a.wind
  spots = spots + b - a
  move a to b

end
  lose me if stuck
  draw if far = 3 and count(piece) < 4
"""
BOARDS = ["grid(5, 3)", "grid(9, 9)", "grid(12, 13)"]


def made(board: str = BOARDS[0], goals: str = "a.reach - mine") -> Game:
    return Game.parse(RULES.format(board=board, goals=goals))


def calls(rules: Model) -> list[int]:
    """How often each function that finds a set is called."""
    module = compile_model(rules, ()).module
    called = Counter(i[1].name for f in module.functions for i in f.code if i[0] == "call")
    return sorted(called[f.name] for f in module.functions if f.name.startswith("reached"))


def test_a_long_set_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One function for both players, each of whom counts the options, and sees whether there is one."""
    rules = made().model
    assert calls(rules) == []
    assert "by a function of its own" not in report.report(rules)
    monkeypatch.setattr(apart, "LONG", 30)
    assert calls(rules) == [4]
    assert "by a function of its own" in report.report(rules)
    monkeypatch.setattr(apart, "MOST_GIVEN", 1)
    assert calls(rules) == []


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("long", [1, 30])
def test_the_same_games(board: str, long: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "LONG", long)
    monkeypatch.setattr(apart, "MOST_GIVEN", 50)
    game = made(board)
    assert calls(game.model)
    both_backends(game, seed=3, plies=16, games=6, longest=80)


def test_what_all_things_need_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """There a call would only take longer."""
    monkeypatch.setattr(apart, "LONG", 1)
    goals = "{b for d in orthogonal, b in (a.d & occupied).d}"
    assert calls(made(goals=goals).model) == []
    assert calls(made(goals=f"({goals} when a in man otherwise {{}})").model) == [4]


def test_what_reads_the_state_for_each_thing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function knows only what it is given, so it can't look ahead."""
    monkeypatch.setattr(apart, "LONG", 1)
    game = made(goals="({b in a.compass where after move a to b: no b.N & mine} when a in man otherwise a.compass)")
    assert calls(game.model) == []
    both_backends(game, seed=5, plies=16, games=6, longest=80)


def test_it_happens_in_what_ships() -> None:
    rules = Game.load("janggi").model
    assert len(calls(rules)) == 2
    assert "by a function of its own  <- union(" in report.report(rules)


@pytest.mark.parametrize("name", ["janggi", "xiangqi"])
def test_shorter_sets_of_what_ships(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would find the same as functions."""
    monkeypatch.setattr(apart, "LONG", 20)
    assert calls(Game.load(name).model)
    both_backends(Game.load(name), seed=6, plies=30, games=2, longest=60)
