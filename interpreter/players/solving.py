"""The exact value of a state, by looking at every state that can follow it, once each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.model.model import Model
from interpreter.game.errors import PlayerError
from interpreter.game.state import State
from interpreter.graph.abi import CYCLES, FULL, UNFINISHED
from interpreter.native.plan.idle import idle_counters, past_is_idle
from interpreter.players.folds import Folds
from interpreter.players.search import engine, notation, patiently, put

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.players.endgame import Table

MEMORY_BYTES = 2 << 30
ALL = (1 << 32) - (1 << 16)
"""Bytes that an instance can have: addresses have 32 bits."""
STEP = 20_000
"""States looked at between two reports."""
CLOSE = 1e-9
"""Values that change by less from sweep to sweep are taken as found."""
MOST_SWEEPS = 100_000
LINE = 40
EXACT, WITHOUT_END = 4, 8


class UnsolvedError(PlayerError):
    """The game is too great, or its rules are broken somewhere."""


@dataclass(frozen=True)
class Solution:
    """What perfect play comes to."""

    values: Mapping[str, float]
    """Each player's utility."""
    is_exact: bool
    """False if chance or a third player lets play go on for ever: then values are reckoned, a game without end as a
    draw; and where what is best for one player leaves a choice that matters to others."""
    is_endless: bool
    """A draw because nobody can be made to end the game."""
    plies: int
    """Plies to the end, if a win is made as short and a loss as long as can be."""
    states: int
    options: int
    line: tuple[str, ...]
    """A best line, up to a roll or where it comes round again."""
    symmetries: int = 1
    """How many symmetries of the rules positions are the same by, the one that leaves all as it is included."""
    unfolded: int | None = None
    """How many positions there are if those that are the same by symmetries count as so many; None if that isn't
    known."""
    forgotten: tuple[str, ...] = ()
    """What the rules remember only to draw games that go on for too long, and positions are looked at without: names of
    counters, and `repeats`."""


def solve(
    state: State, memory: int = MEMORY_BYTES, report: Callable[[str], None] = lambda _: None, symmetries: bool = True,
    keep: Callable[[Instance, Folds], None] | None = None,
) -> Solution:  # fmt: skip
    """Solve a state, reporting in words how far that is; raises UnsolvedError, PlayerError.

    `symmetries`: take positions for one that are the same by a symmetry which is proven from the rules. `keep`: called
    when all is known, with the instance that knows it.
    """
    held = engine(state.game, "solve")
    instance = held.take(ALL)
    from interpreter.native.host.engine import room  # the machine's part is loaded by now

    memory = min(memory, room())
    if state.is_over:
        return Solution(state.results or {}, True, False, 0, 1, 0, ())
    folds = Folds.of(state, instance.compiled) if symmetries else Folds()
    folds.put(instance)
    _check(instance.call("solve_start", put(instance, state), memory), 0, memory)
    known = 0
    while (found := instance.call("solve_explore", STEP)) > 0:
        known = found
        report(f"{known:,} positions")
    _check(found, known, memory)
    instance.call("solve_begin")
    done, known = 0, instance.call("state_count")
    while (status := instance.call("solve_values", STEP)) == UNFINISHED:
        done += STEP
        report(f"{known:,} positions, {done / known:.0%} looked at from behind")
    if status not in (0, CYCLES):
        _check(status, known, memory)
    if status == CYCLES:
        change = 1.0
        for sweep in range(MOST_SWEEPS):
            report(f"sweep {sweep}, {change:.1e} to go")
            change = patiently(lambda: instance.call("solve_sweep"))
            if change < CLOSE:
                break
    solution = _read(instance, state, folds)
    if keep is not None:
        keep(instance, folds)
    held.give_back(instance)
    return solution


def from_table(state: State, table: Table) -> Solution | None:
    """What a table of solved positions says of a state; None if it doesn't hold it. Raises TableError."""
    known, players = table.look(state), state.game.players
    if known is None:
        return None
    line: list[str] = []
    seen, at = {state.key}, state
    while len(line) < LINE and not at.is_over and not at.is_chance and (move := table.best(at)):
        line.append(move.text)
        at = at.play(move)
        if at.key in seen:
            break
        seen.add(at.key)
    values = dict(zip(players, known.values, strict=True))
    return Solution(
        values, known.is_exact, known.is_endless, known.plies, table.states, 0, tuple(line), table.symmetries, None,
        _forgotten(state.game.model),
    )  # fmt: skip


def _check(status: int, known: int, memory: int) -> None:
    if status == FULL:
        seen = f"{known:,} positions fill" if known else "the first positions fill"
        raise UnsolvedError(f"{seen} {memory >> 20:,} MB, and there are more")
    if status < 0:
        raise UnsolvedError("a rule is broken in a position that can be reached; `gdl simulate` may find it")


def _read(instance: Instance, state: State, folds: Folds) -> Solution:
    players = state.game.players
    instance.call("solve_report")
    states, options, marks, distance, plies = instance.report(5)
    values = instance.floats(instance.call("report") + 40, len(players))
    line = instance.report(5 + len(players) + plies)[5 + len(players) :]
    return Solution(
        dict(zip(players, values, strict=True)), bool(marks & EXACT), bool(marks & WITHOUT_END), distance, states,
        options, notation(state, line, LINE), max(len(folds.group), 1),
        instance.call("unfolded_count") if folds.is_counted else None, _forgotten(state.game.model),
    )  # fmt: skip


def _forgotten(model: Model) -> tuple[str, ...]:
    past = ["repeats"] if model.repeats and past_is_idle(model) else []
    return *sorted(variable.name for variable in idle_counters(model)), *past
