"""Which moves a text may stand for, told from the text alone: nearly all are passed by before they are written.

Most rules write what is chosen in all ways of a move: `b` in "{a}-{b}", "{a.kind}{b}" and "{b}". A text in which the
label of `b` isn't found stands for no such move, however loosely it is read; see `readings`. Nothing is passed by
otherwise, nor where a text might be the beginning of a move's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from gdl.model.nodes import Cond, Const, Expr, Op, Table, Var
from gdl.model.statements import Choose
from gdl.model.types import Domain, Size
from interpreter.game.readings import MARKS
from interpreter.graph.backend import Entry, Stepper
from interpreter.graph.graph import Ask

_SIGNS = re.compile(r"[\W_]+")


def likely(machine: Stepper, entries: Sequence[Entry], text: str) -> list[int]:
    """The places of the entries that the text may stand for: all that it does stand for, in any reading, and some more.
    """
    bare, folded = _bare(text), MARKS.sub("", " ".join(text.split()).casefold())
    anchors = _anchors(machine)
    found = {ask: _fitting(anchor, bare, folded) if (anchor := anchors[ask]) else None
             for ask in {entry.ask for entry in entries}}  # fmt: skip
    return [i for i, entry in enumerate(entries)
            if (fit := found[entry.ask]) is None
            or (entry.chosen[fit.alone] in fit.members if fit.alone >= 0 else fit.holds(entry.chosen))]  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Anchor:
    """Labels that stand in every text of a decision's options: those of some choices."""

    everywhere: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]
    """For choices that are always written: their place, and each form of their labels, ready to be compared."""
    first: tuple[int, tuple[str, ...]]
    """The choice whose label begins the text, with its labels; upper and lower case count as one."""


@dataclass(frozen=True)
class _Fit:
    """The options of a decision that a text may stand for: they have one of some members at each of some places, and
    one of some at the first."""

    everywhere: tuple[tuple[int, frozenset[int]], ...]
    first: tuple[int, frozenset[int]]
    alone: int
    """The only place that is tested, which is quicker; -1 if there are several."""
    members: frozenset[int]
    """The members that may be chosen at that place."""

    def holds(self, chosen: Sequence[int]) -> bool:
        """Whether the option with these choices is one of them."""
        if all(chosen[i] in members for i, members in self.everywhere):
            return True
        i, members = self.first
        return chosen[i] in members


@lru_cache(maxsize=10_000)
def _fitting(anchor: _Anchor, bare: str, folded: str) -> _Fit:
    everywhere = tuple((i, frozenset(chain(*(_members(labels, lambda one: one in bare) for labels in forms))))
                       for i, forms in anchor.everywhere)  # fmt: skip
    i, labels = anchor.first
    first = frozenset(_members(labels, lambda s: s.startswith(folded) or folded.startswith(s)))
    alone = i if [place for place, _ in everywhere] == [i] else -1
    return _Fit(everywhere, (i, first), alone, first | everywhere[0][1])


def _members(labels: Sequence[str], fits: Callable[[str], bool]) -> Iterator[int]:
    """The members whose labels fit; the last label is that of nothing."""
    for member, label in enumerate(labels):
        if fits(label):
            yield member if member < len(labels) - 1 else -1


@lru_cache(maxsize=16)
def _anchors(machine: Stepper) -> list[_Anchor | None]:
    """The anchor for each node of the graph that asks; None if it has none."""
    return [_anchor(node.choose) if isinstance(node, Ask) else None for node in machine.graph.nodes]


def _anchor(choose: Choose) -> _Anchor | None:
    names = [var for var, _ in choose.binders]
    places = {v.number: i for i, v in enumerate(names) if isinstance(v.type.base, Domain) and v.type.size != Size.MANY}
    head = choose.text.operands[0] if isinstance(choose.text, Op) and choose.text.name == "text" else choose.text
    first = _labels(head, places)
    ways = [way for text in (choose.text, *choose.others) for way in _branches(text)]
    found = [[said for part in way if (said := _labels(part, places)) is not None] for way in ways]
    everywhere = []
    for place in set.intersection(*({place for place, _ in way} for way in found)):
        forms = {labels for way in found for at, labels in way if at == place}
        if all(_is_plain(label) for labels in forms for label in labels):
            everywhere.append((place, tuple(tuple(map(_bare, labels)) for labels in forms)))
    if first is None or not everywhere:
        return None
    return _Anchor(tuple(everywhere), (first[0], tuple(label.casefold() for label in first[1])))


def _is_plain(label: str) -> bool:
    """Whether a label has no signs that people might leave out or write in another way."""
    return label.isalnum() or not label


def _branches(text: Expr) -> Iterator[tuple[Expr, ...]]:
    """The parts of each text that an expression may give, but the empty one."""
    if isinstance(text, Cond):
        yield from _branches(text.then)
        yield from _branches(text.other)
    elif isinstance(text, Op) and text.name == "text":
        yield text.operands
    elif not (isinstance(text, Const) and text.value == ""):
        yield (text,)


def _labels(part: Expr, places: dict[int, int]) -> tuple[int, tuple[str, ...]] | None:
    """The choice that a part of a text writes, by its place, and its labels; None if it writes something else."""
    counted = isinstance(part, Op) and part.name == "string"
    table = part.operands[0] if isinstance(part, Op) and counted else part
    if not isinstance(table, Table) or len(table.arguments) != 1 or not isinstance(table.arguments[0], Var):
        return None
    place = places.get(table.arguments[0].number)
    values = ["" if value is None else value for value in table.values]
    if place is None or not all(isinstance(value, int if counted else str) or value == "" for value in values):
        return None
    return place, tuple(map(str, values))


def _bare(text: str) -> str:
    """Letters and figures alone, upper and lower case and noughts and O being one."""
    return _SIGNS.sub("", text.casefold()).replace("0", "o")
