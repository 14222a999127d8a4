"""Time for whole games: it is never used up, and used."""

from __future__ import annotations

import pytest
from clocks import by_looks, by_work

from interpreter import Game, PlayerError
from interpreter.graph.chance import Chance
from interpreter.players import Seat, make, maker
from interpreter.players.game_clock import FEWEST, MOST, SPARED, Clock, GameTime, clock, turns_left
from interpreter.players.mcts import MonteCarlo
from interpreter.players.specs import on_clock


@pytest.mark.parametrize(
    ("text", "seconds", "increment"),
    [("5m+3s", 300, 3), ("90s", 90, 0), ("1h+30s", 3600, 30), ("500ms+10ms", 0.5, 0.01), ("2.5m+1m", 150, 60)],
)
def test_clocks(text: str, seconds: float, increment: float) -> None:
    assert clock(text) == Clock(seconds, increment)


@pytest.mark.parametrize(
    "text",
    ["", "5", "+3s", "5m+", "5m3s", "-5m", "5m+-3s", "5 m", "1e3s", "nan", "25h", "0s", "50ms", "5m+999m9", "9" * 30],
)
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(PlayerError, match="clock"):
        clock(text)


@pytest.mark.parametrize("spec", ["mcts:5m+3s", "careful:1m+0s"])
def test_players_by_the_clock(spec: str) -> None:
    player = make(spec, Seat(Game.load("tictactoe"), "X"))
    assert isinstance(player, MonteCarlo)
    assert player.budget.clock == clock(spec.partition(":")[2])
    assert player.budget.seconds == 1.0  # of hints


def test_nonsense_behind_the_colon() -> None:
    with pytest.raises(PlayerError, match=r"5m\+3s"):
        maker("mcts:3s+x")
    with pytest.raises(PlayerError, match="for a whole game"):
        maker("mcts:soon")


def test_who_has_no_time_of_its_own_goes_by_the_clock() -> None:
    assert on_clock("mcts", "5m") == "mcts:5m+0s"
    assert on_clock("careful", "5m+3s") == "careful:5m+3s"
    assert on_clock("mcts:1s", "5m") == "mcts:1s"
    assert on_clock("random", "5m") == "random"
    with pytest.raises(PlayerError):
        on_clock("mcts", "x")


@pytest.mark.parametrize("text", ["10s", "2s+100ms", "100ms", "1s+1s"])
@pytest.mark.parametrize("late", [0.0, SPARED])
@pytest.mark.parametrize("name", ["tictactoe", "breakthrough"])
def test_time_is_never_used_up(name: str, text: str, late: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """However late each turn's search stops, within what is spared for that."""
    by_looks(monkeypatch)
    game, time = Game.load(name), GameTime(clock(text))
    for number in range(2):
        state, chance, time = game.start(), Chance(1, number), GameTime(clock(text))
        while not state.is_over:
            if state.to_move == game.players[0] and len(state.moves) > 1:
                time.took(time.share(state, chance) + (late if time.left > 3 * SPARED else 0.0))
                assert time.left > 0
            state = state.play(state.draw(chance, state.ply))
    assert time.left < 0.9 * time.clock.seconds or time.clock.increment  # and something of it was used


def test_each_turn_adds_its_time() -> None:
    game, time, chance = Game.load("breakthrough"), GameTime(Clock(10, 5)), Chance(1)
    state = game.start()
    first = time.share(state, chance)
    time.took(first)
    assert 10 / MOST < first <= 10 / FEWEST + 5
    state = state.play(state.moves[0])
    state = state.play(state.moves[0])
    time.share(state, chance)
    assert time.left == pytest.approx(10 - first + 5)


def test_decisions_of_a_turn_share_its_time() -> None:
    game, chance = Game.load("amazons"), Chance(1)
    time, state = GameTime(Clock(100)), game.start()
    spent = 0.0
    while state.turns == 0:
        share = time.share(state, chance)
        time.took(share)
        spent += share
        state = state.play(state.moves[0])
    assert 100 / MOST - 0.01 < spent < 100 / FEWEST
    assert time.left == pytest.approx(100 - spent)


def test_what_is_left_of_a_game_is_found_by_playing_it() -> None:
    state = Game.load("tictactoe").start()
    assert 3 <= turns_left(state, Chance(1), 1000.0) <= 5
    for move in ("a1", "b2", "c3", "a2", "c2", "b1"):
        state = state.play(move)
    assert 1 <= turns_left(state, Chance(1), 1000.0) <= 2
    assert turns_left(state, Chance(1), 0.0) == MOST  # no time to find out


def test_a_game_by_the_clock_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself: what it has used, by a clock that stands still while the machine does something else."""
    by_work(monkeypatch)
    game = Game.load("connect_four")
    player = make("mcts:300ms+0s", Seat(game, "Red"))
    assert isinstance(player, MonteCarlo)
    state, chance = game.start(), Chance(1)
    while not state.is_over:
        move = player.choose(state) if state.to_move == "Red" else state.draw(chance, state.ply)
        state = state.play(move)
    assert isinstance(player._time, GameTime)
    assert 0 < player._time.left < 0.25
    player.close()
