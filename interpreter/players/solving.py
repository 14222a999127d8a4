"""The exact value of a state, by looking at every state that can follow it, once each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from interpreter.errors import SolvingInterrupted, UnsolvedError
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.abi import CYCLES, FULL, UNFINISHED
from interpreter.players.folds import Folds
from interpreter.players.forgetting import forgetting
from interpreter.players.recursive import Bounds, bounded
from interpreter.work.engine import engine, patiently, put
from interpreter.work.interrupts import first_noted
from interpreter.work.memory import available

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.players.endgame import Table
    from interpreter.work.engine import Engine

MEMORY_BYTES = 2 << 30
ALL = (1 << 32) - (1 << 16)
"""Bytes that an instance can have: addresses have 32 bits."""
FIRST_STEP, STEP = 64, 20_000
"""States looked at before the first report, and at most between two …"""
QUICK = 0.1
"""… which grow while they take fewer seconds."""
CLOSE = 1e-9
"""Values that change by less from sweep to sweep are taken as found."""
MOST_SWEEPS = 100_000
LINE = 40
VALUED, EXACT, WITHOUT_END = 2, 4, 8


@dataclass(frozen=True)
class Solution:
    """The result of perfect play."""

    values: Mapping[str, float]
    """What each player gets, in the unit of `State.results`: from -1 to 1, or amounts if the game pays."""
    is_exact: bool
    """Whether these are the values of best play, but for rounding. If two play, and one wins what the other loses, or
    one alone, or all together, each surely gets at least this by playing well. If not, this is what each gets if all
    play for themselves and know it of each other. It is false in four cases: the game may go on for ever, with a third
    player, or payments that don't add up to 0; it may go on for ever, with chance, and `bounds` aren't near enough; a
    player has several best options that differ for the others; or `assumed` isn't empty."""
    is_endless: bool
    """Whether it is a draw because nobody can be forced to end the game."""
    plies: int
    """Plies to the end: winners take the shortest way, losers the longest. It is 0 if that isn't known: in games that
    pay, with more than two players, or where both of two can win."""
    states: int
    options: int
    line: tuple[str, ...]
    """A best line, up to the end, a roll or a repetition, or its first LINE moves."""
    is_line_whole: bool = False
    """Whether it reaches the end of the game."""
    symmetries: int = 1
    """The number of symmetries, with the identity."""
    unfolded: int | None = None
    """The number of positions if symmetric positions count separately; None if it isn't known."""
    forgotten: tuple[str, ...] = ()
    """Counters, and `repeats`, that only draw long games and were left out. A proof shows that they make no
    difference to the values (see `interpreter.players.forgetting`)."""
    assumed: tuple[str, ...] = ()
    """Counters, and `repeats`, that were left out without a proof. The values are those of the game without them. In
    the whole game, a win may turn into a draw."""
    is_tied: bool = False
    """Whether the values are right for one way of playing best, and it isn't exact only because a player may have other
    moves that are as good for that player, but not for the others."""
    bounds: Range | None = None
    """What the first player surely gets by best play, at least and at most, where the game may go on for ever, with
    chance; None where that isn't known, or `values` are found in another way."""


Range = tuple[float, float]
"""Two bounds, at least and at most."""
Keep = Callable[["Instance", Folds, frozenset[str], Mapping[str, Range]], None]


@dataclass(frozen=True)
class Limits:
    """When to give up: how many bytes and positions there may be, and until when it may take (`perf_counter`)."""

    memory: int = MEMORY_BYTES
    positions: int | None = None
    until: float | None = None

    @staticmethod
    def within(memory: int, positions: int | None, seconds: float | None) -> Limits:
        """The same with a time that begins now."""
        return Limits(memory, positions, None if seconds is None else time.perf_counter() + seconds)

    def is_late(self) -> bool:
        """Whether it is time."""
        return self.until is not None and time.perf_counter() > self.until

    def check(self, known: int) -> None:
        """Raises UnsolvedError if it is time, or there are too many positions."""
        if self.positions is not None and known > self.positions:
            raise UnsolvedError(f"there are more than {self.positions:,} positions")
        if self.is_late():
            raise UnsolvedError(f"the time is over, with {known:,} positions known so far")


