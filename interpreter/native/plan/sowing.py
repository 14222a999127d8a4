"""Sowing: a walker goes from cell to cell, and each step adds one. Where it goes depends on where it began alone, so
all steps together are a table: what is added to every cell, and where the walker ends.

    let last = a
    for n in 1..a.seeds
      last = last.next
      last.seeds += 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.build import TRUE
from gdl.model.nodes import Const, Expr, Get, Op, node
from gdl.model.types import Domain, Range, Size
from interpreter.native.plan.cells import Trial, Unknown, array_values
from interpreter.native.plan.planner import Planner

LANES = 16
MAX_ENTRIES = 2_048
"""Sixteen bytes each: as much as the fastest cache holds."""

Special = Callable[[Expr], Expr]


@dataclass(frozen=True)
class Sowing:
    """`walker` begins where `origin` is, and makes so many steps as `count` says, at most `most`. For each position it
    may begin at, and each number of steps: what is added to the cells of `array`, and the position where it ends."""

    walker: m.Variable
    origin: m.Variable
    count: Expr
    most: int
    array: m.Variable
    added: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]

    @property
    def start(self) -> Expr:
        """Where the walker begins, as an expression."""
        return node(Get, self.origin.type, self.origin, ())


def sowing(planner: Planner, first: m.Statement, then: m.Statement, special: Special) -> Sowing | None:
    """The plan of two statements that are such a thing."""
    return planner.once((first, then, special, "sowing"), lambda: _sowing(planner, first, then, special))


def _sowing(planner: Planner, first: m.Statement, then: m.Statement, special: Special) -> Sowing | None:
    if not isinstance(first, m.Assign) or not isinstance(then, m.Loop) or first.indices:
        return None
    begun = special(first.value)
    if not isinstance(begun, Get) or begun.indices or begun.variable is first.variable or len(then.binders) != 1:
        return None
    source = special(then.binders[0][1])
    if special(then.where) is not TRUE or not isinstance(source, Op) or source.name != "range":
        return None
    low, count = source.operands
    base, sites = count.type.base, first.variable.type.base
    if not (isinstance(low, Const) and low.value == 1 and isinstance(base, Range) and base.low >= 0 and not count.free
            and count.type.size == Size.ONE and isinstance(sites, Domain) and begun.type == first.variable.type
            and begun.type.size == Size.ONE and first.variable.local):  # fmt: skip
        return None
    if source.type.base != Range(1, base.high):
        return None
    try:
        return _Walk(planner, first.variable, begun.variable, special).sowing(then.body, count, base.high)
    except Unknown:
        return None


class _Walk:
    """The steps of a walker, tried from each site."""

    def __init__(self, planner: Planner, walker: m.Variable, origin: m.Variable, special: Special) -> None:
        self.planner, self.walker, self.origin, self.special = planner, walker, origin, special
        self.array: m.Variable | None = None

    def sowing(self, body: m.Block, count: Expr, most: int) -> Sowing:
        """The whole plan; raises Unknown where steps depend on anything else."""
        sites = self.walker.type.base
        assert isinstance(sites, Domain)
        for s in m.walk(body):
            if isinstance(s, m.Assign) and s.indices:
                self.array = s.variable
        values = array_values(self.planner, self.array) if self.array else None
        size = self.planner.domains.size(sites)
        if (self.array is None or values is None or self.array.dimensions != (sites,) or size > LANES
                or size * (most + 1) > MAX_ENTRIES or len(values) + most > 256):  # fmt: skip
            raise Unknown
        known = isinstance(count, Get) and count.variable is self.array and self._is_origin(count.indices)
        added: list[tuple[int, ...]] = [(0,) * size] * (size * (most + 1))
        ends = [0] * len(added)
        positions = self.planner.domains.positions(sites)
        for origin, position in enumerate(positions):
            steps = {at: self._step(body, origin, at) for at in range(len(positions))}
            at, cells = origin, [0] * size
            extremes: dict[int, tuple[int, int]] = {}
            for n in range(most + 1):
                added[position * (most + 1) + n] = tuple(cells)
                ends[position * (most + 1) + n] = positions[at]
                self._checked(cells, extremes, position if known else -1, n, values)
                changes, at = steps[at]
                for cell, change in changes:
                    cells[positions[cell]] += change
                    low, high = extremes.get(positions[cell], (0, 0))
                    extremes[positions[cell]] = min(low, cells[positions[cell]]), max(high, cells[positions[cell]])
        return Sowing(self.walker, self.origin, count, most, self.array, tuple(added), tuple(ends))

    def _is_origin(self, indices: tuple[Expr, ...]) -> bool:
        return len(indices) == 1 and isinstance(indices[0], Get) and indices[0].variable is self.origin

    def _checked(
        self, cells: list[int], extremes: dict[int, tuple[int, int]], own: int, n: int, values: list[int]
    ) -> None:
        """On the way no cell may be beyond its limits where it isn't in the end: then one comparison at the end tells.
        Of the cell that says how many steps there are it is known what it holds."""
        for cell, (low, high) in extremes.items():
            seen = low >= min(cells[cell], 0) and high <= max(cells[cell], 0)
            if not seen and (cell != own or values[0] > n + low or values[-1] < n + high):
                raise Unknown

    def _step(self, body: m.Block, origin: int, at: int) -> tuple[list[tuple[int, int]], int]:
        """What one step changes: cells by one more or less, and where the walker is then."""
        held = {self.origin: origin, self.walker: at}
        changes: list[tuple[int, int]] = []
        self._run(body, held, changes)
        return changes, held[self.walker]

    def _run(self, body: m.Block, held: dict[m.Variable, int], changes: list[tuple[int, int]]) -> None:
        for s in body:
            trial = Trial(self.planner, [], held)
            match s:
                case m.Assign() if s.variable is self.walker:
                    held[self.walker] = trial.of(self.special(s.value), {})
                    if held[self.walker] < 0:
                        raise Unknown
                case m.Assign() if s.variable is self.array and len(s.indices) == 1:
                    cell = trial.of(self.special(s.indices[0]), {})
                    if cell < 0:
                        raise Unknown
                    changes.append((cell, self._change(s, cell, held)))
                case m.Branch():
                    chosen = trial.of(self.special(s.condition), {})
                    self._run(s.then if chosen else s.other or (), held, changes)
                case _:
                    raise Unknown

    def _change(self, s: m.Assign, cell: int, held: dict[m.Variable, int]) -> int:
        """By how much a statement changes the cell that it names: one more, or one less."""
        value = self.special(s.value)
        if not isinstance(value, Op) or value.name not in ("+", "-"):
            raise Unknown
        before, by = value.operands
        if not (isinstance(before, Get) and before.variable is self.array and isinstance(by, Const) and by.value == 1):
            raise Unknown
        if Trial(self.planner, [], held).of(self.special(before.indices[0]), {}) != cell:
            raise Unknown
        return 1 if value.name == "+" else -1
