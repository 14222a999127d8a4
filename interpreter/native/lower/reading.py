"""Reading the state: its single values are locals of the function, its arrays stay in the record."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from gdl.model import statements as m
from gdl.model.nodes import Content, Get, Standing
from gdl.model.types import Size
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc, Slot, Words
from interpreter.native.plan.occupied import known_by
from interpreter.native.record.record import Field

# ---- the whole state


def load_all(w: Writer) -> None:
    """From the record into locals."""
    for slot, field in w.facts.record.fields.items():
        if slot in w.held:
            _load(w, field, w.held[slot], field.offset, w.known.base)


def store_all(w: Writer, me: Atom | None = None, next_: Atom | None = None) -> None:
    """From locals into the record."""
    for slot, field in w.facts.record.fields.items():
        if slot in w.held:
            value = w.held[slot]
            value = me if slot == ME and me is not None else next_ if slot == NEXT and next_ is not None else value
            store_field(w, field, value, field.offset, w.known.base)


def _load(w: Writer, field: Field, target: Any, offset: int, base: Loc) -> None:
    for i, one in enumerate([target] if field.single else target):
        w.values.assign(one, w.values.load(field.cell, i, offset, base))


def store_field(w: Writer, field: Field, value: Any, offset: int, base: Loc) -> None:
    """Store a part of the state that is held in locals."""
    for i, one in enumerate([value] if field.single else value):
        w.values.store(field.cell, i, offset, one, base)


def cell_index(w: Writer, variable: m.Variable, atoms: list[Atom]) -> Atom:
    """The cell of a variable with dimensions."""
    index: Atom = 0
    for dimension, a in zip(variable.dimensions, atoms, strict=True):
        index = w.emit.op("mul", index, w.facts.domains.size(dimension))
        index = w.emit.op("add", index, w.emit.op("sub", a, dimension.low))
    return index


def get(w: Writer, e: Get) -> Any:
    """What a variable holds."""
    slot = w.facts.layout.slot[e.variable]
    if not e.indices:
        return w.read(slot)
    index = cell_index(w, e.variable, [w.atom(i) for i in e.indices])
    return cell_at(w, slot, index)


def cell_at(w: Writer, slot: Slot, index: Atom, sure: bool = False) -> Any:
    """A cell of an array. `sure`: something is there."""
    field = w.facts.record.fields[slot]
    if slot not in w.held:
        return w.values.load(field.cell, index, field.offset, w.known.base, sure)
    cells = w.held[slot]
    if isinstance(index, int):
        return w.values.copied(cells[index])
    result = w.values.copied(cells[-1])
    for i in reversed(range(field.count - 1)):
        result = w.values.choice(w.emit.op("eq", index, i), cells[i], result, field.type)
    return result


def _joined_slots(w: Writer, slots: Iterable[Slot]) -> Words:
    first, *others = [w.held[slot] for slot in slots] or [(0,) * w.facts.domains.words(w.facts.board_shape)]
    result: Words = reduce(lambda a, b: w.sets.each("or", a, b), others, first) if others else w.values.copied(first)
    return result


def standing(w: Writer, e: Standing) -> Words:
    """The sites where pieces stand."""
    slots = w.facts.layout.kind_slot
    if e.owner is None:
        return _joined_slots(w, (s for k in e.kinds for s in w.facts.layout.slots_of_kind(k)))
    players = range(len(w.facts.model.players))
    by_player = [_joined_slots(w, (slots[k] + p for k in e.kinds)) for p in players]
    owner = w.code(e.owner)
    if e.owner.type.size == Size.ONE:
        if isinstance(owner, int):
            return by_player[owner]
        result = by_player[-1]
        for p in reversed(players[:-1]):
            here = w.emit.op("eq", owner, p)
            result = tuple(w.emit.select(here, a, b) for a, b in zip(by_player[p], result, strict=True))
        return result
    result = (0,) * len(by_player[0])
    for p in players:
        chosen = w.sets.test(owner, p)
        result = w.sets.each("or", result, tuple(w.emit.select(chosen, word, 0) for word in by_player[p]))
    return result


def content(w: Writer, e: Content) -> Atom:
    """What stands on a site."""
    site = w.atom(e.site)
    among = w.emit.fact(known_by(w.facts.layout, e.site)).one_of
    if e.what == "number":
        sure = bool(among) and among <= w.facts.slots.numbered
        number: Atom = cell_at(w, w.facts.layout.numbers, site, sure)
        return number
    return _owner_at(w, site, among) if e.what == "owner" else _part_at(w, site, e.what, among)


def piece_at(w: Writer, site: Atom) -> Atom:
    """The piece on a site (on top), or -1."""
    return _part_at(w, site, "piece", frozenset())


def _part_at(w: Writer, site: Atom, what: str, among: frozenset[Slot]) -> Atom:
    """What stands there, or -1; if it is known to be among some, one of these does."""
    result: Atom | None = None if among else -1
    for slot in reversed(sorted(among) or w.facts.layout.piece_slots):
        piece = w.facts.layout.pieces_of_slot(slot)[0]
        kind, _, number = w.facts.model.piece_parts[piece]
        value: Atom = kind if what == "kind" else piece
        if what == "piece" and number is not None:
            value = w.emit.op("add", cell_at(w, w.facts.layout.numbers, site), piece - number)
        result = value if result is None else w.emit.select(w.sets.test(w.held[slot], site), value, result)
    assert result is not None
    return result


def _owner_at(w: Writer, site: Atom, among: frozenset[Slot]) -> Atom:
    """Whose piece stands there, or -1."""
    slots: dict[int, list[Slot]] = {}
    for slot in sorted(among) or w.facts.layout.piece_slots:
        slots.setdefault(w.facts.model.piece_parts[w.facts.layout.pieces_of_slot(slot)[0]][1], []).append(slot)
    if among and len(slots) == 1:
        return next(iter(slots))
    result: Atom = -1
    for owner in sorted(slots.keys() - {-1}, reverse=True):
        theirs = _joined_slots(w, slots[owner])
        result = w.emit.select(w.sets.test(theirs, site), owner, result)
    return result