def solve(
    state: State, memory: int = MEMORY_BYTES, report: Callable[[str], None] = lambda _: None, symmetries: bool = True,
    keep: Keep | None = None, *, also: Sequence[State] = (), positions: int | None = None,
    seconds: float | None = None,
) -> Solution:  # fmt: skip
    """Solve a state, and report the progress in words; raises UnsolvedError, PlayerError. `also`: other states
    whose positions it solves as well. It gives up at more than `positions` positions, or after `seconds`. If bounds of
    the value are known by then, the UnsolvedError has them; after Ctrl-C a SolvingInterrupted does.

    With `symmetries`, positions count once if a symmetry, proven from the rules, makes them alike. `keep` is called at
    the end, with the instance that holds the result, the parts that were left out, and `bounds` by `place`.

    Rules that only draw long games are left out at first. If they might make a difference, the game is solved with
    them. If that takes too much memory, the answer says what is left out.
    """
    if state.is_over:
        return Solution(state.results or {}, True, False, 0, 1, 0, ())
    may_forget, limits = forgetting(state.game.model), Limits.within(memory, positions, seconds)
    left_out, kept_out = may_forget.names, frozenset[str]()
    first: _Solved | None = None
    problem: UnsolvedError | None = None
    while True:
        try:
            held = _Solved.of((state, *also), left_out, limits, _told(report, kept_out), symmetries, keep is not None)
        except UnsolvedError as error:
            problem = problem or error
            if first is not None or not left_out:
                break
            doubts = left_out  # without what it forgets the game is larger, or without end
        else:
            is_drawn = not any(held.solution.values.values())
            doubts = frozenset() if is_drawn else may_forget.doubts(state, held.solution.plies, left_out)
            if not doubts:
                return held.given_back(state, keep)
            first = first or held.assuming(doubts)
        left_out, kept_out = left_out - doubts, kept_out | doubts
    if first is None:
        raise problem
    return first.given_back(state, keep)


@dataclass(frozen=True)
class _Solved:
    """A state solved without what was left out, and the instance that knows all about it."""

    solution: Solution
    engine: Engine
    instance: Instance
    folds: Folds
    left_out: frozenset[str]

    @staticmethod
    def of(
        states: Sequence[State], left_out: frozenset[str], limits: Limits, report: Callable[[str], None],
        symmetries: bool, is_kept: bool,
    ) -> _Solved:  # fmt: skip
        """Solve the first of these states, and what follows the others, too; raises UnsolvedError, PlayerError."""
        state = states[0]
        held = engine(state.game, "solve", "rest", forgotten=left_out)
        instance = held.take(ALL)
        folds = Folds.of(state, instance.compiled, left_out) if symmetries else Folds()
        if len(states) > 1:
            folds = replace(folds, is_counted=False)
        folds.put(instance)
        _explored(instance, states, limits, report)
        bounds = None
        if _valued(instance, limits, report) == CYCLES or is_kept:
            with first_noted() as is_interrupted:
                bounds = _bounded(state, instance, folds, limits, is_interrupted, report)
            if bounds is None or not bounds.agree:
                with _telling(_of_first(instance, bounds) if bounds and bounds.says_something else None):
                    if is_interrupted():
                        raise KeyboardInterrupt
                    limits.check(instance.call("state_count"))
                    _swept(instance, limits, report)
        return _Solved(_read(instance, state, folds, left_out, bounds), held, instance, folds, left_out)

    def assuming(self, doubts: frozenset[str]) -> _Solved:
        """The same, where that some of what was left out makes no difference isn't proved."""
        forgotten = tuple(name for name in self.solution.forgotten if name not in doubts)
        assuming = replace(self.solution, is_exact=False, is_tied=False, forgotten=forgotten, assumed=_sorted(doubts))
        return replace(self, solution=assuming)

    def given_back(self, state: State, keep: Keep | None) -> Solution:
        """The solution, once all of it was kept where that is wanted; others may use the instance now."""
        if keep is not None:
            bounds = self.solution.bounds
            keep(self.instance, self.folds, self.left_out, {} if bounds is None else {place(state): bounds})
        self.engine.give_back(self.instance)
        return self.solution if _counts_plies(state) else replace(self.solution, plies=0)


