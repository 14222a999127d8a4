"""Changing the state: statements without decisions, and changes that are only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.model import model as m
from gdl.model.cost import combinations
from gdl.model.nodes import After, Const, Expr, Get, Op, Query, node
from gdl.model.types import Range, Size, Type
from interpreter.graph.abi import KIND, OUT_OF_RANGE, PAY, RANK, SCORES, WHO
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower import stacks
from interpreter.native.lower.context import Context, Gained
from interpreter.native.lower.located import within
from interpreter.native.lower.placing import give_number, put_here, store_cell
from interpreter.native.lower.queries import tuples
from interpreter.native.lower.reading import cell_at, cell_index, written_by
from interpreter.native.lower.sowing import sow
from interpreter.native.module.emitter import NONE, Atom, Slot, Unsupported, Words
from interpreter.native.plan.sowing import sowing
from interpreter.native.record.record import RESULTS, Field

MAX_LISTED = 65_536
"""Tuples that a loop may find before it changes anything: half a megabyte of memory for each name."""


# ---- looking ahead


@contextmanager
def undone(ctx: Context, slots: frozenset[Slot]) -> Iterator[None]:
    """Changes of these parts of the state that are taken back at the end."""
    saved: dict[Slot, Any] = {}
    for slot in sorted(slots, key=str):
        field = ctx.record.fields[slot]
        if slot in ctx.held:
            saved[slot] = ctx.copied(ctx.held[slot])
        else:
            saved[slot] = ctx.memory.reserve(field.bytes)
            _copy(ctx, field, None, saved[slot])
    known = [(dict(scope.values), set(scope.dirty)) for scope in ctx.scopes]
    watches = {slot: ctx.copy(watch) for slot, watch in ctx.watches.items() if slot in slots}
    yield
    for slot, before in saved.items():
        field = ctx.record.fields[slot]
        if slot in ctx.held:
            for one, value in zip([ctx.held[slot]] if field.single else ctx.held[slot],
                                  [before] if field.single else before, strict=True):  # fmt: skip
                ctx.assign(one, value)
        else:
            _copy(ctx, field, before, None)
    ctx.wrote(slots)
    for slot, watch in watches.items():
        ctx.set(ctx.watches[slot], watch)
    for scope, (values, dirty) in zip(ctx.scopes, known, strict=True):
        scope.values.update(values)
        scope.dirty = dirty


def _copy(ctx: Context, field: Field, source: int | None, target: int | None) -> None:
    """Copy an array from the record to an address, or back."""
    for at in (target, source):
        if at is None:
            ctx.put(("local.get", ctx.base.number), ("i32.const", field.offset), ("i32.add",))
        else:
            ctx.put(("i32.const", at))
    ctx.put(("i32.const", field.bytes), ("memory.copy",))


def after(ctx: Context, e: After) -> Atom:
    """A condition, in the state that would follow a change."""
    result, remembers = ctx.new("i32"), ctx.remembers
    with ctx.scope("block"), undone(ctx, written_by(ctx, e.change)):
        ctx.remembers = False
        statements(ctx, e.change)
        ctx.set(result, ctx.x(e.condition))
        ctx.remembers = remembers
    return result


# ---- statements


def statements(ctx: Context, block: m.Block) -> None:
    """Write statements without decisions."""
    left = list(block)
    while left:
        s = left.pop(0)
        plan = sowing(ctx.planner, s, left[0], ctx.special) if left else None
        if plan is None:
            statement(ctx, s)
        else:
            with within(left.pop(0).span):
                sow(ctx, plan)


def statement(ctx: Context, s: m.Statement) -> None:
    """Write one statement; if it can't be compiled, that is said with its place."""
    with within(s.span):
        _written(ctx, s)


