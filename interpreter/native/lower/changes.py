"""Changing the state: statements without decisions, and changes that are only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.model import statements as m
from gdl.model.nodes import After, Expr
from gdl.model.types import Range, Size
from interpreter.graph.abi import ENDING, KIND, OUT_OF_RANGE, PAY, RANK, SCORES, TOO_MANY, WHO
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower import stacks
from interpreter.native.lower.located import within
from interpreter.native.lower.placing import give_number, put_here, store_cell
from interpreter.native.lower.reading import cell_at, cell_index
from interpreter.native.lower.sowing import sow
from interpreter.native.lower.sums_in_cells import added_in_locals
from interpreter.native.lower.tuples import are_known, elements_known, tuples
from interpreter.native.lower.writer import Gained, Writer
from interpreter.native.module.emitter import NONE, Atom, SiteFact, Slot, Unsupported, Words
from interpreter.native.plan.loops import IfTrue, Listed, OverSet, Straight, loop_plan
from interpreter.native.plan.occupied import known_by, only_site
from interpreter.native.plan.sowing import sowing
from interpreter.native.plan.ways import written_by
from interpreter.native.plan.while_writing import Seen
from interpreter.native.record.record import RESULTS, Field

# ---- looking ahead


@contextmanager
def undone(w: Writer, slots: frozenset[Slot]) -> Iterator[None]:
    """Changes of these parts of the state that are taken back at the end."""
    saved: dict[Slot, Any] = {}
    for slot in sorted(slots, key=str):
        field = w.facts.record.fields[slot]
        if slot in w.held:
            saved[slot] = w.values.copied(w.held[slot])
        else:
            saved[slot] = w.facts.memory.reserve(field.bytes)
            _copy(w, field, None, saved[slot])
    known = [(dict(scope.values), set(scope.dirty), dict(scope.facts)) for scope in w.emit.scopes]
    watches = {slot: w.emit.copy(watch) for slot, watch in w.held.watches.items() if slot in slots}
    vacant = w.held.vacant
    empty = () if vacant is None else (vacant.of(w.emit), *vacant.set_of(w.emit))
    yield
    for slot, before in saved.items():
        field = w.facts.record.fields[slot]
        if slot in w.held:
            for one, value in zip([w.held[slot]] if field.single else w.held[slot],
                                  [before] if field.single else before, strict=True):  # fmt: skip
                w.values.assign(one, value)
        else:
            _copy(w, field, before, None)
    w.held.wrote(slots, vacated=((), 0))
    for slot, watch in watches.items():
        w.emit.set(w.held.watches[slot], watch)
    if vacant is not None:
        for local, before in zip((vacant.number, *vacant.words), empty, strict=True):
            w.emit.set(local, before)
    for scope, (values, dirty, facts) in zip(w.emit.scopes, known, strict=True):
        scope.values.update(values)
        scope.dirty, scope.facts = dirty, facts


def _copy(w: Writer, field: Field, source: int | None, target: int | None) -> None:
    """Copy an array from the record to an address, or back."""
    for at in (target, source):
        if at is None:
            w.emit.put(w.known.base.get, ("i32.const", field.offset), ("i32.add",))
        else:
            w.emit.put(("i32.const", at))
    w.emit.put(("i32.const", field.bytes), ("memory.copy",))


def after(w: Writer, e: After) -> Any:
    """A value, in the state that would follow a change."""
    result, w = w.values.fresh(e.type), w.where(remembers=False)
    with w.emit.scope("block"), undone(w, written_by(w.facts.layout, e.change)):
        statements(w, e.change)
        w.values.assign(result, w.x(e.value))
    return result


# ---- statements


def statements(w: Writer, block: m.Block) -> None:
    """Write statements without decisions."""
    left = list(block)
    while left:
        s = left.pop(0)
        plan = sowing(w.facts.planner, s, left[0], w.known.special) if left else None
        if plan is None:
            statement(w, s)
        else:
            with within(left.pop(0).span):
                sow(w, plan)


def statement(w: Writer, s: m.Statement) -> None:
    """Write one statement; if it can't be compiled, that is said with its place."""
    with within(s.span):
        _written(w, s)


