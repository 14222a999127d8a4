"""Ctrl-C before there is anything to show, and how far a match has come before its first game is over."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.commands import match, simulate, solve
from interpreter import Game
from interpreter.lab.matches import ALMOST, Match

FOUR = """game "Four"
players White, Black
board grid(2, 2)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  draw if no empty
"""
"""A game of exactly four decisions."""


def interrupted(*given: object, **named: object) -> object:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("module", "what", "words", "said"), [
    (match, "Match.play", ["match", "tictactoe", "random", "random"], "the first game was over"),
    (simulate, "simulation.simulate", ["simulate", "tictactoe"], "the first game was over"),
    (solve, "solution_of", ["solve", "tictactoe"], "the value was known"),
])  # fmt: skip
def test_who_stops_it_early_is_told_that_nothing_is_known(
    module: object, what: str, words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{module.__name__}.{what}", interrupted)  # type: ignore[attr-defined]
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code in (1, 130)  # click's own runner says 1 for an interruption
    assert ran.stderr.strip().splitlines()[0] == f"gdl: stopped before {said}"


def test_a_ply_is_a_part_of_a_game() -> None:
    held = Match(Game.parse(FOUR), ["random", "mcts:10"])
    assert held.usual_length == 4
    assert [held.share_played(ply) for ply in (0, 1, 2, 3, 4, 9)] == [0, 0.25, 0.5, 0.75, ALMOST, ALMOST]


def test_where_nobody_thinks_no_game_is_tried() -> None:
    held = Match(Game.parse(FOUR), ["random", "random"])
    assert (held.tried, held.share_played(2), held.seems_endless()) == (None, 0, False)
