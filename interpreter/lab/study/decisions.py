"""A row for each decision of the games of a study, for those who want to work out more themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.rows import CHOSEN, MOVER, NUMBER, OPTIONS, PLY, TURN, rows
from interpreter.lab.study.searched_games import Searched

COLUMNS = {
    "sort": "label", "game": "int", "ply": "int", "turn": "int", "player": "label", "options": "int", "chosen": "int",
    "move": "text", "strength": "int", "expected": "float", "points": "float",
}  # fmt: skip
"""Names and types. `sort`: "random" or "search"; `chosen`: the number of the option, from 0; `move`: its text, in games
of search; `strength`: iterations of the player; `expected`: what search expected for the player then, and `points`:
what the game came to, both from 0 to 1."""
AT_ONCE = 50


def decisions(held: Gathered) -> Iterator[dict[str, list[Any]]]:
    """The rows, some games at a time: first of the random games that were looked at, then of those of search."""
    games = held.sums.games + len(held.sums.problems)
    for first in range(0, games, AT_ONCE):
        yield _random(held, first, min(AT_ONCE, games - first))
    for game in held.searched:
        if game.ways and game.utilities:
            yield _searched(held, game)


def _random(held: Gathered, first: int, count: int) -> dict[str, list[Any]]:
    found = rows(held.game, held.plan.seed, first, count, held.plan.plies_limit, looking=True)
    here = found.is_decision
    head, players = found.head[here], held.game.players
    n = len(head)
    others = max(len(players) - 1, 1)
    worth = (found.utilities[found.game[here], head[:, MOVER]] / others + 1) / 2 if n else np.zeros(0)
    return {
        "sort": ["random"] * n, "game": head[:, NUMBER].tolist(), "ply": head[:, PLY].tolist(),
        "turn": head[:, TURN].tolist(), "player": [players[m] for m in head[:, MOVER].tolist()],
        "options": head[:, OPTIONS].tolist(), "chosen": head[:, CHOSEN].tolist(), "move": [None] * n,
        "strength": [0] * n, "expected": [None] * n, "points": worth.tolist(),
    }  # fmt: skip


def _searched(held: Gathered, game: Searched) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    players, points = held.game.players, game.points
    expected = {moment.ply: moment.expected for moment in game.moments}
    state = held.game.start(game.task.seed, game.task.number)
    for ply, way in enumerate(game.ways):
        move = state.ways[way]
        if not state.is_chance:
            seat = players.index(state.to_move or players[0])
            there = expected.get(ply)
            row = ("search", game.task.number, ply, state.turns, players[seat], len(state.ways), way, move.text,
                   game.task.strengths[seat], there[seat] if there else None, points[seat])  # fmt: skip
            for name, value in zip(COLUMNS, row, strict=True):
                found[name].append(value)
        state = state.play(move)
    return found
