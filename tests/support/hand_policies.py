"""Policies made by hand."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import Game
from interpreter.graph.abi import OWN, PROSPECTS, SCORE_BIAS, SIDES, SURROUNDINGS
from interpreter.players.learning.policy import Policy, tables_of

EDGE = 3


def flat(
    game: Game, scores: Callable[[int], int] = lambda surroundings: 0, always: int = 0,
    prospects: Callable[[int], int] = lambda prospects: 0,
) -> Policy:  # fmt: skip
    """A policy that likes sites by their surroundings, and what going there means for chains, alone."""
    tables = tables_of(game.model)
    assert tables is not None
    table = bytes(SCORE_BIAS + scores(s) for s in range(SURROUNDINGS))
    before = bytes([SCORE_BIAS]) * OWN + bytes(SCORE_BIAS + prospects(p) for p in range(PROSPECTS))
    blocks = [
        2 * (before + table * ((d.to >= 0) + (d.origin >= 0)))
        for d in tables.decisions for _ in game.players
    ]  # fmt: skip
    return Policy(game.hash, game.name, tuple(blocks), (), always)


def at_edge(surroundings: int) -> bool:
    """Whether something that is seen around a site is off the board."""
    return any(surroundings >> 2 * i & 3 == EDGE for i in range(SIDES))
