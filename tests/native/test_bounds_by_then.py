"""Solving that ends before its time tells the bounds that are certain by then; tables keep them."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from command import gdl
from test_recursive import WAIT, drawn

from interpreter import Game
from interpreter.errors import SolvingInterrupted, UnsolvedError
from interpreter.players import recursive, solving
from interpreter.players.endgame import keep, table_of
from interpreter.players.solving import Limits, Solution, from_table, solve

THIRD = Fraction(1, 3)
"""What WAIT is worth: two ends of three are won, and one may wait as long as one likes."""
LOOKS = 40
"""At the clock, within which solving these games is over."""


def at_look(number: int, happens: Callable[[], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this happen when the clock is looked at for the so-many-th time; its answer holds from then on."""
    looks = iter(range(1_000_000))
    monkeypatch.setattr(Limits, "is_late", lambda _: next(looks) >= number and happens())


def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds come nearer each other by little at a time, and never meet."""
    monkeypatch.setattr(recursive, "COSTS", ())
    monkeypatch.setattr(recursive, "GUESSING", 100)


def test_whenever_the_time_is_over_the_bounds_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    slowly(monkeypatch)
    widths = []
    for number in range(LOOKS):
        at_look(number, lambda: True, monkeypatch)
        with pytest.raises(UnsolvedError, match="the time is over") as stopped:
            solve(Game.parse(WAIT).start())
        if stopped.value.bounds is not None:
            least, most = stopped.value.bounds
            assert least <= THIRD <= most
            widths.append(most - least)
    assert len(widths) > 5
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 2 * widths[-1]


@pytest.mark.parametrize("symmetries", [True, False])
def test_so_they_do_in_games_that_are_drawn_by_lot(symmetries: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where A's position is looked at as B's, with the players exchanged."""
    slowly(monkeypatch)
    told = 0
    for number in range(30):
        text, value = drawn(number)
        game = Game.parse(text)
        for look in range(2, 14, 3):
            at_look(look, lambda: True, monkeypatch)
            try:
                found = solve(game.start(), symmetries=symmetries)
                assert found.values["A"] == pytest.approx(float(value), abs=1e-9)
            except UnsolvedError as stopped:
                if stopped.bounds is not None:
                    told += 1
                    assert stopped.bounds[0] <= value <= stopped.bounds[1], (number, look)
    assert told > 10


def interrupted(times: int = 1) -> Callable[[], bool]:
    """Presses Ctrl-C so many times, and then no more."""
    left = iter(range(times))

    def press() -> bool:
        for _ in left:
            signal.raise_signal(signal.SIGINT)
        return False

    return press


@pytest.fixture
def _heard() -> Iterator[None]:
    """Python hears Ctrl-C. A shell that runs the tests in the background makes it deaf to that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_heard")
def test_ctrl_c_tells_them_too(monkeypatch: pytest.MonkeyPatch) -> None:
    slowly(monkeypatch)
    at_look(LOOKS, interrupted(), monkeypatch)
    with pytest.raises(SolvingInterrupted) as stopped:
        solve(Game.parse(WAIT).start())
    least, most = stopped.value.bounds
    assert least <= THIRD <= most
    assert most - least < 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("_heard")
def test_a_second_one_ends_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    slowly(monkeypatch)
    at_look(LOOKS, interrupted(times=2), monkeypatch)
    with pytest.raises(KeyboardInterrupt) as stopped:
        solve(Game.parse(WAIT).start())
    assert not isinstance(stopped.value, SolvingInterrupted)


def test_nothing_is_told_before_anything_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    at_look(0, lambda: True, monkeypatch)
    with pytest.raises(UnsolvedError) as stopped:
        solve(Game.parse(WAIT).start())
    assert stopped.value.bounds is None


@pytest.fixture
def wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    slowly(monkeypatch)
    file = tmp_path / "wait.gdl"
    file.write_text(WAIT, encoding="utf-8")
    return str(file)


def test_the_command_says_what_is_certain(wait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slowly(monkeypatch)  # else it is over by then, or not, as the machine is quick
    at_look(LOOKS, lambda: True, monkeypatch)
    said = gdl("solve", wait, status=1)
    assert said.stdout.startswith("Wait: surely between -0.0000 and +0.") or "between +0." in said.stdout
    assert said.stdout.endswith(" for A; no more was found\n")
    assert "can't be solved: the time is over" in said.stderr
    at_look(LOOKS, lambda: True, monkeypatch)
    told = json.loads(gdl("solve", wait, "--json", status=1).stdout)
    assert told["bounds"][0] <= THIRD <= told["bounds"][1]
    assert (told["values"], told["is_exact"], told["stopped"][:16]) == (None, False, "the time is over")
    at_look(LOOKS, interrupted(), monkeypatch)
    assert "; no more was found\n" in gdl("solve", wait, status=130).stdout


def test_a_table_keeps_the_bounds_of_the_position_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slowly(monkeypatch)
    monkeypatch.setattr(recursive, "WORK", 2_000)
    monkeypatch.setattr(solving, "MOST_SWEEPS", 50)
    game, path = Game.parse(WAIT), tmp_path / "wait.table"
    found = solve(game.start(), keep=lambda *held: keep(path, game, *held) and None)
    read = from_table(game.start(), table_of(game, path))
    assert isinstance(read, Solution)
    assert not found.is_exact
    assert (read.bounds, read.values, read.is_exact) == (found.bounds, found.values, False)
    after = game.start().play(game.start().moves[0])
    other = from_table(after, table_of(game, path))
    assert other is not None
    assert other.bounds is None


def test_games_of_which_no_table_can_be_kept_are_refused_before_the_work(tmp_path: Path) -> None:
    said = gdl("solve", "go", "--db", str(tmp_path / "go.table"), status=2)
    assert said.stderr == "gdl: Go: the past matters to what positions are worth; no table can be kept of them\n"
    assert list(tmp_path.iterdir()) == []
