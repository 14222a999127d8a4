"""`gdl solve` where players don't see everything: the game expanded, solved, and what is to be written of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.game.game import Game
from interpreter.players.equilibrium.describing import by_choices, by_ways, states_of, what_is_known
from interpreter.players.equilibrium.equilibrium import Equilibrium, near_equilibrium
from interpreter.players.equilibrium.expansion import expand
from interpreter.players.equilibrium.native_expansion import expand_natively
from interpreter.players.equilibrium.sequence_form import SequenceForm, Side
from interpreter.players.equilibrium.strategy_file import Row, text_of, write

METHOD = "CFR+"


@dataclass(frozen=True)
class Solved:
    """A game, its information sets, and how both play."""

    game: Game
    form: SequenceForm
    found: Equilibrium

    @property
    def values(self) -> dict[str, float]:
        """What each player wins on the average if both keep to their strategies."""
        one, other = self.game.players
        return {one: self.found.worth, other: 0.0 - self.found.worth}

    def rows(self) -> Iterator[Row]:
        """Each information set, with what its player knows and how often each move is taken."""
        return rows_of(self.game, self.form.sides, self.found.strategies, self.form.by_ways)

    def write(self, path: Path) -> None:
        """Write the strategy to a file; raises StrategyError."""
        head: dict[str, Any] = {
            "game": self.game.name, "rules": self.game.hash, "complete": True, "method": METHOD,
            "iterations": self.found.iterations, "value": self.values, "exploitability": self.found.exploitability,
        }  # fmt: skip
        write(path, text_of(head, self.rows()))


def rows_of(game: Game, sides: Sequence[Side], strategies: Sequence[Sequence[float]], are_ways: bool) -> Iterator[Row]:
    """Each information set, with what its player knows and how often each move is taken."""
    for side, strategy in zip(sides, strategies, strict=True):
        states = states_of(game.beginning(), side.ways, by_ways if are_ways else by_choices)
        for number, (key, state) in enumerate(zip(side.keys, states, strict=True)):
            shares = dict(zip((move.text for move in state.moves), strategy[side.row(number)], strict=True))
            yield Row(side.label, key, shares, what_is_known(state, side.label))


def solve(
    game: Game, memory: int, exploitability: float | None, iterations: int | None,
    report: Callable[[str], None] = lambda _: None,
) -> Solved:  # fmt: skip
    """Solve a game; raises UnsolvedError, LeakError, RuleError."""
    form = expanded(game, memory, report)
    return Solved(game, form, near_equilibrium(form, exploitability, iterations, report))


def expanded(game: Game, memory: int, report: Callable[[str], None] = lambda _: None) -> SequenceForm:
    """A game in sequence form; raises UnsolvedError, LeakError, RuleError."""
    found = expand_natively(game, memory, report) if game.native is not None else None
    return found or expand(game.beginning(), game.players, memory, report)
