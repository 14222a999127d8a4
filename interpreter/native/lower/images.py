"""Unions of what tables hold for the elements of a set."""

from __future__ import annotations

from gdl.model.types import Base
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.fills import ImageByTable, ImagePlan, image_plan


def image(w: Writer, masks: tuple[int, ...], source: Base, target: Base, of: Words) -> Words:
    """The union of masks over a set: a few shifts where the masks are shifts of their elements."""
    return write_image(w, image_plan(w.facts.planner, masks, source, target), target, of)


def write_image(w: Writer, plan: ImagePlan, target: Base, of: Words) -> Words:
    """The union of what is related to the elements of a set."""
    wide = w.facts.domains.words(target)
    if isinstance(plan, ImageByTable):
        return _looked_up(w, plan, wide, of)
    n = max(len(of), wide)
    result: Words = (0,) * wide
    for by, mask in plan.groups:
        part = of if mask is None else w.sets.each("and", of, split(mask, len(of)))
        part = w.sets.shifted(part + (0,) * (n - len(part)), by)[:wide]
        result = w.sets.each("or", result, part)
    return result


def _looked_up(w: Writer, plan: ImageByTable, wide: int, of: Words) -> Words:
    address = w.facts.memory.constant(
        b"".join((mask & (1 << 64 * wide) - 1).to_bytes(8 * wide, "little") for mask in plan.masks)
    )
    total = tuple(w.emit.copy(0) for _ in range(wide))
    with w.sets.elements(of) as (element, _):
        for j in range(wide):
            w.emit.push(total[j])
            w.emit.wrapped(element)
            w.emit.put(("i32.const", 8 * wide), ("i32.mul",), ("i64.load", address + 8 * j), ("i64.or",))
            w.emit.put(("local.set", total[j].number))
    return total
