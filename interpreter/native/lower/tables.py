"""Tables: a value looked up by what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from struct import pack
from typing import Any

from gdl.model.nodes import Expr, Table
from gdl.model.types import TRUTHS, Base, Range, Size, Type
from gdl.passes.specialise import chosen
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom
from interpreter.native.record.domains import cell


def table(w: Writer, e: Table) -> Any:
    """A value looked up; the entries for a known argument are cut out first."""
    values: Any = e.values
    left: list[tuple[Expr, Atom]] = []
    atoms = [(a, w.atom(a)) for a in e.arguments]
    if all(isinstance(atom, int) for _, atom in atoms):
        for argument, atom in atoms:
            values = values[unplaced(w, argument.type.base, atom)]  # type: ignore[arg-type]
        return w.values.constant(e.type, values)
    values, left = _cut(w, values, atoms)
    if e.type.base is TRUTHS and len(left) == 1 and _sure(left[0][0]):
        return _truth_table(w, values, *left[0])
    layout = cell(w.facts.domains, e.type)
    key = (id(values), tuple(a.type for a, _ in left), e.type)
    found = w.facts.memory.tables.get(key)
    if found is None:
        held: list[bytes] = []
        sizes = [_length(w, a) for a, _ in left]
        encoded = _encoder(w, e.type)
        _flatten(w, values, [a for a, _ in left], encoded, held)
        found = w.facts.memory.tables[key] = (w.facts.memory.constant(b"".join(held)), sizes, values)
    address, sizes, _ = found
    index: Atom = 0
    for (argument, atom), length in zip(left, sizes, strict=True):
        low = argument.type.base.low if isinstance(argument.type.base, Range) else 0
        shift = 0 if _sure(argument) else 1
        index = w.emit.op("add", w.emit.op("mul", index, length), w.emit.op("sub", atom, low - shift))
    return w.values.load(layout, index, address)


def _encoder(w: Writer, type_: Type) -> Callable[[Sequence[Any]], bytes]:
    """How rows of entries are held; many may be alike."""
    layout, base = cell(w.facts.domains, type_), type_.base
    if type_.size != Size.MANY:
        one = cache(lambda value: layout.encode(w.values.constant(type_, value)))
    elif layout.words == 1 and w.facts.domains.plain(base):
        return lambda row: pack(f"<{len(row)}Q", *row)
    else:
        one = cache(lambda value: w.facts.domains.mask(base, value).to_bytes(layout.size, "little"))
    return lambda row: b"".join(map(one, row))


def _sure(argument: Expr) -> bool:
    """Whether an argument can't be nothing."""
    return argument.type.size == Size.ONE or isinstance(argument.type.base, Range)


def _length(w: Writer, argument: Expr) -> int:
    return w.facts.domains.size(argument.type.base) + (not _sure(argument))


def unplaced(w: Writer, base: Base, atom: int) -> int:
    """The index of an entry of a table, for an element held as this."""
    if isinstance(base, Range):
        return atom - base.low
    return w.facts.domains.index(base, atom) if atom >= 0 else -1


def _cut(w: Writer, values: Any, atoms: list[tuple[Expr, Atom]]) -> tuple[Any, list[tuple[Expr, Atom]]]:
    while atoms and isinstance(atoms[0][1], int):
        values, atoms = values[unplaced(w, atoms[0][0].type.base, atoms[0][1])], atoms[1:]
    if any(isinstance(atom, int) for _, atom in atoms):
        key = (id(values), tuple(atom if isinstance(atom, int) else None for _, atom in atoms))
        if key not in w.facts.memory.cut:
            at = [None if not isinstance(x, int) else unplaced(w, a.type.base, x) for a, x in atoms]
            w.facts.memory.cut[key] = values, chosen(values, at)
        values = w.facts.memory.cut[key][1]
    return values, [(a, x) for a, x in atoms if not isinstance(x, int)]


def _flatten(
    w: Writer, values: Any, arguments: list[Expr], encoded: Callable[[Sequence[Any]], bytes], held: list[bytes]
) -> None:
    if not arguments:
        held.append(encoded([values]))
        return
    argument, *rest = arguments
    if not _sure(argument):
        _flatten(w, values[-1], rest, encoded, held)
    row = w.facts.domains.spread(argument.type.base, values)
    if not rest:
        held.append(encoded(row))
        return
    for one in row:
        _flatten(w, one, rest, encoded, held)


def _truth_table(w: Writer, values: tuple[bool, ...], argument: Expr, atom: Atom) -> Atom:
    """A truth for each element is a set."""
    base = argument.type.base
    mask = sum(1 << i for i, p in enumerate(w.facts.domains.positions(base)) if values[i])
    return w.sets.test(w.facts.domains.set(base, mask), w.emit.op("sub", atom, base.low))
