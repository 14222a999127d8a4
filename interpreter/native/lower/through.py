"""Lines through the site that was added last, where all lines were looked for before; see `plan.through`.

For each set of pieces it is kept in a local what has come to it since it was seen to have no line: nothing, one site,
or that this isn't known – so it is at the beginning of each call, and as soon as there are several. Then all lines are
looked for. What is taken away makes no line.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.model.nodes import Const, Expr, Standing
from gdl.model.types import Size
from interpreter.native.lower.context import FIRST_SITE, UNCHANGED, UNKNOWN, Context
from interpreter.native.module.emitter import Atom, Slot, Words
from interpreter.native.module.wasm import i64
from interpreter.native.plan.through import Through

WORD = 8


def watched_slot(ctx: Context, around: Expr) -> Slot | None:
    """The set of pieces that an expression is, if changes of it are watched."""
    if not isinstance(around, Standing) or len(around.kinds) != 1:
        return None
    slots, owner = ctx.slots_of_kind(around.kinds[0]), around.owner
    if owner is not None and not (isinstance(owner, Const) and owner.type.size == Size.ONE):
        return None
    slot = slots[owner.value] if owner is not None else slots[0]
    return slot if slot in ctx.watches and (owner is not None or len(slots) == 1) else None


def since(ctx: Context, slot: Slot, plan: Through, around: Words, whole: Callable[[], Atom]) -> Atom:
    """Whether there is a line: through what was added, or anywhere (`whole`) if that isn't known."""
    watch = ctx.watches[slot]
    found = ctx.copy(0, "i32")

    def added() -> None:
        site = ctx.op("sub", watch, FIRST_SITE)
        ctx.when(ctx.op("ge_s", site, 0), lambda: ctx.set(found, _through(ctx, plan, around, site)))

    ctx.when(ctx.op("eq", watch, UNKNOWN), lambda: ctx.set(found, whole()), added)
    ctx.set(watch, ctx.select(found, UNKNOWN, UNCHANGED))
    return found


def _through(ctx: Context, plan: Through, around: Words, site: Atom) -> Atom:
    """Whether a line within a set goes through a site, which may be in it or not."""
    wide = len(around)
    room = ctx.memory.reserve(WORD * (wide + 2))  # an empty word below, and one above
    for j, word in enumerate(around):
        ctx.put(("i32.const", room + WORD * (j + 1)))
        ctx.push(word)
        ctx.put(("i64.store", 0))
    at = ctx.op("and", ctx.op("shr_u", site, 3), -WORD)
    under, here, over = (_loaded(ctx, at, room + WORD * j) for j in range(3))
    back = ctx.op("sub", 63, site)  # shifts count modulo 64
    moved = ctx.op("shr_u", here, site)
    above = ctx.op("or", ctx.op("shr_u", moved, 1), ctx.op("shl", over, back))
    below = ctx.op("or", ctx.op("shr_u", under, site), ctx.op("shl", ctx.op("shl", here, 1), back))
    at = ctx.op("shl", site, 4)
    held = b"".join(word.to_bytes(WORD, "little") for pair in zip(plan.above, plan.below, strict=True) for word in pair)
    masks = ctx.memory.constant(held)
    above = ctx.op("and", above, _loaded(ctx, at, masks))
    below = ctx.op("and", below, _loaded(ctx, at, masks + WORD))
    found: Atom = 0
    for step, long in plan.rows:
        ones = sum(1 << step * i for i in range(long - 1))
        twos = sum(1 << 63 - step * i for i in range(long - 1))
        up = ctx.op("xor", ctx.op("shr_u", above, step - 1), -1)
        down = ctx.op("xor", ctx.op("shl", below, step - 1), -1)
        reach = ctx.op("add", ctx.op("ctz", ctx.op("and", up, ones)), ctx.op("clz", ctx.op("and", down, i64(twos))))
        found = ctx.truth("or", found, ctx.op("ge_s", reach, step * (long - 1)))
    ctx.push(ctx.op("and", moved, 1))
    ctx.put(("i32.wrap_i64",))
    return ctx.truth("and", found, ctx.kept("i32"))


def _loaded(ctx: Context, at: Atom, address: int) -> Atom:
    ctx.wrapped(at)
    ctx.put(("i64.load", address))
    return ctx.kept()