def _written(w: Writer, s: m.Statement) -> None:
    match s:
        case m.Assign():
            _assign(w, s)
        case m.Put():
            _put(w, s)
        case m.Remove():
            sites = w.values.copied(w.x(s.sites))
            if s.count is not None:
                stacks.lift_some(w, w.x(s.count), sites, s.under)
            elif w.facts.model.stacks:
                stacks.lift(w, sites)
            else:
                _clear(w, sites)
            w.held.wrote(w.facts.slots.standing, None if w.facts.model.stacks else {})
        case m.Move():
            _move(w, s)
        case m.Finish():
            _finish(w, s)
        case m.Rank():
            _rank(w, s)
        case m.Count():
            _count(w, s)
        case m.Branch():
            then = lambda: statements(w, s.then)  # noqa: E731
            w.emit.when(w.x(s.condition), then, (lambda: statements(w, s.other)) if s.other else None)
        case m.Loop():
            _loop(w, s)
        case _:
            raise TypeError(s)


def _count(w: Writer, s: m.Count) -> None:
    """One more; what is only looked at counts for nothing."""
    if not w.known.looks_ahead:
        at = w.facts.addresses.counters + 8 * s.number
        w.emit.put(
            ("i32.const", at), ("i32.const", at), ("i64.load", 0), ("i64.const", 1), ("i64.add",), ("i64.store", 0)
        )


def _assign(w: Writer, s: m.Assign) -> None:
    if added_in_locals(w, s):
        return
    slot = w.facts.layout.slot[s.variable]
    value = w.x(s.value)
    base = s.variable.type.base
    if s.checked and isinstance(base, Range):
        may = s.value.type.base
        assert isinstance(may, Range)
        low = w.emit.op("lt_s", value, base.low) if may.low < base.low else 0
        high = w.emit.op("gt_s", value, base.high) if may.high > base.high else 0
        outside = w.emit.truth("or", low, high)
        if s.value.type.size != Size.ONE:
            outside = w.emit.truth("and", outside, w.values.there(value, True))
        w.fail(OUT_OF_RANGE, outside)
    if not s.indices:
        if slot in (ME, NEXT) and {ME: w.known.me, NEXT: w.known.next}[slot] is not None:
            raise Unsupported("setting who moves where that is known", "set `next` in `turn` or `end`")
        w.values.assign(w.held[slot], value)
        w.held.wrote((slot,))
        return
    atoms = [w.x(i) for i in s.indices]
    there: Atom = 1
    for a, i in zip(atoms, s.indices, strict=True):
        if i.type.size == Size.MAYBE:
            there = w.emit.truth("and", there, w.values.there(a, isinstance(i.type.base, Range)))
    index = cell_index(w, s.variable, atoms)
    w.emit.when(there, lambda: store_cell(w, slot, index, value))
    w.held.wrote((slot,))


def _clear(w: Writer, sites: Words) -> None:
    """Take every piece off some sites."""
    rest = tuple(w.emit.op("xor", word, -1) for word in sites)
    for slot in w.facts.layout.piece_slots:
        w.values.assign(w.held[slot], w.sets.each("and", w.held[slot], rest))
    if w.facts.slots.numbers:
        give_number(w, sites, NONE)


def _put(w: Writer, s: m.Put) -> None:
    piece, sites = w.x(s.piece), w.values.copied(w.x(s.sites))
    there = w.emit.op("ge_s", piece, 0) if s.piece.type.size == Size.MAYBE else 1
    bare = _put_at(w, s).none_of
    if w.facts.model.stacks:
        w.emit.when(there, lambda: stacks.push(w, piece, sites, s.under))
    else:
        w.emit.when(there, lambda: put_here(w, piece, sites, bare))
    is_sure = there == 1 and bare >= w.facts.slots.pieces
    w.held.wrote(w.facts.slots.standing, _gained(w, s, piece), (sites, 1) if is_sure else None)


def _gained(w: Writer, s: m.Put, piece: Atom) -> Gained | None:
    """Which set of pieces has got which site, if that is known."""
    site = only_site(w.known.special(s.sites))
    if not isinstance(piece, int) or site is None:
        return None
    return {slot: w.atom(site) for slot in w.facts.layout.piece_slots if piece in w.facts.layout.pieces_of_slot(slot)}


def _put_at(w: Writer, s: m.Put) -> SiteFact:
    """What is known of the one site where a piece is put; nothing where there may be several."""
    site = only_site(w.known.special(s.sites))
    return SiteFact() if site is None else w.emit.fact(known_by(w.facts.layout, site))