def _written(ctx: Context, s: m.Statement) -> None:
    match s:
        case m.Assign():
            _assign(ctx, s)
        case m.Put():
            _put(ctx, s)
        case m.Remove():
            sites = ctx.copied(ctx.x(s.sites))
            if s.count is not None:
                stacks.lift_some(ctx, ctx.x(s.count), sites, s.under)
            elif ctx.model.stacks:
                stacks.lift(ctx, sites)
            else:
                _clear(ctx, sites)
            ctx.wrote(ctx.standing, None if ctx.model.stacks else {})
        case m.Move():
            _move(ctx, s)
        case m.Finish():
            _finish(ctx, s)
        case m.Rank():
            _rank(ctx, s)
        case m.Count():
            _count(ctx, s)
        case m.Branch():
            then = lambda: statements(ctx, s.then)  # noqa: E731
            ctx.when(ctx.x(s.condition), then, (lambda: statements(ctx, s.other)) if s.other else None)
        case m.Loop():
            _loop(ctx, s)
        case _:
            raise TypeError(s)


def _count(ctx: Context, s: m.Count) -> None:
    """One more; what is only looked at counts for nothing."""
    if len(ctx.over) == 1:
        at = ctx.counters + 8 * s.number
        ctx.put(("i32.const", at), ("i32.const", at), ("i64.load", 0), ("i64.const", 1), ("i64.add",), ("i64.store", 0))


def _assign(ctx: Context, s: m.Assign) -> None:
    slot = ctx.layout.slot[s.variable]
    value = ctx.x(s.value)
    base = s.variable.type.base
    if s.checked and isinstance(base, Range):
        may = s.value.type.base
        assert isinstance(may, Range)
        low = ctx.op("lt_s", value, base.low) if may.low < base.low else 0
        high = ctx.op("gt_s", value, base.high) if may.high > base.high else 0
        outside = ctx.truth("or", low, high)
        if s.value.type.size != Size.ONE:
            outside = ctx.truth("and", outside, ctx.there(value, True))
        ctx.fail(OUT_OF_RANGE, outside)
    if not s.indices:
        if slot in (ME, NEXT) and {ME: ctx.me, NEXT: ctx.next}[slot] is not None:
            raise Unsupported("setting who moves where that is known")
        ctx.assign(ctx.held[slot], value)
        ctx.wrote((slot,))
        return
    atoms = [ctx.x(i) for i in s.indices]
    there: Atom = 1
    for a, i in zip(atoms, s.indices, strict=True):
        if i.type.size == Size.MAYBE:
            there = ctx.truth("and", there, ctx.there(a, isinstance(i.type.base, Range)))
    index = cell_index(ctx, s.variable, atoms)
    ctx.when(there, lambda: store_cell(ctx, slot, index, value))
    ctx.wrote((slot,))


def _clear(ctx: Context, sites: Words) -> None:
    """Take every piece off some sites."""
    rest = tuple(ctx.op("xor", word, -1) for word in sites)
    for slot in ctx.layout.piece_slots:
        ctx.assign(ctx.held[slot], ctx.each("and", ctx.held[slot], rest))
    if ctx.numbers:
        give_number(ctx, sites, NONE)


def _put(ctx: Context, s: m.Put) -> None:
    piece, sites = ctx.x(s.piece), ctx.copied(ctx.x(s.sites))
    there = ctx.op("ge_s", piece, 0) if s.piece.type.size == Size.MAYBE else 1
    if ctx.model.stacks:
        ctx.when(there, lambda: stacks.push(ctx, piece, sites, s.under))
    else:
        ctx.when(there, lambda: put_here(ctx, piece, sites))
    ctx.wrote(ctx.standing, _gained(ctx, s, piece))


def _gained(ctx: Context, s: m.Put, piece: Atom) -> Gained | None:
    """Which set of pieces has got which site, if that is known."""
    where = ctx.special(s.sites)
    if not isinstance(piece, int) or not isinstance(where, Op) or where.name != "single":
        return None
    (site,) = where.operands
    if site.type.size != Size.ONE:
        return None
    return {slot: ctx.atom(site) for slot in ctx.layout.piece_slots if piece in ctx.layout.pieces_of_slot(slot)}


