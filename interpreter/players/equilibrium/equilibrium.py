"""An equilibrium of a game in sequence form, as near as is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.players.equilibrium.sequence_form import SequenceForm

if TYPE_CHECKING:
    from interpreter.players.equilibrium.regrets import Regrets

EXPLOITABILITY = 1e-3
"""How near it comes if nothing is said."""
LEAST = 1e-9
"""No nearer: numbers of 64 bits say no more."""
MOST_ITERATIONS = 1_000_000_000
STEPS = 10
"""It is judged after so many iterations, and then whenever there are a tenth more."""


@dataclass(frozen=True)
class Equilibrium:
    """Strategies for both, and what is known of them."""

    worth: float
    """What the first player wins on the average if both keep to them."""
    bounds: tuple[float, float]
    """Between them lies the value of the game for the first player."""
    iterations: int
    strategies: tuple[array[float], array[float]]
    """For both players how likely each option is, set by set."""
    is_stopped: bool
    """Whether somebody stopped it before it was as near as was asked for."""

    @property
    def nash_conv(self) -> float:
        """What both could win together by best responses, each to the other."""
        return max(self.bounds[1] - self.bounds[0], 0.0)

    @property
    def exploitability(self) -> float:
        """The half of that."""
        return self.nash_conv / 2


def near_equilibrium(
    form: SequenceForm, exploitability: float | None = EXPLOITABILITY, iterations: int | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> Equilibrium:  # fmt: skip
    """Iterate until strategies are less exploitable than this, but not more often than that; Ctrl-C ends it with what
    is known by then. Raises UnsolvedError."""
    from interpreter.players.equilibrium.regrets import Regrets  # with wasmtime, which takes long to import

    regrets = Regrets(form)
    stopped = False
    found = judged(regrets)
    while not _is_enough(found, exploitability, iterations):
        step = max(STEPS, regrets.iterations // STEPS)
        try:
            regrets.iterate(step if iterations is None else min(step, iterations - regrets.iterations))
        except KeyboardInterrupt:
            stopped = True
        found = judged(regrets, stopped)
        report(f"iteration {found.iterations:,}, exploitability {found.exploitability:.2g}")
        if stopped:
            break
    return found


def judged(regrets: Regrets, stopped: bool = False) -> Equilibrium:
    """What is known now."""
    regrets.judge_average()
    return Equilibrium(regrets.worth, regrets.bounds, regrets.iterations, regrets.judged, stopped)


def _is_enough(found: Equilibrium, exploitability: float | None, iterations: int | None) -> bool:
    if iterations is not None and found.iterations >= iterations:
        return True
    return exploitability is not None and found.exploitability < exploitability
