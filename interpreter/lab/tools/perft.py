"""Counting a game's sequences of moves: the classic check that a set of rules is what it should be.

A *sequence* of depth n is a way through decisions and chance outcomes, from the given state, that completes
n turns (or makes n plies), or ends the game in the course of the n-th. A game that ended is counted at the turn at
which it ended, and not at any later one, as in the published tables of chess and other games. *Positions* are the
distinct states in which these sequences end.

Equal states are counted once and carry the number of ways that lead to them, so transpositions cost nothing.
Compiled rules count where they can (a limit may be given; else memory is the limit), with the same results. Where
states don't fit in memory, or sequences of turns can't meet in one, they count depth first: positions by 16 bytes of
hash each (see `kernels/sequences.py` for how sure that is), and where these don't fit either, or nobody wants them,
sequences alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.graph.backend import Depth, GivenUp, Jobs, NoRoomError, TooGreatError, TooManyError, Unit
from interpreter.work.chunks import Workers, at, threads
from interpreter.work.memory import share

__all__ = ["STATES_LIMIT", "Depth", "TooManyError", "Unit", "divide", "may_merge", "perft"]

Layer = dict[State, int]

STATES_LIMIT = 2_000_000
"""Distinct states that the reference interpreter holds at a time, if no other limit is given."""
STATE_BYTES = 256
"""What a state takes, roughly, where all are kept; to tell whether the next depth's may fit."""
LITTLE = 4 << 20
"""Bytes up to which states are kept though sequences hardly meet in one: counting depth first is quicker there."""
LOST = "more than 2⁶³ sequences: the reference interpreter counts on, which takes much longer"


@dataclass(frozen=True)
class Wanted:
    """What is to be counted, and what that may take: `limit` states, `memory` bytes. Without `positions`, sequences
    alone are counted; `note` is told what people should know of how it is done."""

    unit: Unit
    limit: int | None
    positions: bool
    memory: int


def may_merge(game: Rules) -> bool:
    """Whether different sequences of turns may come to one state. Where the rules remember all pieces at each moment
    (`repeats(piece, …)`), what was on the board is a part of the state: only within one turn two ways may meet."""
    return not any("piece" in row for row in game.model.repeats)


def perft(
    start: State, depth: int, unit: Unit = "turns", limit: int | None = None, positions: bool = True,
    memory: int | None = None, workers: Workers | None = None, note: Callable[[str], None] = lambda _: None,
) -> Iterator[Depth]:  # fmt: skip
    """Count, and give the numbers for depths 1, 2, … one after another.

    `depth` is in whole turns, or in single decisions and rolls (`unit` "plies"). With `positions`, different positions
    are counted, too, as far as they fit into `memory` bytes (by default most of the machine's free memory). If only
    sequences are counted, `workers` share the first moves. `limit` is the greatest number of states to hold; beyond it,
    raises TooManyError. `note` gets a sentence if the counting changes its method. Raises RuleError.
    """
    wanted = Wanted(unit, limit, positions, share() if memory is None else memory)
    counted: list[Depth] = []
    if positions:
        for found in _by_layers(start, depth, wanted):
            yield found
            counted.append(found)
    for n in range(len(counted) + 1, depth + 1):
        found = _deep(start, n, wanted, counted, workers, note)
        yield found
        counted.append(found)


def _by_layers(start: State, depth: int, wanted: Wanted) -> Iterator[Depth]:
    """The numbers by keeping all states of a depth, as far as they fit."""
    counted = 0
    native = start.game.native
    room = wanted.memory if may_merge(start.game) else min(wanted.memory, LITTLE)
    try:
        if native is not None:
            before, last = 1, 1
            with suppress(GivenUp):
                for found in native.perft(start._stop, depth, wanted.unit, wanted.limit, wanted.memory):
                    yield found
                    counted += 1
                    before, last = last, found.positions or 1
                    if wanted.limit is None and last * last // before * STATE_BYTES > room:
                        return
        if counted < depth:
            yield from islice(_perft(start, depth, wanted.unit, wanted.limit or STATES_LIMIT), counted, None)
    except TooManyError:
        if wanted.limit is not None:
            raise


def _deep(
    start: State, n: int, wanted: Wanted, before: list[Depth], workers: Workers | None, note: Callable[[str], None]
) -> Depth:
    """The numbers for one depth without keeping states."""
    native = start.game.native
    if native is not None and wanted.positions and _may_fit(before, native.room(wanted.memory)):
        with suppress(GivenUp, NoRoomError):
            return native.sequences(start._stop, -1, n, wanted.unit, True, wanted.memory)
    return _sequences(start, n, wanted, workers, note)


def _may_fit(before: list[Depth], room: int) -> bool:
    """Whether there is room for the positions at a depth, as far as the depths before tell."""
    *_, earlier, last = (0, 1, *(found.positions for found in before))
    return last is not None and (not earlier or last * last <= room * earlier)


