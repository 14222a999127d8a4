"""Tuples: loops over what names range over, one name within the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gdl.model.build import FALSE, TRUE, conjuncts
from gdl.model.families import Holding, holding
from gdl.model.nodes import Const, Expr, Var
from gdl.model.sharing import due, shared
from gdl.model.types import Base, Size
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.lower.tables import unplaced
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import MASK, Atom, Loc, Slot, Words
from interpreter.native.plan.choices import narrowed
from interpreter.native.plan.occupied import owner_of_all
from interpreter.native.plan.rewriting import owner_on
from interpreter.native.plan.runs import counted_run, is_counted_out
from interpreter.native.plan.while_writing import Seen, elements_written_out, family_known, known_as, sets_written_out

Binders = Sequence[tuple[Var, Expr]]


def tuples(
    w: Writer,
    binders: Binders,
    where: Expr,
    take: Callable[[list[Any]], None],
    writes: frozenset[Slot] = frozenset(),
) -> None:
    """Loops over all tuples, in order, the last name fastest; `take` gets the values of the names."""
    if where is not FALSE:
        _loops(w, list(binders), conjuncts(where), take, writes, [])


def _loops(
    w: Writer,
    binders: list[tuple[Var, Expr]],
    conditions: list[Expr],
    take: Callable[[list[Any]], None],
    writes: frozenset[Slot],
    held: list[Any],
) -> None:
    pending = frozenset(v for v, _ in binders)
    ready, left = due(conditions, pending)
    if ready:
        under(w, ready, lambda: _loops(w, binders, left, take, writes, held))
        return
    if not binders:
        take(held)
        return
    (variable, source), *rest = binders
    if source.type.size == Size.FAMILY:
        found = holding(variable, source, conditions, pending)
        left = conditions if found is None else list(found.left)
        _family(w, variable, source, found, lambda value: _loops(w, rest, left, take, writes, [*held, value]))
        return
    if is_counted_out(source):
        _counted_out(w, variable, source, lambda value: _loops(w, rest, conditions, take, writes, [*held, value]))
        return
    lifted, conditions = narrowed(w.facts.planner, variable, conditions, frozenset(v for v, _ in rest))
    many, base = w.words(source), source.type.base
    for one in lifted:
        many = w.sets.each("and", many, lifted_set(one, w, variable))
    few = elements_written_out(w.facts.planner, variable, source, conditions, Seen(are_known(many)))
    if few is not None:
        for i in elements_known(w, few, many):
            known = known_as(variable, i + base.low)
            left = [x for c in conditions if (x := known(c)) is not TRUE]
            others = [(v, known(e)) for v, e in rest]
            if any(c is FALSE for c in left):
                continue
            with w.emit.scope("block", frozenset((variable,)), writes):
                value = w.facts.domains.element(base, i + base.low)
                w.emit.bind(variable, value)
                _loops(w, others, left, take, writes, [*held, value])
        return
    with w.sets.elements(many, base.low, frozenset((variable,)), writes) as (element, _):
        w.emit.bind(variable, element)
        if not writes:
            learn(w, variable, source)
        _loops(w, rest, conditions, take, writes, [*held, element])


def _counted_out(w: Writer, variable: Var, source: Expr, body: Callable[[Atom], None]) -> None:
    """A loop over what is known of a base with more elements than a set can hold."""
    run = counted_run(source)
    first, beyond = w.atom(run.first), w.atom(run.beyond)
    further = 0 if run.those is None else w.emit.op("sub", w.atom(run.begins), first)
    number = w.emit.copy(first)
    with w.emit.block() as done, w.emit.block("loop", frozenset((variable,))) as again:
        w.emit.leave(done, w.emit.op("ge_s", number, beyond))
        value = w.emit.copy(number)
        w.emit.set(number, w.emit.op("add", number, 1))
        w.emit.bind(variable, value)
        if run.those is None:
            body(value)
        else:
            w.emit.wrapped(w.emit.op("add", value, further))
            w.emit.put(("i64.load8_u", w.facts.memory.constant(run.those)))
            w.emit.when(w.emit.op("ne", w.emit.kept(), 0), lambda: body(value))
        w.emit.leave(again)


def learn(w: Writer, variable: Var, source: Expr) -> None:
    """Keep in mind what is known of a name, because it ranges over this set."""
    w.emit.learn(variable, w.facts.of_sites(source))
    owner = owner_of_all(source)
    if owner is not None:
        w.emit.bind(owner_on(variable, owner), w.values.copied(w.atom(owner)))


def are_known(many: Words) -> bool:
    """Whether the words of a set are numbers known now."""
    return all(isinstance(word, int) for word in many)


def elements_known(w: Writer, source: Const, many: Words) -> list[int]:
    """The elements of a set that are still there in what is left of it, both known now."""
    mask = sum((word & MASK) << 64 * j for j, word in enumerate(many) if isinstance(word, int))
    left = w.facts.domains.unmask(source.type.base, mask)
    return [i for i in range(source.value.bit_length()) if source.value & left & 1 << i]


def each_truth(
    w: Writer, variable: Var, source: Const, many: Words, conditions: list[Expr]
) -> Iterator[tuple[int, Atom]]:
    """For each of a few things (those of `source` in `many`) the position of its bit, and whether all conditions hold
    for it."""
    base = source.type.base
    for i in elements_known(w, source, many):
        known = known_as(variable, i + base.low)
        with w.emit.scope("block", frozenset((variable,))):
            element = w.facts.domains.element(base, i + base.low)
            w.emit.bind(variable, element)
            asked = [known(c) for c in conditions]
            yield element - base.low, w.atom(asked[0]) if len(asked) == 1 else all_hold(w, asked)


def all_hold(w: Writer, conditions: Iterable[Expr]) -> Atom:
    """Whether all conditions hold, without a branch; none is worked out behind one that is known not to hold."""
    truth: Atom = 1
    for c in conditions:
        truth = w.emit.truth("and", truth, w.atom(c))
        if isinstance(truth, int) and not truth:
            break
    return truth


def under(w: Writer, conditions: list[Expr], then: Callable[[], None]) -> None:
    """Instructions under conditions, tested in turn."""
    together = all_hold(w, (c for c in conditions if not c.heavy))
    costly = [c for c in conditions if c.heavy]

    def inner() -> None:
        if costly:
            for part in shared(costly):
                w.code(part)
            w.emit.when(w.atom(costly[0]), lambda: under(w, costly[1:], then))
        else:
            then()

    w.emit.when(together, inner)


def _family(w: Writer, variable: Var, source: Expr, found: Holding | None, body: Callable[[Words], None]) -> None:
    """A loop over a family of sets, or over those that hold some element."""
    base, family = source.type.base, family_known(source)
    words = w.facts.domains.words(base)
    element: Atom | None = None if found is None else w.atom(found.element)
    end: Atom
    if found is not None and isinstance(element, Loc):
        address, at, end = _of_element(w, base, found, element)
    else:
        kept = found.rows[unplaced(w, base, element)] if found and isinstance(element, int) else family
        sets: list[Words] = [w.facts.domains.set(base, mask) for mask in kept]
        if sets_written_out(w.facts.planner, len(sets)):
            for one in sets:
                with w.emit.scope("block", frozenset((variable,))):
                    w.emit.bind(variable, one)
                    body(one)
            return
        address, at, end = w.facts.memory.constant(_packed(sets)), w.emit.copy(0), 8 * words * len(sets)
    with w.emit.block() as done, w.emit.block("loop", frozenset((variable,))) as again:
        w.emit.leave(done, w.emit.op("ge_s", at, end))
        loaded = []
        for j in range(words):
            w.emit.wrapped(at)
            w.emit.put(("i64.load", address + 8 * j))
            loaded.append(w.emit.kept())
        w.emit.set(at, w.emit.op("add", at, 8 * words))
        w.emit.bind(variable, tuple(loaded))
        body(tuple(loaded))
        w.emit.leave(again)


def _of_element(w: Writer, base: Base, found: Holding, element: Atom) -> tuple[int, Loc, Atom]:
    """Where the sets lie that hold an element: an address, and from where to where beyond it.

    The elements' rows follow each other in the order of their positions, that of nothing first; a table says where each
    of them begins.
    """
    rows = {position: found.rows[i] for i, position in enumerate(w.facts.domains.positions(base))}
    begins, sets = b"", b""
    for position in range(-1, w.facts.domains.size(base) + 1):
        begins += len(sets).to_bytes(8, "little")
        sets += _packed([w.facts.domains.set(base, mask) for mask in rows.get(position, ())])
    begins_at, address = w.facts.memory.constant(begins), w.facts.memory.constant(sets)

    def begin(further: int) -> Loc:
        w.emit.wrapped(w.emit.op("shl", w.emit.op("add", element, further), 3))
        w.emit.put(("i64.load", begins_at))
        return w.emit.kept()

    return address, begin(1), begin(2)


def _packed(sets: list[Words]) -> bytes:
    return b"".join((word & MASK).to_bytes(8, "little") for one in sets for word in one if isinstance(word, int))
