"""The result of an alpha-beta search, and the analysis of it that people read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.game.state import State
from interpreter.graph.abi import BOUND, LINE, SURE
from interpreter.players.analysis import DIGITS, LONGEST_LINE, Analysis, Option, Prospect, outcomes
from interpreter.work.engine import notation

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance


@dataclass
class Found:
    """The result of a search, as far as it has come."""

    best: int = -1
    """The number of the best option; -1 if none is known."""
    value: int = 0
    """The value for the player to move, in units of the kernel (`alphabeta_unit`)."""
    is_exact: bool = False
    """Whether a deeper search can't change the value."""
    plies: int = 0
    """Plies to the end of the game, if the value is exact."""
    depth: int = 0
    """The greatest depth that was searched to the end."""
    positions: int = 0


def analysed(state: State, instance: Instance, found: Found) -> Analysis | None:
    """The analysis of a state that an instance has just searched; None if it has no option to tell of."""
    count = instance.call("alphabeta_options")
    if count <= 0 or found.best < 0:
        return None
    ranked = _ranked(state, instance, found.best, count)
    prospect = _prospect(state, instance, found)
    instance.call("alphabeta_line", max(found.depth, 1))
    plies, *line = instance.report(1 + LINE)
    effort = f"{found.depth} decision{'s' * (found.depth != 1)} deep, {found.positions:,} positions"
    return Analysis(prospect, tuple(ranked), notation(state, line[:plies], LONGEST_LINE), effort)


def _ranked(state: State, instance: Instance, best: int, count: int) -> list[Option]:
    """The options, the best first, then those of known worth before those that are only known to be worse."""
    players, paid = state.game.players, state.game.model.most_paid
    size, at = 24 + 8 * len(players), instance.report(1)[0]
    rows = [instance.words(at + size * k, 3) for k in range(count)]
    total = max(sum(visits for visits, _, _ in rows), 1)
    options, bounds = [], []
    for k, (move, (visits, flags, plies)) in enumerate(zip(state.ways, rows, strict=True)):
        worth = instance.floats(at + size * k + 24, len(players))
        sure = bool(flags & 1)
        prospect = Prospect(dict(zip(players, worth, strict=True)), sure, plies + 1 if sure else 0, paid)
        options.append(Option(move, visits, visits / total, prospect))
        bounds.append(bool(flags & BOUND))
    worths = [option.prospect.expected.get(state.mover or "", 0.0) for option in options]
    order = sorted(range(count), key=lambda k: (k != best, bounds[k], -worths[k], -options[k].visits))
    ranked = [options[k] for k in order]
    return outcomes(ranked) if state.is_chance else ranked


def _prospect(state: State, instance: Instance, found: Found) -> Prospect:
    """What both players may expect of the state: their sum is the same at every end."""
    players, paid = state.game.players, state.game.model.most_paid
    value = found.value / instance.call("alphabeta_unit")
    value = round(value, DIGITS) if paid else max(min(value, 1.0), -1.0)
    mean, mover = instance.call("alphabeta_total") / 2, state.mover or players[0]
    expected = {p: mean + (value if p == mover else -value) for p in players}
    return Prospect(expected, abs(found.value) > SURE or found.is_exact, found.plies, paid)