def _move(w: Writer, s: m.Move) -> None:
    """What stands on one site goes to another, if both and a piece are there."""
    if s.count is not None:
        _move_some(w, s, s.count)
        return
    a, b = w.x(s.origin), w.x(s.target)
    sure = w.emit.fact(known_by(w.facts.layout, s.origin)).one_of
    if sure and s.target.type.size == Size.ONE and not w.facts.model.stacks:
        _carried(w, a, b, sure, w.emit.fact(known_by(w.facts.layout, s.target)).none_of)
        return
    go: Atom = w.emit.op("ne", a, b)
    for atom, e in ((a, s.origin), (b, s.target)):
        if e.type.size == Size.MAYBE:
            go = w.emit.truth("and", go, w.emit.op("ge_s", atom, 0))

    def carry() -> None:
        wide = w.facts.domains.words(w.facts.board_shape)
        origin, target = w.sets.bit(a, wide), w.sets.bit(b, wide)
        standing = [w.sets.some(w.sets.each("and", w.held[slot], origin)) for slot in w.facts.layout.piece_slots]
        occupied: Atom = 0
        for here in standing:
            occupied = w.emit.truth("or", occupied, here)
        if w.facts.model.stacks:
            w.emit.when(occupied, lambda: stacks.carry(w, a, b))
        moved = tuple(w.emit.select(occupied, word, 0) for word in w.sets.each("or", origin, target))
        rest = tuple(w.emit.op("xor", word, -1) for word in moved)
        for slot, here in zip(w.facts.layout.piece_slots, standing, strict=True):
            added = tuple(w.emit.select(here, word, 0) for word in target)
            w.values.assign(w.held[slot], w.sets.each("or", w.sets.each("and", w.held[slot], rest), added))

        def swap() -> None:
            store_cell(w, w.facts.layout.numbers, b, cell_at(w, w.facts.layout.numbers, a))
            store_cell(w, w.facts.layout.numbers, a, NONE)

        if w.facts.slots.numbers:
            w.emit.when(occupied, swap)

    w.emit.when(go, carry)
    w.held.wrote(w.facts.slots.standing)


def _move_some(w: Writer, s: m.Move, count: Expr) -> None:
    """So many pieces of a stack go, if both sites are there."""
    a, b, many = w.x(s.origin), w.x(s.target), w.x(count)
    there: Atom = 1
    for atom, e in ((a, s.origin), (b, s.target)):
        if e.type.size == Size.MAYBE:
            there = w.emit.truth("and", there, w.emit.op("ge_s", atom, 0))
    w.emit.when(there, lambda: stacks.carry_some(w, many, a, b))
    w.held.wrote(w.facts.slots.standing)


def _carried(w: Writer, a: Atom, b: Atom, sure: frozenset[Slot], bare: frozenset[Slot]) -> None:
    """The same where a piece is sure to stand on `a`, and in which sets of pieces it may: nothing is asked. No piece of
    the sets `bare` stands on `b`."""
    wide = w.facts.domains.words(w.facts.board_shape)
    origin, target = w.sets.bit(a, wide), w.sets.bit(b, wide)
    both = w.sets.each("or", origin, target)
    gone, rest = (tuple(w.emit.op("xor", word, -1) for word in sites) for sites in (both, target))
    for slot in w.facts.layout.piece_slots:
        held = w.held[slot]
        if sure == {slot} and slot in bare:
            w.values.assign(held, w.sets.each("xor", held, both))
            continue
        if slot not in sure:
            if slot not in bare:
                w.values.assign(held, w.sets.each("and", held, rest))
            continue
        added = target
        if len(sure) > 1:
            here = w.sets.some(w.sets.each("and", held, origin))
            added = tuple(w.emit.select(here, word, 0) for word in target)
        w.values.assign(held, w.sets.each("or", w.sets.each("and", held, gone), added))
    _carry_number(w, a, b, sure, bare)
    w.held.wrote(w.facts.slots.standing, dict.fromkeys(sure, b), (both, 0) if bare >= w.facts.slots.pieces else None)


def _carry_number(w: Writer, a: Atom, b: Atom, sure: frozenset[Slot], bare: frozenset[Slot]) -> None:
    """The number of what goes from `a` to `b`, which may be the same site, goes with it; the one on `b` is lost."""
    numbers, numbered = w.facts.layout.numbers, w.facts.slots.numbered
    if numbered & sure:
        number = cell_at(w, numbers, a, sure <= numbered)
        store_cell(w, numbers, a, NONE)
        store_cell(w, numbers, b, number)
    elif numbered - bare:
        store_cell(w, numbers, b, NONE)


