"""Pieces come to stand on sites."""

from __future__ import annotations

from typing import Any

from gdl.model.types import Range, Size, Type
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import NONE, Atom, Slot, Words
from interpreter.native.record.domains import cell


def store_cell(w: Writer, slot: Slot, index: Atom, value: Any) -> None:
    """Give a cell of an array a value."""
    field = w.facts.record.fields[slot]
    if slot not in w.held:
        w.values.store(field.cell, index, field.offset, value, w.known.base)
    elif isinstance(index, int):
        w.values.assign(w.held[slot][index], value)
    else:
        for i, one in enumerate(w.held[slot]):
            w.values.assign(one, w.values.choice(w.emit.op("eq", index, i), value, one, field.type))


def give_number(w: Writer, sites: Words, number: Atom) -> None:
    """The pieces on some sites bear this number."""
    with w.sets.elements(sites) as (site, _):
        store_cell(w, w.facts.layout.numbers, site, number)


def put_here(w: Writer, piece: Atom, sites: Words, bare: frozenset[Slot] = frozenset()) -> None:
    """A piece comes to stand on some sites, whatever stands there; no piece of the sets `bare` does."""
    parts = w.facts.model.piece_parts
    rest = tuple(w.emit.op("xor", word, -1) for word in sites)
    for slot in w.facts.layout.piece_slots:
        pieces = w.facts.layout.pieces_of_slot(slot)
        if isinstance(piece, int):
            here: Atom = int(piece in pieces)
        elif len(pieces) == 1:
            here = w.emit.op("eq", piece, pieces[0])
        else:
            here = w.emit.truth("and", w.emit.op("ge_s", piece, pieces[0]), w.emit.op("le_s", piece, pieces[-1]))
        if slot in bare and here == 0:
            continue
        left = w.held[slot] if slot in bare or here == 1 else w.sets.each("and", w.held[slot], rest)
        added = tuple(w.emit.select(here, word, 0) for word in sites)
        w.values.assign(w.held[slot], w.sets.each("or", left, added))
    if w.facts.slots.numbers:
        number: Atom
        if isinstance(piece, int):
            held = parts[piece][2]
            number = NONE if held is None or piece < 0 else held
        else:
            base = Type(Range(min((n for _, _, n in parts if n is not None), default=0),
                              max((n for _, _, n in parts if n is not None), default=0)), Size.MAYBE)  # fmt: skip
            layout = cell(w.facts.domains, base)
            address = w.facts.memory.constant(b"".join(layout.encode(NONE if n is None else n) for _, _, n in parts))
            number = w.values.load(layout, piece, address)
        give_number(w, sites, number)


def set_top(w: Writer, site: Atom, piece: Atom) -> None:
    """The piece on top of a site is this one; none if it is -1."""
    put_here(w, piece, w.sets.bit(site, w.facts.domains.words(w.facts.board_shape)))
