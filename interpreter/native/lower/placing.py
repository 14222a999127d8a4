"""Pieces come to stand on sites."""

from __future__ import annotations

from typing import Any

from gdl.model.types import Range, Size, Type
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import NONE, Atom, Slot, Words
from interpreter.native.record.domains import cell


def store_cell(ctx: Context, slot: Slot, index: Atom, value: Any) -> None:
    """Give a cell of an array a value."""
    field = ctx.record.fields[slot]
    if slot not in ctx.held:
        ctx.store(field.cell, index, field.offset, value, ctx.base)
    elif isinstance(index, int):
        ctx.assign(ctx.held[slot][index], value)
    else:
        for i, one in enumerate(ctx.held[slot]):
            ctx.assign(one, ctx.choice(ctx.op("eq", index, i), value, one, field.type))


def give_number(ctx: Context, sites: Words, number: Atom) -> None:
    """The pieces on some sites bear this number."""
    with ctx.elements(sites) as (site, _):
        store_cell(ctx, ctx.layout.numbers, site, number)


def put_here(ctx: Context, piece: Atom, sites: Words) -> None:
    """A piece comes to stand on some sites, whatever stands there."""
    parts = ctx.model.piece_parts
    rest = tuple(ctx.op("xor", word, -1) for word in sites)
    for slot in ctx.layout.piece_slots:
        pieces = ctx.layout.pieces_of_slot(slot)
        if isinstance(piece, int):
            here: Atom = int(piece in pieces)
        elif len(pieces) == 1:
            here = ctx.op("eq", piece, pieces[0])
        else:
            here = ctx.truth("and", ctx.op("ge_s", piece, pieces[0]), ctx.op("le_s", piece, pieces[-1]))
        cleared = ctx.each("and", ctx.held[slot], rest)
        added = tuple(ctx.select(here, w, 0) for w in sites)
        ctx.assign(ctx.held[slot], ctx.each("or", cleared, added))
    if ctx.numbers:
        number: Atom
        if isinstance(piece, int):
            held = parts[piece][2]
            number = NONE if held is None or piece < 0 else held
        else:
            base = Type(Range(min((n for _, _, n in parts if n is not None), default=0),
                              max((n for _, _, n in parts if n is not None), default=0)), Size.MAYBE)  # fmt: skip
            layout = cell(ctx.domains, base)
            address = ctx.memory.constant(b"".join(layout.encode(NONE if n is None else n) for _, _, n in parts))
            number = ctx.load(layout, piece, address)
        give_number(ctx, sites, number)


def set_top(ctx: Context, site: Atom, piece: Atom) -> None:
    """The piece on top of a site is this one; none if it is -1."""
    put_here(ctx, piece, ctx.bit(site, ctx.domains.words(ctx.board_shape)))
