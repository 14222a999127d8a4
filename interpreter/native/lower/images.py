"""Unions of what tables hold for the elements of a set."""

from __future__ import annotations

from gdl.model.meaning import shift_groups
from gdl.model.types import Base
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Words
from interpreter.native.module.multiword import split


def image(ctx: Context, masks: tuple[int, ...], source: Base, target: Base, of: Words) -> Words:
    """The union of masks over a set: a few shifts where the masks are shifts of their elements."""
    wide = ctx.domains.words(target)
    if not any(masks):
        return (0,) * wide
    padded = _at_positions(ctx, masks, source, target)
    groups = shift_groups(padded, 8 if len(of) == 1 else 12)
    result: Words = (0,) * wide
    if groups is not None:
        n = max(len(of), wide)
        everything = ctx.domains.mask(source, (1 << len(masks)) - 1)
        for by, mask in groups:
            part = of
            if mask != everything:
                part = ctx.each("and", of, split(mask, len(of)))
            part = ctx.shifted(part + (0,) * (n - len(part)), by)[:wide]
            result = ctx.each("or", result, part)
        return result
    address = ctx.memory.constant(
        b"".join((m >> 64 * j & (1 << 64) - 1).to_bytes(8, "little") for m in padded for j in range(wide))
    )
    total = tuple(ctx.copy(0) for _ in range(wide))
    with ctx.elements(of) as (element, _):
        for j in range(wide):
            ctx.push(total[j])
            ctx.wrapped(element)
            ctx.put(("i32.const", 8 * wide), ("i32.mul",), ("i64.load", address + 8 * j), ("i64.or",))
            ctx.put(("local.set", total[j].number))
    return total


def _at_positions(ctx: Context, masks: tuple[int, ...], source: Base, target: Base) -> tuple[int, ...]:
    """A table of sets by positions; empty where there is no element."""
    found = ctx.padded.get((masks, source, target))
    if found is None:
        padded = [0] * ctx.domains.size(source)
        for position, mask in zip(ctx.domains.positions(source), masks, strict=True):
            padded[position] = ctx.domains.mask(target, mask)
        found = ctx.padded[masks, source, target] = tuple(padded)
    return found
