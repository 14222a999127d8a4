"""What a random game costs, in instructions: the same number on every machine, whatever else it has to do.

How much a study plays must follow from the rules, never from the load of a machine. So some games are played once by
rules that count their own steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.lab.tools.simulate import EndlessError, playout

GAMES = 16
FUEL = 4_000_000_000
"""So many instructions are counted at most."""
REFERENCE_PLY = 400_000
"""What a ply of the reference interpreter counts as."""


@dataclass(frozen=True)
class Cost:
    """What a random game takes on average: instructions, decisions, turns."""

    instructions: float
    decisions: float
    turns: float
    ends: bool = True
    """Whether any of them came to its end; if not, the numbers are of games that were broken off."""


def cost(game: Game, seed: int, limit: int) -> Cost:
    """What some games cost; those that can't be played don't count."""
    found = _counted(game, seed, limit) if game.native is not None else None
    return found or _by_reference(game, seed, limit)


def _counted(game: Game, seed: int, limit: int) -> Cost | None:
    from interpreter.lab.tools.metered import Metered  # imports wasmtime, which may not be there
    from interpreter.native.compile import compile_model

    rules = Metered(compile_model(game.model, ("playouts",)), FUEL)
    games = plies = turns = number = 0
    while number < GAMES and rules.play(seed, number, limit):
        ended, decisions, _, rounds, _ = rules.report(5)
        games, plies, turns, number = games + ended, plies + decisions, turns + rounds, number + 1
    if not games:
        return None
    return Cost(rules.spent / max(number, 1), plies / games, turns / games)


def _by_reference(game: Game, seed: int, limit: int) -> Cost:
    plies = turns = games = 0
    for number in range(GAMES):
        try:
            one = playout(game, seed, number, min(limit, 2000))
        except EndlessError:
            plies += 2000
            continue
        except RuleError:
            continue
        games, plies, turns = games + 1, plies + one.decisions, turns + one.turns
    length = plies / GAMES
    return Cost(max(length, 1) * REFERENCE_PLY, length, turns / max(games, 1), games > 0)
