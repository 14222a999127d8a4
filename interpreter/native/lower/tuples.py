"""Tuples: loops over what names range over, one name within the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gdl.model.build import FALSE, TRUE, conjuncts
from gdl.model.families import Holding, Lying, helped
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
    is_family, found = source.type.size == Size.FAMILY, helped(variable, source, conditions, pending)
    if is_family or found is not None or is_counted_out(source):
        left = conditions if found is None else list(found.left)

        def inner(value: Any) -> None:
            _loops(w, rest, left, take, writes, [*held, value])

        if isinstance(found, Lying):
            _lying(w, variable, source, found, inner)
        elif is_family:
            _family(w, variable, source, found, inner)
        else:
            _counted_out(w, variable, source, inner)
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
    element: Atom | None = None if found is None else w.atom(found.element)
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
        packed = _packed(sets)
        address, at, end = w.facts.memory.constant(packed), w.emit.copy(0), len(packed)
    words = w.facts.domains.words(base)
    with w.emit.block() as done, w.emit.block("loop", frozenset((variable,))) as again:
        w.emit.leave(done, w.emit.op("ge_s", at, end))
        one = _loaded(w, address, at, words)
        w.emit.set(at, w.emit.op("add", at, 8 * words))
        w.emit.bind(variable, one)
        body(one)
        w.emit.leave(again)


def _lying(w: Writer, variable: Var, source: Expr, found: Lying, body: Callable[[Any], None]) -> None:
    """A loop over the sets of a tree that lie within a whole. Behind the words of each stands how far away the place
    beyond all that hold it is, and the number of the set where the name stands for that."""
    base, whole = found.whole.type.base, w.words(found.whole)
    words, is_family = w.facts.domains.words(base), source.type.size == Size.FAMILY
    each = 8 * (words + (1 if is_family else 2))
    rows = [(*w.facts.domains.set(base, held), each * beyond) + (() if is_family else (number,))
            for held, beyond, number in found.tree]  # fmt: skip
    address, at = w.facts.memory.constant(_packed(rows)), w.emit.copy(0)
    with w.emit.block() as done, w.emit.block("loop") as again:
        w.emit.leave(done, w.emit.op("ge_s", at, each * len(rows)))
        here = w.emit.copy(at)
        *those, beyond = _loaded(w, address, here, words + 1)
        lies = w.emit.op("eqz", w.sets.joined(w.sets.minus(tuple(those), whole)))
        w.emit.set(at, w.emit.select(lies, w.emit.op("add", here, each), beyond))
        w.emit.leave(again, w.emit.truth("or", w.emit.truth("eqz", lies), w.emit.op("ne", at, beyond)))
        with w.emit.scope("block", frozenset((variable,))):
            value = tuple(those) if is_family else _loaded(w, address + 8 * (words + 1), here, 1)[0]
            w.emit.bind(variable, value)
            body(value)
        w.emit.leave(again)


def _loaded(w: Writer, address: int, at: Atom, words: int) -> Words:
    """Load words that follow each other in memory."""
    loaded = []
    for j in range(words):
        w.emit.wrapped(at)
        w.emit.put(("i64.load", address + 8 * j))
        loaded.append(w.emit.kept())
    return tuple(loaded)


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


def _packed(sets: Sequence[Words]) -> bytes:
    return b"".join((word & MASK).to_bytes(8, "little") for one in sets for word in one if isinstance(word, int))
