"""Time for a turn is shared over its decisions."""

from __future__ import annotations

import pytest
from clocks import by_work

from interpreter import Game, State
from interpreter.game.plies import Step
from interpreter.graph.chance import Chance
from interpreter.players import Seat, make
from interpreter.players.turn_time import LEAST, TurnTime, decisions_left

CHANCE = Chance(1)


def sowing() -> State:
    """Four players, the beads lie in the pits: somebody takes up four of one colour, then sows them one by one."""
    state, chance = Game.load("spectral_reapers", players=4).start(7), Chance(7)
    while state.turns < 12 or not state.in_turn:
        state = state.play(state.draw(chance, state.ply))
    return state


def test_a_turn_of_one_decision_has_it_all() -> None:
    state = Game.load("breakthrough").start()
    assert decisions_left(state, CHANCE, 10) == 1
    assert TurnTime(2.0).share(state, CHANCE) == 2.0


def test_decisions_are_counted_without_those_that_are_forced() -> None:
    three = Game.parse(
        'game "Three"\nplayers A, B\ngame has n: 0..9\n'
        'turn\n  choose a in 1..2 as "{a}"\n  choose b in 1..1 as "then"\n'
        '  choose c in 1..3 as "{c}"\n  choose d in 1..2 as "{d}"\n  n += 1\nend\n  draw if n = 9\n'
    )
    state = three.start()
    assert decisions_left(state, CHANCE, 10) == 3
    times = TurnTime(3.0)
    assert times.share(state, CHANCE) == 1.0
    times.took(1.0)
    state = state.play("1").play("then")
    assert times.share(state, CHANCE) == pytest.approx(1.0)
    times.took(5.0)  # somebody was slow
    state = state.play("2")
    assert times.share(state, CHANCE) == pytest.approx(3.0 * LEAST)
    assert times.share(state.play("1"), CHANCE) == 1.0  # the next turn


def test_taking_back_begins_the_time_anew() -> None:
    state = Game.load("breakthrough").start()
    times = TurnTime(2.0)
    times.share(state, CHANCE)
    times.took(2.0)
    assert times.share(state, CHANCE) == 2.0


def test_a_turn_of_many_decisions_takes_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still while the machine does something else."""
    clock = by_work(monkeypatch)
    state = sowing()
    game, me, turn = state.game, state.mover or "", state.turns
    player = make("mcts:400ms", Seat(game, me, 7))
    player.choose(state)  # whatever is loaded is loaded
    player = make("mcts:400ms", Seat(game, me, 7))
    taken = 0.0
    while not state.is_over and state.turns == turn:
        before = clock.perf_counter()
        move = player.choose(state)
        taken += clock.perf_counter() - before
        after = state.play(move)
        player.played(Step(state, move, after))
        state = after
    assert taken < 1.2  # one turn's time, and what is done around it
