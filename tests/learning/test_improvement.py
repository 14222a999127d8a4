"""Whether learning still makes values better: matches against the values of before."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from interpreter import Game
from interpreter.lab import improvement
from interpreter.lab.improvement import Compared, Improvement, points
from interpreter.lab.tools.summary import Mean
from interpreter.players.learning.training import fresh, learn
from interpreter.players.learning.weights import Weights

ENDLESS = """game "Round and round"
players A, B
board grid(3, 3)
pieces man of player
setup
  put man of A on a1
  put man of B on c3
turn
  choose s in mine, t in empty
  move s to t
end
  win me if no theirs
  lose next if stuck
"""
COUNTED = """game "Counted"
players A, B
game has plies: 0..5
turn
  choose n in 1..2
  plies += 1
end
  draw if plies = 5
"""


def game_of(name: str, players: int = 2) -> Game:
    if name == "counted":
        return Game.parse(COUNTED)
    return Game.load(name, players=players) if players > 2 else Game.load(name)


@cache
def learnt(name: str, positions: int, players: int = 2) -> Weights:
    return learn(game_of(name, players), 1, 1, lambda progress: progress.weights.training.positions < positions)


@pytest.mark.parametrize(("name", "players"), [("breakthrough", 2), ("backgammon", 2), ("dots_and_boxes", 3)])
def test_values_against_themselves_come_to_one_half(name: str, players: int) -> None:
    """Each opening is played once for each seat, so this is no matter of chance."""
    weights = learnt(name, 1, players)
    found = points(Game.load(name, players=players), weights, weights, 4, clock=lambda: 0.0)
    assert found.count == 4
    assert found.total == pytest.approx(2.0)


@pytest.mark.parametrize(("step", "openings"), [(0, 20), (0.5, 2), (11, 0)])
def test_a_match_ends_when_its_time_is_over(step: float, openings: int) -> None:
    """Whole openings count. The clock is asked after each of five plies, goes on by so much each time, and a match has
    ten seconds: with half a second, twenty plies, of which two games take ten."""
    weights, now = learnt("counted", 1), count(0.0, step)
    assert points(game_of("counted"), weights, weights, clock=lambda: next(now)).count == openings


def test_a_match_that_had_no_time_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(improvement, "points", lambda *_, clock: Mean())
    weights = learnt("breakthrough", 1)
    judge = Improvement(Game.load("breakthrough"), lambda: 0.0)
    assert [judge.look(after(weights, n)) for n in (100, 200, 400)] == [None] * 3
    assert not judge.found


def test_who_has_learnt_beats_who_knows_nothing() -> None:
    game = Game.load("breakthrough")
    known, nothing = learnt("breakthrough", 60_000), fresh(game, 1)
    assert points(game, known, nothing).share_interval[0] > 0.5
    assert points(game, nothing, known).share_interval[1] < 0.5


def test_who_has_learnt_beats_two_others_who_know_nothing() -> None:
    """Alone among those who know nothing, and alone in knowing nothing, on each seat in turn."""
    game = Game.load("dots_and_boxes", players=3)
    known, nothing = learnt("dots_and_boxes", 200_000, 3), fresh(game, 1)
    assert points(game, known, nothing, clock=lambda: 0.0).share_interval[0] > 0.5
    assert points(game, nothing, known, clock=lambda: 0.0).share_interval[1] < 0.5


def test_games_without_end_are_cut_off_and_count_one_half() -> None:
    """Nobody can win: the men only go round. One pair says enough."""
    game = Game.parse(ENDLESS)
    weights = learn(game, 1, 1, lambda progress: False)
    found = points(game, weights, fresh(game, 1))
    assert (found.count, found.total) == (1, 0.5)


def after(weights: Weights, positions: int) -> Weights:
    return replace(weights, training=replace(weights.training, positions=positions))


def test_they_are_compared_when_twice_as_much_was_learnt_and_not_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    weights = learnt("breakthrough", 1)

    def match(game: Game, newer: Weights, older: Weights, clock: Callable[[], float]) -> Mean:
        now[0] += 5.0
        found = Mean()
        found.add(0.5)
        return found

    monkeypatch.setattr(improvement, "points", match)
    judge = Improvement(Game.load("breakthrough"), lambda: now[0])
    assert [judge.look(after(weights, n)) is not None for n in (100, 150, 199, 200, 300)] == [False] * 3 + [True, False]
    assert judge.look(after(weights, 1_000)) is None  # the match took five seconds: fifty are for learning
    now[0] = 55.0
    compared = judge.look(after(weights, 1_100))
    assert compared is not None
    assert (compared.before, compared.positions) == (200, 1_100)


@pytest.mark.parametrize(("shares", "over"), [
    ([], False), ([0.4], False), ([0.5, 0.5], True), ([0.6, 0.4], False), ([0.4, 0.51], False), ([0.9, 0.5, 0.2], True),
])  # fmt: skip
def test_learning_is_over_when_twice_in_a_row_the_newer_did_not_win(shares: list[float], over: bool) -> None:
    judge = Improvement(Game.load("tictactoe"))
    for share in shares:
        mean = Mean()
        mean.add(share)
        judge.found.append(Compared(2, 1, mean))
    assert judge.is_over is over


def test_a_game_for_one_is_not_compared() -> None:
    judge = Improvement(Game.load("peg_solitaire"))
    assert [judge.look(after(learnt("breakthrough", 1), n)) for n in (1, 2, 4)] == [None] * 3


def test_training_tells_it_and_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tic-tac-toe is known after a second: then nobody wins any more."""
    monkeypatch.setattr(improvement, "SHARE_OF_TIME", 0)
    command = ["train", "tictactoe", "--budget", "1h", "--threads", "1", "--fresh", "-o", str(tmp_path / "a.weights")]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0
    assert "% of the points" in done.output
    assert "twice in a row the values of now won no more than those from before" in done.output
    said = json.loads(CliRunner().invoke(app, [*command, "--json"]).output)
    assert said["steady"] is True
    assert all(one["low"] <= one["points"] <= one["high"] for one in said["compared"])
    assert [one["points"] <= 0.5 for one in said["compared"][-2:]] == [True, True]
