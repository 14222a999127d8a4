"""Clocks of people, by a time that is set by hand: who is to decide loses time, and gets some back after each turn."""

from __future__ import annotations

from interpreter.players.game_clock import clock
from interpreter.players.people_clock import Clocks


class Hand:
    """A time that goes by when somebody says so."""

    def __init__(self) -> None:
        self.at = 1_000.0

    def __call__(self) -> float:
        return self.at


def test_a_clock_runs_in_ones_own_turn_and_grows_after_it() -> None:
    now = Hand()
    clocks = Clocks(clock("1m+3s"), ("X", "O"), now)
    clocks.ask("X", 1)
    now.at += 500  # nobody has come yet: the first turn of each costs nothing
    clocks.ask("O", 2)
    now.at += 500
    clocks.ask("X", 3)
    assert (clocks.left, clocks.running) == ({"X": 60, "O": 60}, "X")
    now.at += 10
    assert clocks.left == {"X": 50, "O": 60}
    clocks.ask("X", 3)  # another decision of the same turn
    now.at += 10
    assert clocks.left == {"X": 40, "O": 60}
    clocks.ask("O", 4)
    assert clocks.left == {"X": 43, "O": 60}
    now.at += 59
    assert clocks.fallen is None
    now.at += 1
    assert clocks.fallen == "O"
    now.at += 1
    clocks.ask(None, 4)
    assert (clocks.left, clocks.running, clocks.fallen) == ({"X": 43, "O": 0}, None, None)


def test_a_game_that_was_put_aside_goes_on_with_what_was_left() -> None:
    now = Hand()
    clocks = Clocks(clock("1m"), ("X", "O"), now, {"X": 12.5}, {"X"})
    assert clocks.left == {"X": 12.5, "O": 60}
    clocks.ask("X", 5)
    now.at += 12
    assert clocks.left["X"] == 0.5 and clocks.fallen is None