def _move(ctx: Context, s: m.Move) -> None:
    """What stands on one site goes to another, if both and a piece are there."""
    if s.count is not None:
        _move_some(ctx, s, s.count)
        return
    a, b = ctx.x(s.origin), ctx.x(s.target)
    slot = ctx.layout.slot[s.origin.variable] if isinstance(s.origin, Get) and not s.origin.indices else None
    sure = ctx.fact(slot)
    if sure and s.target.type.size == Size.ONE and ctx.standing == ctx.pieces:
        _carried(ctx, a, b, sure)
        return
    go: Atom = ctx.op("ne", a, b)
    for atom, e in ((a, s.origin), (b, s.target)):
        if e.type.size == Size.MAYBE:
            go = ctx.truth("and", go, ctx.op("ge_s", atom, 0))

    def carry() -> None:
        wide = ctx.domains.words(ctx.board_shape)
        origin, target = ctx.bit(a, wide), ctx.bit(b, wide)
        standing = [ctx.some(ctx.each("and", ctx.held[slot], origin)) for slot in ctx.layout.piece_slots]
        occupied: Atom = 0
        for here in standing:
            occupied = ctx.truth("or", occupied, here)
        if ctx.model.stacks:
            ctx.when(occupied, lambda: stacks.carry(ctx, a, b))
        moved = tuple(ctx.select(occupied, w, 0) for w in ctx.each("or", origin, target))
        rest = tuple(ctx.op("xor", w, -1) for w in moved)
        for slot, here in zip(ctx.layout.piece_slots, standing, strict=True):
            added = tuple(ctx.select(here, w, 0) for w in target)
            ctx.assign(ctx.held[slot], ctx.each("or", ctx.each("and", ctx.held[slot], rest), added))

        def swap() -> None:
            store_cell(ctx, ctx.layout.numbers, b, cell_at(ctx, ctx.layout.numbers, a))
            store_cell(ctx, ctx.layout.numbers, a, NONE)

        if ctx.numbers:
            ctx.when(occupied, swap)

    ctx.when(go, carry)
    ctx.wrote(ctx.standing)


def _move_some(ctx: Context, s: m.Move, count: Expr) -> None:
    """So many pieces of a stack go, if both sites are there."""
    a, b, many = ctx.x(s.origin), ctx.x(s.target), ctx.x(count)
    there: Atom = 1
    for atom, e in ((a, s.origin), (b, s.target)):
        if e.type.size == Size.MAYBE:
            there = ctx.truth("and", there, ctx.op("ge_s", atom, 0))
    ctx.when(there, lambda: stacks.carry_some(ctx, many, a, b))
    ctx.wrote(ctx.standing)


def _carried(ctx: Context, a: Atom, b: Atom, sure: frozenset[Slot]) -> None:
    """The same where a piece is sure to stand on `a`, and in which sets of pieces it may: nothing is asked."""
    wide = ctx.domains.words(ctx.board_shape)
    origin, target = ctx.bit(a, wide), ctx.bit(b, wide)
    gone = tuple(ctx.op("xor", w, -1) for w in ctx.each("or", origin, target))
    rest = tuple(ctx.op("xor", w, -1) for w in target)
    for slot in ctx.layout.piece_slots:
        held = ctx.held[slot]
        if slot not in sure:
            ctx.assign(held, ctx.each("and", held, rest))
            continue
        added = target
        if len(sure) > 1:
            here = ctx.some(ctx.each("and", held, origin))
            added = tuple(ctx.select(here, w, 0) for w in target)
        ctx.assign(held, ctx.each("or", ctx.each("and", held, gone), added))
    ctx.wrote(ctx.standing, dict.fromkeys(sure, b))


def result(ctx: Context, kind: int, who: Atom) -> None:
    """Write how the game ends."""
    for offset, value in ((KIND, kind), (WHO, who)):
        ctx.put(("local.get", ctx.base.number))
        ctx.push(value)
        ctx.put(("i64.store", offset))


def _finish(ctx: Context, s: m.Finish) -> None:
    (who,) = ctx.x(s.who)

    def end() -> None:
        if len(ctx.over) > 1:  # only looking ahead
            ctx.leave(ctx.over[-1])
            return
        result(ctx, RESULTS.index(s.result) + 1, who)
        ctx.leave(ctx.over[-1])

    ctx.when(ctx.op("ne", who, 0), end)