def result(w: Writer, s: m.Finish | m.Rank, kind: int, who: Atom) -> None:
    """Write how a statement ends the game; for pages, which one it is, too."""
    told = ((ENDING, w.facts.ending(s)),) if w.facts.jobs.asks_end else ()
    for offset, value in ((KIND, kind), (WHO, who), *told):
        w.emit.put(w.known.base.get)
        w.emit.push(value)
        w.emit.put(("i64.store", offset))


def _finish(w: Writer, s: m.Finish) -> None:
    (who,) = w.x(s.who)

    def end() -> None:
        if not w.known.looks_ahead:
            result(w, s, RESULTS.index(s.result) + 1, who)
        w.emit.leave(w.known.over)

    w.emit.when(w.emit.op("ne", who, 0), end)


def _rank(w: Writer, s: m.Rank) -> None:
    if w.known.looks_ahead:
        w.emit.leave(w.known.over)
        return
    e = w.known.special(s.score)
    for p in range(len(w.facts.model.players)):
        with w.emit.scope("block", frozenset((s.player,))):
            w.emit.bind(s.player, p)
            score = w.code(e)
            w.emit.put(w.known.base.get)
            w.emit.push(score)
            w.emit.put(("i64.store", SCORES + 8 * p))
    result(w, s, PAY if s.pays else RANK, 0)
    w.emit.leave(w.known.over)


def _loop(w: Writer, s: m.Loop) -> None:
    """The body for every tuple; they are all found before the first."""
    writes = written_by(w.facts.layout, (s,))
    slots = [w.facts.layout.slot[v] for v in s.variables]

    def body(values: list[Any]) -> None:
        for slot, value in zip(slots, values, strict=True):
            w.values.assign(w.held[slot], value)
        w.held.wrote(slots)
        statements(w, s.body)

    def at_once(values: list[Any]) -> None:
        w.held.wrote(writes)
        body(values)

    match loop_plan(s, w.known.special, w.facts.reads, writes):
        case IfTrue(where):
            w.emit.when(w.atom(where), lambda: body([]))
        case OverSet() as plan:
            _over_set(w, plan, body, writes, m.needed(s))
        case Straight(binders, where):
            tuples(w, binders, where, at_once, writes)
            w.held.wrote(writes)
        case Listed() as plan:
            _listed(w, plan, body, writes)
            w.held.wrote(writes)


def _over_set(
    w: Writer, plan: OverSet, body: Callable[[list[Any]], None], writes: frozenset[Slot], needed: Expr | None
) -> None:
    """A loop over the elements of a set that is worked out first. It ends where what is `needed` doesn't hold."""
    many, base = w.values.copied(w.words(plan.many)), plan.many.type.base
    few = plan.written_out(Seen(are_known(many)))
    if few is not None:
        for i in elements_known(w, few, many):
            body([w.facts.domains.element(base, i + base.low)])
        return
    with w.emit.block() as out, w.sets.elements(many, base.low, writes=writes) as (element, _):
        w.held.wrote(writes)
        if needed is not None:
            w.emit.leave(out, w.emit.negated(w.x(needed)))
        body([element])
    w.held.wrote(writes)


def _listed(w: Writer, plan: Listed, body: Callable[[list[Any]], None], writes: frozenset[Slot]) -> None:
    """A loop over tuples that are kept in memory first."""
    binders = plan.binders
    row = 8 * len(binders)
    address = w.facts.memory.reserve(row * (plan.count + 1))
    end = w.emit.copy(0)

    def keep(values: list[Any]) -> None:
        for i, value in enumerate(values):
            w.emit.wrapped(end)
            w.emit.push(value)
            w.emit.put(("i64.store", address + 8 * i))
        w.emit.set(end, w.emit.op("add", end, row))
        if plan.may_exceed:
            w.fail(TOO_MANY, w.emit.op("gt_s", end, row * plan.count))

    tuples(w, binders, plan.where, keep)
    at = w.emit.copy(0)
    with w.emit.block() as done, w.emit.block("loop", writes=writes) as again:
        w.held.wrote(writes)
        w.emit.leave(done, w.emit.op("ge_s", at, end))
        values: list[Any] = []
        for i in range(len(binders)):
            w.emit.wrapped(at)
            w.emit.put(("i64.load", address + 8 * i))
            values.append(w.emit.kept())
        w.emit.set(at, w.emit.op("add", at, row))
        body(values)
        w.emit.leave(again)
