"""What is hidden from a player in a state, as expressions: both backends work them out, and nothing else hides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from gdl.model import statements as m
from gdl.model.build import FALSE, const, empty, everything, query, union
from gdl.model.model import LAYERS, Hidden, Model
from gdl.model.nodes import Expr, Standing, node
from gdl.model.types import Domain, Range, Size, Type
from gdl.passes.fold import Folder
from gdl.passes.specialise import Specialiser, inside


@dataclass(frozen=True)
class Row:
    """Some cells of a variable: those whose first indices are `first`; `hidden`: which of them – a set over its last
    dimension, or a truth if it has none."""

    first: tuple[int, ...]
    hidden: Expr


@dataclass(frozen=True)
class Sight:
    """What one player doesn't see. `layers`: the sites where each of `LAYERS` is hidden (None if nowhere);
    `rows`: for each variable that may be hidden, its cells in order."""

    layers: tuple[Expr | None, ...]
    rows: dict[m.Variable, tuple[Row, ...]]


def sights(model: Model) -> tuple[Sight, ...]:
    """What each player doesn't see."""
    return tuple(_sight(model, p) for p in range(len(model.players)))


def _sight(model: Model, player: int) -> Sight:
    layers: list[Expr | None] = []
    before: Expr | None = None
    for layer in LAYERS:
        for one in (h for h in model.hidden if h.what == layer):
            found = _set(one, (), player)
            before = found if before is None else union(before, found)
        layers.append(None if before is None else Folder().fold(before))
    rows: dict[m.Variable, tuple[Row, ...]] = {}
    for h in model.hidden:
        if isinstance(h.what, m.Variable):
            firsts = product(*(_values(base) for base in h.what.dimensions[:-1]))
            rows[h.what] = tuple(Row(first, _set(h, first, player)) for first in firsts)
    return Sight(tuple(layers), rows)


def _values(base: Range | Domain) -> range:
    return range(base.low, base.low + len(base))


def _set(h: Hidden, first: tuple[int, ...], player: int) -> Expr:
    """Where, over the last name, something is hidden from a player; a truth if it has no names."""
    players = Specialiser({}, dict(zip(h.names, first, strict=False)))(h.players)
    hidden = Folder().fold(inside(players, player))
    if not h.names:
        return hidden
    last = h.names[-1]
    base = last.type.values
    if hidden is FALSE:
        return empty(Type(base, Size.MANY))
    return Folder().fold(query("union", Type(base, Size.MANY), [(last, everything(base))], hidden, last))


# ---- pieces in groups: what is seen of them


def of_slot(model: Model, kind: int, owner: int) -> Expr:
    """The sites where pieces of a kind and an owner (-1: nobody's) stand, on top."""
    assert model.board is not None
    whose = None if owner < 0 else const(Type(model.player), owner)
    return node(Standing, Type(model.board, Size.MANY), (kind,), whose)


def slots(model: Model) -> Iterator[tuple[int, int]]:
    """Kind and owner of each set of pieces that a state holds, in the order of the layout."""
    for i, kind in enumerate(model.kinds):
        for owner in range(len(model.players)) if kind.owned else [-1]:
            yield i, owner


def owner_of(model: Model, slot: tuple[int, int]) -> int:
    """Whose the pieces of a set are; -1: nobody's."""
    kind, owner = slot
    keeper = model.kinds[kind].keeper
    return owner if keeper is None else keeper