def _rank(ctx: Context, s: m.Rank) -> None:
    if len(ctx.over) > 1:
        ctx.leave(ctx.over[-1])
        return
    e = ctx.special(s.score)
    for p in range(len(ctx.model.players)):
        with ctx.scope("block", frozenset((s.player,))) as scope:
            scope.values[s.player] = p
            score = ctx.code(e)
            ctx.put(("local.get", ctx.base.number))
            ctx.push(score)
            ctx.put(("i64.store", SCORES + 8 * p))
    result(ctx, PAY if s.pays else RANK, 0)
    ctx.leave(ctx.over[-1])


def _loop(ctx: Context, s: m.Loop) -> None:
    """The body for every tuple; they are all found before the first."""
    writes = written_by(ctx, (s,))
    slots = [ctx.layout.slot[v] for v in s.variables]
    binders = [(v, ctx.special(e)) for v, e in s.binders]
    where = ctx.special(s.where)

    def body(values: list[Any]) -> None:
        for slot, value in zip(slots, values, strict=True):
            ctx.assign(ctx.held[slot], value)
        ctx.wrote(slots)
        statements(ctx, s.body)

    if not binders:
        ctx.when(ctx.atom(where), lambda: body([]))
        return
    if len(binders) == 1 and binders[0][1].type.size != Size.FAMILY:
        ((variable, source),) = binders
        many_type = Type(source.type.base, Size.MANY)
        found: Expr = node(Query, many_type, "union", tuple(binders), where, (variable,))
        many = ctx.copied(ctx.words(source if _true(where) else found))
        constant = all(isinstance(w, int) for w in many)
        if constant and isinstance(source, Const) and _true(where) and source.value.bit_count() <= 4:
            base = source.type.base
            for i in range(source.value.bit_length()):
                if source.value >> i & 1:
                    body([ctx.domains.element(base, i + base.low)])
            return
        with ctx.elements(many, source.type.base.low, writes=writes) as (element, _):
            ctx.wrote(writes)
            body([element])
        ctx.wrote(writes)
        return
    reads = ctx.reads(where).union(*(ctx.reads(e) for _, e in binders))
    if not reads & writes:

        def at_once(values: list[Any]) -> None:
            ctx.wrote(writes)
            body(values)

        tuples(ctx, binders, where, at_once, writes)
    else:
        _listed(ctx, binders, where, body, writes)
    ctx.wrote(writes)


def _listed(
    ctx: Context, binders: list[Any], where: Expr, body: Callable[[list[Any]], None], writes: frozenset[Slot]
) -> None:
    """A loop over tuples that are kept in memory first."""
    count = combinations(binders)
    if count > MAX_LISTED or any(e.type.size == Size.FAMILY for _, e in binders):
        raise Unsupported(f"a loop over {count:,} combinations that changes what it looks at",
                          "keep what it looks at in a `let` before the loop, or loop over fewer things")  # fmt: skip
    row = 8 * len(binders)
    address = ctx.memory.reserve(row * count)
    end = ctx.copy(0)

    def keep(values: list[Any]) -> None:
        for i, value in enumerate(values):
            ctx.wrapped(end)
            ctx.push(value)
            ctx.put(("i64.store", address + 8 * i))
        ctx.set(end, ctx.op("add", end, row))

    tuples(ctx, binders, where, keep)
    at = ctx.copy(0)
    with ctx.block() as done, ctx.block("loop", writes=writes) as again:
        ctx.wrote(writes)
        ctx.leave(done, ctx.op("ge_s", at, end))
        values: list[Any] = []
        for i in range(len(binders)):
            ctx.wrapped(at)
            ctx.put(("i64.load", address + 8 * i))
            values.append(ctx.kept())
        ctx.set(at, ctx.op("add", at, row))
        body(values)
        ctx.leave(again)


def _true(e: Expr) -> bool:
    return isinstance(e, Const) and e.value is True
