"""A start where nobody can move: `end` says what then; otherwise nobody asks it before the first turn."""

from __future__ import annotations

import pytest

from interpreter import Game, RuleError
from interpreter.game.rules import Backend
from interpreter.lab.tools import perft
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.simulate import simulate

ROW = """\
game "Row"

option n: 1..4 = 1 "squares"

players White, Black
board grid(n, 1)
pieces half of player
game has passes: 0..9

setup
  {setup}

turn
  choose a in empty, b in a.E & empty
  put half of me on {{a, b}}

end
  {end}
"""
BACKENDS = ("reference", "native")


def row(end: str, setup: str = "passes = 0", n: int = 1, backend: Backend = "reference") -> Game:
    return Game.parse(ROW.format(end=end, setup=setup), n=n, backend=backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_first_player_is_stuck(backend: Backend) -> None:
    game = row("lose next if stuck", backend=backend)
    state = game.start()
    assert state.is_over
    assert (state.turns, state.moves, state.to_move) == (0, (), None)
    assert state.outcomes == {"White": "loss", "Black": "win"}
    assert game.position(state.position()) == state
    *_, summary = simulate(game, 3)
    assert (summary.results["Black"]["win"].mean, summary.turns.mean) == (1, 0)
    assert [(d.sequences, d.positions, d.ended) for d in perft.perft(game.start(), 1)] == [(0, 0, 0)]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("heaps", "misere", "winner"), [(0, False, "Second"), (0, True, "First"), (1, False, None)])
def test_nim_without_counters(backend: Backend, heaps: int, misere: bool, winner: str | None) -> None:
    state = Game.load(
        "nim", backend=backend, heap_a=heaps, heap_b=0, heap_c=0, misere=misere
    ).start()
    assert winner == next((p for p, o in (state.outcomes or {}).items() if o == "win"), None)


def test_it_is_as_if_the_player_before_had_moved() -> None:
    assert row("win me if stuck").start().outcomes == {"White": "loss", "Black": "win"}
    assert row("win me if stuck", "next = Black").start().outcomes == {"White": "win", "Black": "loss"}
    game = row("lose next if stuck")
    assert game.position({"to move": "White"}) == game.start()


def test_who_is_skipped_is_skipped_once() -> None:
    fits = "choose a in empty, b in (a.E & empty) + (a when me = Black)"
    text = ROW.replace("choose a in empty, b in a.E & empty", fits)
    game = Game.parse(text.format(setup="passes = 3", end="if stuck\n    next = next.next\n    passes += 1"
                                  "\n    draw if stuck"), backend="reference")  # fmt: skip
    state = game.start()
    assert (state.to_move, state.value("passes")) == ("Black", 4)
    assert state.play("a1-a1").is_over


def test_what_end_says_is_said_only_if_somebody_is_stuck() -> None:
    """Before the first turn nothing has been put, and nobody has moved: what asks for that must not fire."""
    ends = "draw if no half", "win me if no theirs", "rank p by count(half of p) if next = White", "draw"
    for end in ends:
        game = row(end, n=2)
        assert not game.start().is_over
        assert game.position({}).is_over


def test_after_a_roll_in_the_set_up() -> None:
    game = row("lose next if stuck", "roll k in 0..1\n  put half of White on a1 if k = 1", n=2)
    over = [game.start(0, number).is_over for number in range(50)]
    assert {True, False} == set(over)
    assert over == [bool(game.start(0, number).outcomes) for number in range(50)]


def test_the_start_has_not_been_before() -> None:
    end = "win White if stuck and repeats(piece) = 0\n  win Black if stuck"
    assert row(end).start().outcomes == {"White": "win", "Black": "loss"}


def test_end_says_nothing_about_it() -> None:
    with pytest.raises(RuleError, match="White can't move, and `end` neither ends the game nor skips the turn"):
        row("draw if passes = 9").start()
    with pytest.raises(RuleError, match="Black can't move"):  # skipped, and stuck again
        row("next = next.next if stuck\n  draw if passes = 9").start()
    with pytest.raises(RuleError, match="`passes` would become 10"):
        row("passes += 1\n  draw if stuck", "passes = 9").start()


@pytest.mark.parametrize("end", ["lose next if stuck", "draw if stuck and passes = 0\n  win me if stuck"])
@pytest.mark.parametrize("setup", ["passes = 0", "roll k in 0..1\n  put half of White on a1 if k = 1"])
def test_both_backends(end: str, setup: str) -> None:
    for n in (1, 2, 3):
        for seed in range(4):
            both_backends(row(end, setup, n), seed)
