"""Reading the state: its single values are locals of the function, its arrays stay in the record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gdl.model import model as m
from gdl.model.nodes import Content, Get, Standing, Var
from gdl.model.types import Size
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Atom, Loc, Slot, Words
from interpreter.native.record.record import Field

# ---- the whole state


def load_all(ctx: Context) -> None:
    """From the record into locals."""
    for slot, field in ctx.record.fields.items():
        if slot in ctx.held:
            _load(ctx, field, ctx.held[slot], field.offset, ctx.base)


def store_all(ctx: Context, me: Atom | None = None, next_: Atom | None = None) -> None:
    """From locals into the record."""
    for slot, field in ctx.record.fields.items():
        if slot in ctx.held:
            value = ctx.held[slot]
            value = me if slot == ME and me is not None else next_ if slot == NEXT and next_ is not None else value
            store_field(ctx, field, value, field.offset, ctx.base)


def _load(ctx: Context, field: Field, target: Any, offset: int, base: Loc) -> None:
    for i, one in enumerate([target] if field.single else target):
        ctx.assign(one, ctx.load(field.cell, i, offset, base))


def store_field(ctx: Context, field: Field, value: Any, offset: int, base: Loc) -> None:
    """Store a part of the state that is held in locals."""
    for i, one in enumerate([value] if field.single else value):
        ctx.store(field.cell, i, offset, one, base)


def written_by(ctx: Context, block: m.Block) -> frozenset[Slot]:
    """The parts of the state that statements may change."""
    found: set[Slot] = set()
    for s in m.walk(block):
        match s:
            case m.Choose() | m.Loop():
                found |= {ctx.layout.slot[v] for v in s.variables}
            case m.Assign():
                found.add(ctx.layout.slot[s.variable])
            case m.OnBoard():
                found |= ctx.standing
    return frozenset(found)


def cell_index(ctx: Context, variable: m.Variable, atoms: list[Atom]) -> Atom:
    """The cell of a variable with dimensions."""
    index: Atom = 0
    for dimension, a in zip(variable.dimensions, atoms, strict=True):
        index = ctx.op("mul", index, ctx.domains.size(dimension))
        index = ctx.op("add", index, ctx.op("sub", a, dimension.low))
    return index


def get(ctx: Context, e: Get) -> Any:
    """What a variable holds."""
    slot = ctx.layout.slot[e.variable]
    if not e.indices:
        return ctx.read(slot)
    index = cell_index(ctx, e.variable, [ctx.atom(i) for i in e.indices])
    return cell_at(ctx, slot, index)


def cell_at(ctx: Context, slot: Slot, index: Atom) -> Any:
    """A cell of an array."""
    field = ctx.record.fields[slot]
    if slot not in ctx.held:
        return ctx.load(field.cell, index, field.offset, ctx.base)
    cells = ctx.held[slot]
    if isinstance(index, int):
        return ctx.copied(cells[index])
    result = ctx.copied(cells[-1])
    for i in reversed(range(field.count - 1)):
        result = ctx.choice(ctx.op("eq", index, i), cells[i], result, field.type)
    return result


def _joined_slots(ctx: Context, slots: Iterable[Slot]) -> Words:
    result: Words = (0,) * ctx.domains.words(ctx.board_shape)
    for slot in slots:
        result = ctx.each("or", result, ctx.held[slot])
    return ctx.copied(result)  # type: ignore[no-any-return]


def standing(ctx: Context, e: Standing) -> Words:
    """The sites where pieces stand."""
    slots = ctx.layout.kind_slot
    if e.owner is None:
        return _joined_slots(ctx, (s for k in e.kinds for s in ctx.slots_of_kind(k)))
    players = range(len(ctx.model.players))
    by_player = [_joined_slots(ctx, (slots[k] + p for k in e.kinds)) for p in players]
    owner = ctx.code(e.owner)
    if e.owner.type.size == Size.ONE:
        if isinstance(owner, int):
            return by_player[owner]
        result = by_player[-1]
        for p in reversed(players[:-1]):
            here = ctx.op("eq", owner, p)
            result = tuple(ctx.select(here, a, b) for a, b in zip(by_player[p], result, strict=True))
        return result
    result = (0,) * len(by_player[0])
    for p in players:
        chosen = ctx.test(owner, p)
        result = ctx.each("or", result, tuple(ctx.select(chosen, w, 0) for w in by_player[p]))
    return result


def content(ctx: Context, e: Content) -> Atom:
    """What stands on a site."""
    site = ctx.atom(e.site)
    if e.what == "number":
        return cell_at(ctx, ctx.layout.numbers, site)  # type: ignore[no-any-return]
    among = frozenset[Slot]()
    if isinstance(e.site, Var):
        among = ctx.fact(e.site)
    elif isinstance(e.site, Get) and not e.site.indices:
        among = ctx.fact(ctx.layout.slot[e.site.variable])
    return _owner_at(ctx, site, among) if e.what == "owner" else _part_at(ctx, site, e.what, among)


def piece_at(ctx: Context, site: Atom) -> Atom:
    """The piece on a site (on top), or -1."""
    return _part_at(ctx, site, "piece", frozenset())


def _part_at(ctx: Context, site: Atom, what: str, among: frozenset[Slot]) -> Atom:
    """What stands there, or -1; if it is known to be among some, one of these does."""
    result: Atom | None = None if among else -1
    for slot in reversed(sorted(among) or ctx.layout.piece_slots):
        piece = ctx.layout.pieces_of_slot(slot)[0]
        kind, _, number = ctx.model.piece_parts[piece]
        value: Atom = kind if what == "kind" else piece
        if what == "piece" and number is not None:
            value = ctx.op("add", cell_at(ctx, ctx.layout.numbers, site), piece - number)
        result = value if result is None else ctx.select(ctx.test(ctx.held[slot], site), value, result)
    assert result is not None
    return result


def _owner_at(ctx: Context, site: Atom, among: frozenset[Slot]) -> Atom:
    """Whose piece stands there, or -1."""
    slots: dict[int, list[Slot]] = {}
    for slot in sorted(among) or ctx.layout.piece_slots:
        slots.setdefault(ctx.model.piece_parts[ctx.layout.pieces_of_slot(slot)[0]][1], []).append(slot)
    if among and len(slots) == 1:
        return next(iter(slots))
    result: Atom = -1
    for owner in sorted(slots.keys() - {-1}, reverse=True):
        theirs = _joined_slots(ctx, slots[owner])
        result = ctx.select(ctx.test(theirs, site), owner, result)
    return result