def _told(report: Callable[[str], None], kept: frozenset[str]) -> Callable[[str], None]:
    """Says besides with what positions are looked at."""
    return (lambda text: report(f"with {', '.join(_sorted(kept))}: {text}")) if kept else report


def _paced(job: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """Do a job in steps: how much each is, and what it gives. What is quickly done grows, up to STEP positions; so
    limits and Ctrl-C are soon heard where a position has thousands of options, too."""
    step = FIRST_STEP
    while True:
        began = time.perf_counter()
        found = job(step)
        took = time.perf_counter() - began
        yield step, found
        step = min(2 * step, STEP) if took < QUICK else max(step // 2, 1)


def _explored(
    instance: Instance, states: Sequence[State], limits: Limits, report: Callable[[str], None]
) -> None:
    """Find all positions; raises UnsolvedError."""
    from interpreter.native.engine import room  # the machine's part is loaded by now

    memory = min(limits.memory, room())
    _check(instance.call("solve_start", put(instance, states[0]), memory), 0, memory)
    for number, other in enumerate(states[1:], 1):
        _check(instance.call("solve_also", put(instance, other)), number, memory)
    known = 0
    for _, found in _paced(partial(instance.call, "solve_explore")):
        if found <= 0:
            _check(found, known, memory)
            break
        known = found
        report(f"{known:,} positions")
        limits.check(known)
    limits.check(instance.call("state_count"))


def _valued(instance: Instance, limits: Limits, report: Callable[[str], None]) -> int:
    """Find values backwards from the ends: 0, or CYCLES where the first position gets none; raises UnsolvedError."""
    instance.call("solve_begin")
    done, known = 0, instance.call("state_count")
    for step, status in _paced(partial(instance.call, "solve_values")):
        if status != UNFINISHED:
            break
        done += step
        report(f"{known:,} positions, {done / known:.0%} looked at from behind")
        limits.check(known)
    if status not in (0, CYCLES):
        _check(status, known, 0)
    return int(status)


def _bounded(
    state: State, instance: Instance, folds: Folds, limits: Limits, is_interrupted: Callable[[], bool],
    report: Callable[[str], None],
) -> Bounds | None:  # fmt: skip
    """Find bounds of what has no value yet, if chance has a part in it. They are certain whenever that ends."""
    if instance.call("rest_begin") <= 0:
        return None
    held = engine(state.game, "recursive")
    module = held.take(min(ALL, limits.memory, available()))
    found = bounded(
        instance, module, any(s.exchanges for s in folds.group), lambda: limits.is_late() or is_interrupted(), report
    )
    held.give_back(module)
    return found


def _of_first(instance: Instance, found: Bounds) -> Range | None:
    """The bounds of the first position; None if that has a value."""
    instance.call("solve_report")
    if instance.report(3)[2] & VALUED:
        return None
    return (0.0 - found.most, 0.0 - found.least) if instance.call("rest_exchanged") else (found.least, found.most)


@contextmanager
def _telling(known: Range | None) -> Iterator[None]:
    """Give these bounds to whatever ends the work before its time."""
    try:
        yield
    except UnsolvedError as error:
        error.bounds = known
        raise
    except KeyboardInterrupt:
        if known is None:
            raise
        raise SolvingInterrupted(known) from None


def _swept(instance: Instance, limits: Limits, report: Callable[[str], None]) -> None:
    """Reckon what has no value yet; raises UnsolvedError."""
    change = 1.0
    for sweep in range(MOST_SWEEPS):
        report(f"sweep {sweep}, {change:.1e} to go")
        change = patiently(lambda: instance.call("solve_sweep"))
        limits.check(instance.call("state_count"))
        if change < CLOSE:
            break
    if change == 0.0:
        instance.call("solve_swept")


def from_table(state: State, table: Table) -> Solution | None:
    """What a table of solved positions says of a state; None if it doesn't hold it. Raises TableError."""
    known, players = table.look(state), state.game.players
    if known is None:
        return None
    line, is_whole = _best_line(state, table.best)
    bounds = None if known.is_valued else table.bounds.get(place(state))
    values = dict(zip(players, _held(known.values, bounds, state.game.model.is_common), strict=True))
    plies = known.plies if _counts_plies(state) else 0
    return Solution(
        values, known.is_exact, known.is_endless, plies, table.states, 0, line, is_whole, table.symmetries, None,
        _sorted(table.forgotten - known.assumed), _sorted(known.assumed),
        known.is_valued and not known.is_exact and not known.assumed, bounds,
    )  # fmt: skip


def _best_line(state: State, chosen: Callable[[State], Move | None]) -> tuple[tuple[str, ...], bool]:
    """LINE of the moves that are chosen, or up to the end, a roll or a repetition; and whether they reach the end."""
    line: list[str] = []
    seen, at = {state.key}, state
    while len(line) < LINE and not at.is_over and not at.is_chance and (move := chosen(at)):
        line.append(move.text)
        at = at.play(move)
        if at.key in seen:
            break
        seen.add(at.key)
    return tuple(line), at.is_over


def _check(status: int, known: int, memory: int) -> None:
    if status == FULL:
        seen = f"{known:,} positions fill" if known else "the first positions fill"
        raise UnsolvedError(f"{seen} {memory >> 20:,} MB, and there are more")
    if status < 0:
        raise UnsolvedError("a rule is broken in a position that can be reached; `gdl simulate` may find it")


def _read(
    instance: Instance, state: State, folds: Folds, left_out: frozenset[str], found: Bounds | None
) -> Solution:  # fmt: skip
    players = state.game.players
    instance.call("solve_report")
    states, options, marks, distance, plies = instance.report(5)
    values = instance.floats(instance.call("report") + 40, len(players))
    bounds = None if found is None else _of_first(instance, found)
    values = _held(values, bounds, state.game.model.is_common)
    numbers = iter(instance.report(5 + len(players) + plies)[5 + len(players) :])
    line, is_whole = _best_line(state, lambda at: next((at.ways[k] for k in numbers), None))
    return Solution(
        dict(zip(players, values, strict=True)), bool(marks & EXACT), bool(marks & WITHOUT_END),
        distance if marks & VALUED else 0, states, options, line, is_whole, max(len(folds.group), 1),
        instance.call("unfolded_count") if folds.is_counted else None, _sorted(left_out),
        is_tied=bool(marks & VALUED) and not marks & EXACT, bounds=bounds,
    )  # fmt: skip


def place(state: State) -> str:
    """What names a position among others of its game."""
    return repr(state.key)


def _held(values: Sequence[float], bounds: Range | None, is_common: bool) -> tuple[float, ...]:
    """Values of two, one or all together, held within the bounds of the first one's, if there are any."""
    if bounds is None:
        return tuple(values)
    first = min(max(values[0], bounds[0]), bounds[1])
    return tuple(first if is_common or i == 0 else 0.0 - first for i in range(len(values)))


def _counts_plies(state: State) -> bool:
    """Whether the way to the end is measured right: where sooner and later say the same to all who play."""
    model = state.game.model
    return not model.pays and (model.is_common or (len(model.players) < 3 and not model.unites))


def _sorted(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names))