def _sequences(
    start: State, n: int, wanted: Wanted, workers: Workers | None, note: Callable[[str], None]
) -> Depth:
    native = start.game.native
    if native is not None:
        try:
            if workers is None or workers.size < 2:
                return native.sequences(start._stop, -1, n, wanted.unit, False, wanted.memory)
            tasks = (Behind(start, k, n, Wanted(wanted.unit, None, False, wanted.memory // workers.size))
                     for k in range(len(start.ways)))  # fmt: skip
            return Depth(n, sum(found.sequences for found in workers.each(count_behind, tasks)), None, None)
        except TooGreatError:
            note(f"depth {n}: {LOST}")
            native = None
        except GivenUp:
            note(f"depth {n}: compiled rules can't count it in one go; it is counted in parts, which takes longer")
    return Depth(n, Counting(native, wanted).of(start, n), None, None)


class Counting:
    """Counts sequences in parts: the compiled rules, if there are any, count what they can from a state; else each of
    its moves is played, and what follows is counted likewise. What was counted is kept."""

    def __init__(self, native: Jobs | None, wanted: Wanted) -> None:
        self._native, self._wanted = native, wanted
        self._known: dict[tuple[State, int], int] = {}

    def of(self, state: State, left: int) -> int:
        """The sequences of so many units from a state. Raises RuleError."""
        is_by_turns = self._wanted.unit == "turns"
        if left == 1 and not is_by_turns:
            return len(state.ways)
        found = self._known.get((state, left))
        if found is None:
            found = self._at_once(state, left)
        if found is None:
            found = 0
            for move in state.ways:
                after = state.play(move)
                onward = left - (after.turns - state.turns if is_by_turns else 1)
                if after.is_over or onward <= 0:
                    found += not after.is_over or left == 1
                else:
                    found += self.of(after, onward)
        if len(self._known) < STATES_LIMIT:
            self._known[state, left] = found
        return found

    def _at_once(self, state: State, left: int) -> int | None:
        if self._native is None:
            return None
        with suppress(GivenUp, TooGreatError):
            wanted = self._wanted
            return self._native.sequences(state._stop, -1, left, wanted.unit, False, wanted.memory).sequences
        return None


@dataclass(frozen=True)
class Behind:
    """A first move behind which is counted: the state, the move's number, how deep, and what is wanted."""

    start: State
    option: int
    depth: int
    wanted: Wanted


def divide(
    start: State, depth: int, unit: Unit = "turns", limit: int | None = None, jobs: int = 1,
    workers: Workers | None = None, positions: bool = True, memory: int | None = None,
) -> Iterator[tuple[str, Depth]]:  # fmt: skip
    """The numbers of `perft` for each first move. Their sequences add up to those of `perft`."""
    workers = workers or threads(start.game, jobs if start.game.native is not None else 1)
    room = (share() if memory is None else memory) // workers.size
    wanted = Wanted(unit, limit, positions, room)
    tasks = (Behind(start, option, depth, wanted) for option in range(len(start.ways)))
    for way, found in zip(start.ways, workers.each(count_behind, tasks), strict=True):
        yield way.text, found


def count_behind(game: Game, task: Behind) -> Depth:
    """The numbers behind one move."""
    native, stop, wanted = game.native, task.start._stop, task.wanted
    if native is not None:
        try:
            if wanted.positions and wanted.limit is None and not may_merge(game):
                with suppress(NoRoomError):
                    return native.sequences(stop, task.option, task.depth, wanted.unit, True, wanted.memory)
            elif wanted.positions:
                with suppress(TooManyError):
                    return native.behind(stop, task.option, task.depth, wanted.unit, wanted.limit, wanted.memory)
                if wanted.limit is not None:
                    raise TooManyError(f"there are more than {wanted.limit:,} positions at this depth")
            return native.sequences(stop, task.option, task.depth, wanted.unit, False, wanted.memory)
        except GivenUp:
            if not wanted.positions:
                return _alone(native, at(game, task.start), task)
    return _behind(at(game, task.start), task)


def _alone(native: Jobs, start: State, task: Behind) -> Depth:
    """The sequences behind one move, counted in parts."""
    after = start.play(start.ways[task.option])
    left = task.depth - (after.turns - start.turns if task.wanted.unit == "turns" else 1)
    if after.is_over or left <= 0:
        return Depth(task.depth, int(not after.is_over or task.depth == 1), None, None)
    return Depth(task.depth, Counting(native, task.wanted).of(after, left), None, None)


def _perft(start: State, depth: int, unit: Unit, limit: int) -> Iterator[Depth]:
    layer: Layer = {start: 1}
    for n in range(1, depth + 1):
        layer = _next(layer, start.turns + n, unit, limit)
        yield _summary(n, layer)


def _behind(start: State, task: Behind) -> Depth:
    layer: Layer = {start.play(start.ways[task.option]): 1}
    unit, limit = task.wanted.unit, task.wanted.limit or STATES_LIMIT
    for n in range(1, task.depth + 1):
        if n > 1 or (unit == "turns" and not all(state.is_over for state in layer)):
            layer = _next(layer, start.turns + n, unit, limit)
    return _summary(task.depth, layer)


def _summary(depth: int, layer: Layer) -> Depth:
    ended = sum(ways for state, ways in layer.items() if state.is_over)
    return Depth(depth, sum(layer.values()), len(layer), ended)


def _next(layer: Layer, turns: int, unit: Unit, limit: int) -> Layer:
    """The states one unit on. Games that had ended before are left behind."""
    done: Layer = {}
    layer = {state: ways for state, ways in layer.items() if not state.is_over}
    while layer:
        onward: Layer = {}
        for state, ways in layer.items():
            if state.is_over or (unit == "turns" and state.turns >= turns):
                done[state] = done.get(state, 0) + ways
                continue
            target = onward if unit == "turns" else done
            for move in state.ways:
                after = state.play(move)
                target[after] = target.get(after, 0) + ways
            if len(onward) + len(done) > limit:
                raise TooManyError(f"there are more than {limit:,} positions at this depth")
        layer = onward
    return done
