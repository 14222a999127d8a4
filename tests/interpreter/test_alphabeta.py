"""The alpha-beta player on real rules: beside plain minimax by the reference interpreter, mates, certain wins, chance."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playing import load

from interpreter import Game, State
from interpreter.game.chance import Chance
from interpreter.graph.abi import GIVEN_UP
from interpreter.players import Seat
from interpreter.players.alphabeta import (
    ASPIRING,
    QUIETLY,
    REDUCED,
    SURE,
    UNIT,
    VALUED,
    AlphaBeta,
    Limit,
    interruptibly,
)
from interpreter.players.matches import Match
from interpreter.players.player import Player
from interpreter.players.search import UNTAUGHT, engine, put
from interpreter.players.solving import solve

VICTORY = 1_000_000_000
EVERYTHING = QUIETLY + REDUCED + ASPIRING


def searched(state: State, depth: int, features: int = 0, bits: int = 14) -> tuple[int, int, bool]:
    """The value, the best option and whether it is exact, at this depth; leaves that aren't ends are worth nothing."""
    instance = engine(state.game, "alphabeta", weights=UNTAUGHT).take()
    assert instance.call("alphabeta_start", bits, 0) == 0
    assert instance.call("alphabeta_begin", put(instance, state), features) == len(state.ways)
    for d in range(1, depth + 1):
        assert instance.call("alphabeta", d, 1 << 60) == 0
    value, best, exact = instance.report(3)
    return value, best, bool(exact)


def minimax(state: State, depth: int, ply: int = 0) -> float:
    """By definition, for the player who is to move. A lone option costs no depth, unless options take looking ahead,
    for then there is more than one candidate."""
    me, ways = state.mover or "", state.ways
    lone = len(ways) == 1 and state.game.title != "Chess"
    if depth <= 0 and not lone:
        return 0
    found = []
    for way in ways:
        after = state.play(way)
        if after.is_over:
            outcome = (after.outcomes or {})[me]
            value: float = {"win": VICTORY - ply - 1, "loss": ply + 1 - VICTORY}.get(outcome, 0)
        else:
            left = depth - (not lone)
            value = minimax(after, left, ply + 1)
            value = value if after.mover == me else -value
        found.append(value)
    if not state.is_chance:
        return max(found)
    if min(found) > SURE or max(found) < -SURE:
        return min(found) if min(found) > SURE else max(found)
    return sum(max(min(value, UNIT), -UNIT) for value in found) / len(found)


def before_the_end(game: Game, number: int, plies: int) -> State:
    """A state of a random game, at least so many plies before its end, where somebody decides."""
    chance = Chance(1, number)
    states = [game.start(1, number)]
    while not states[-1].is_over:
        states.append(states[-1].play(states[-1].draw(chance, states[-1].ply)))
    return next(s for s in reversed(states[: max(len(states) - plies, 1)]) if not s.is_chance)


@pytest.mark.parametrize(
    ("name", "options", "plies", "depth"),
    [
        ("breakthrough", {}, 4, 3), ("connect_four", {}, 5, 4), ("chess", {}, 3, 2), ("reversi", {"size": 4}, 6, 4),
        ("draughts", {}, 5, 4), ("nine_mens_morris", {}, 4, 3), ("amazons", {}, 6, 2), 
        ("pig", {"goal": 40}, 8, 5), ("einstein", {}, 6, 4), ("big_balls", {}, 4, 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("number", range(3))
def test_the_value_is_that_of_minimax(
    name: str, options: dict[str, Any], plies: int, depth: int, number: int
) -> None:
    state = before_the_end(load(name, 2 if name == "pig" else None, **options), number, plies)
    for d in range(1, depth + 1):
        expected = minimax(state, d)
        value, best, _ = searched(state, d)
        assert abs(value - expected) <= d, (d, state.position())
        after = state.play(state.ways[best])
        if expected > SURE:
            assert after.is_over or after.mover == state.mover or minimax(after, d) < -SURE
