"""Levels of the computer: legal, weaker where they should be, and giving nothing away that they see."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from clocks import by_looks
from patience import HANGS
from small_hidden import PHANTOM, game

from interpreter import Game, PlayerError
from interpreter.graph.chance import Chance
from interpreter.lab.matches import Match
from interpreter.players import Seat, make, maker
from interpreter.players.alphabeta import AlphaBeta
from interpreter.players.analysis import Option, Prospect
from interpreter.players.asking import ask, seat_of
from interpreter.players.levels import DEEP, LEVELS, TABLE, Level, Leveled, drawn
from interpreter.players.mcts import MonteCarlo


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels count games; the clock is there for people who wait."""
    monkeypatch.setattr("interpreter.players.levels.LONGEST", float(HANGS))


@pytest.mark.parametrize("text", ["0", "9", "x", "", "-1", "3.5", "٣", "1" * 50])
def test_what_is_no_level_is_refused_with_the_range(text: str) -> None:
    with pytest.raises(PlayerError, match="levels go from 1, a beginner, to 8"):
        maker(f"level:{text}")


def test_the_last_level_is_the_games_opponent() -> None:
    game = Game.load("tictactoe")
    player = make(f"level:{LEVELS}", Seat(game, "X"))
    assert isinstance(player, MonteCarlo)
    assert len(TABLE) == LEVELS - 1
    assert isinstance(make("level:7", Seat(game, "X")), Leveled)


def test_where_values_were_learnt_levels_go_by_them() -> None:
    """The last does; the others would be worlds apart from it."""
    for name, kind in (("connect_four", AlphaBeta), ("chess", AlphaBeta), ("hex", MonteCarlo)):
        level = make("level:5", Seat(Game.load(name), Game.load(name).players[0]))
        assert isinstance(level, Leveled)
        assert type(level._search) is kind
    other = Game.load("connect_four", line=5)
    level = make("level:5", Seat(other, other.players[0]))
    assert isinstance(level, Leveled)
    assert type(level._search) is MonteCarlo


@pytest.mark.parametrize("table", [TABLE, DEEP])
def test_each_level_looks_at_more_and_slips_less(table: tuple[Level, ...]) -> None:
    assert len(table) == LEVELS - 1
    for weaker, stronger in pairwise(table):
        assert weaker.work <= stronger.work
        assert weaker.slip > stronger.slip
        assert weaker.slack > stronger.slack
        assert weaker.missed >= stronger.missed


def options(*worths: float, visits: int = 10_000, sure: tuple[float, ...] = ()) -> list[Option]:
    state = Game.load("connect_four").start()
    return [
        Option(state.moves[i], visits, 1 / len(worths), Prospect({"Red": worth}, worth in sure))
        for i, worth in enumerate(worths)
    ]


def counted(level: Level, found: list[Option], games: int = 400) -> Counter[str]:
    return Counter(drawn(found, "Red", level, Chance(1, number, 100), 0).text for number in range(games))


def test_what_is_much_worse_is_never_taken() -> None:
    level = Level(1, slip=1.0, slack=0.3, missed=0.0)
    assert set(counted(level, options(0.5, 0.3, 0.1, -1.0))) == {"a", "b"}


def test_what_is_better_is_taken_more_often() -> None:
    found = counted(Level(1, slip=0.2, slack=1.0, missed=0.0), options(0.2, 0.4, 0.0))
    assert found["b"] > found["a"] > found["c"] > 0
    assert 0.6 < found["b"] / found.total() < 0.73  # 1 / (1 + e^-1 + e^-2) = 0.665


def test_where_all_moves_are_close_the_best_is_still_told_apart() -> None:
    """On large boards worths differ little; the draw goes by how far the best stands out."""
    level = Level(1, slip=0.1, slack=1.0, missed=0.0)
    assert counted(level, options(0.02, 0.01, 0.0)) == counted(level, options(0.2, 0.1, 0.0))
    assert counted(level, options(0.02, 0.01, 0.0))["a"] > 200  # of 400; by worth alone about 150


def test_moves_are_overlooked_as_often_as_the_level_says() -> None:
    found = counted(Level(1, slip=0.001, slack=1.0, missed=0.25), options(1.0, -1.0, sure=(1.0, -1.0)), 1000)
    # the best is missed in a quarter of the draws, and then taken all the same if all are missed (1/16)
    assert 0.76 < found["a"] / found.total() < 0.86


def test_few_games_are_trusted_less_than_many() -> None:
    rare = Option(Game.load("connect_four").start().moves[3], 1, 0.0, Prospect({"Red": 0.6}))
    assert set(counted(Level(1, 0.01, 0.1, 0.0), [*options(0.5), rare])) == {"a"}


@pytest.mark.parametrize("level", [3, 5, 7])
def test_a_win_at_hand_is_taken(level: int) -> None:
    """Where levels go by games; those by depth may overlook one."""
    game = Game.load("connect_four", rows=7)
    state = game.start()
    for column in "aabbcc":
        state = state.play(column)
    for number in range(10):
        player = make(f"level:{level}", Seat(game, "Red", 1, number))
        assert player.choose(state).text == "d" or level == 3
        player.close()


def test_a_level_plays_the_same_game_again() -> None:
    game = Game.load("breakthrough")

    def opening(level: str) -> list[str]:
        state, players = game.start(), {p: make(level, Seat(game, p, 3)) for p in game.players}
        found = []
        for _ in range(6):
            move = players[state.to_move or ""].choose(state)
            found.append(move.text)
            state = state.play(move)
        return found

    assert opening("level:2") == opening("level:2")


def test_games_with_chance_and_for_three_can_be_played() -> None:
    match = Match(Game.load("pig"), ["level:1", "level:3"], seed=1)
    assert sum(1 for _ in match.play(2)) == 2
    game = Game.load("reapers_for_three")
    state, chance = game.start(), Chance(1)
    while state.to_move is None:
        state = state.play(state.draw(chance, state.ply))
    assert make("level:1", Seat(game, state.to_move)).choose(state) in state.moves


def test_a_level_beats_random_and_loses_to_the_third_next() -> None:
    """By count of games, not by time. 20 won of 20 would be chance in 1 of a million games, 15 in 1 of 48."""
    first = Match(Game.load("connect_four"), ["level:1", "random"], seed=1)
    assert sum(bout.outcomes[bout.pairing.seats.index(0)] == "win" for bout in first.play(20)) >= 15
    second = Match(Game.load("connect_four"), ["level:4", "level:1"], seed=1)
    assert sum(bout.outcomes[bout.pairing.seats.index(0)] == "win" for bout in second.play(20)) >= 15


def test_a_level_by_the_clock_looks_at_less_where_time_runs_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a hundredth of a second at each look: with ten of them it can't look as far."""
    by_looks(monkeypatch, 0.01)
    game = Game.load("breakthrough")
    state = game.start()

    def looked(spec: str) -> int:
        player = make(spec, Seat(game, "White", 1, 1))
        assert isinstance(player, Leveled)
        assert player.choose(state) in state.moves
        visits = sum(option.visits for option in player._search.so_far().options)  # type: ignore[union-attr]
        player.close()
        return visits

    assert looked("level:7:100ms") < looked("level:7:1h+0s")


@pytest.mark.parametrize("spec", ["level:2:5m+3s", "level:8:90s"])
def test_levels_by_a_clock_play_where_not_all_is_seen(spec: str) -> None:
    state = game(PHANTOM).start().play("a1")
    player = make(spec, seat_of(game(PHANTOM), state.to_move or ""))
    assert ask(player, state) in state.moves
    player.close()
