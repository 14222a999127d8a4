"""What each player doesn't see of a record, in the module itself: `unseen(record, to)` notes it from an address on, as
`native/record/unseen.py` lays it out."""

from __future__ import annotations

from gdl.model.nodes import Expr
from gdl.model.types import TRUTHS
from interpreter.native.lower.context import Context
from interpreter.native.lower.texts import begin, ended
from interpreter.native.module.emitter import Unsupported
from interpreter.native.module.wasm import Function
from interpreter.native.record.unseen import Unseen


def write_unseen(ctx: Context, places: Unseen) -> Function:
    """The function, in a context of its own."""
    if ctx.model.stacks and places.layers:
        raise Unsupported("hidden pieces on a board of stacks")
    begin(ctx, "unseen")
    for player, sight in enumerate(places.sights):
        base = player * places.size
        with ctx.scope("block"):
            for number, at in places.layers.items():
                _note(ctx, sight.layers[number], base + at)
            for variable, rows in sight.rows.items():
                for row, at in zip(rows, places.rows[variable], strict=True):
                    _note(ctx, row.hidden, base + at)
    ctx.put(("i64.const", 0))
    return ended(ctx)


def _note(ctx: Context, hidden: Expr | None, at: int) -> None:
    """A set, or a truth as its first bit; nothing is hidden where there is none."""
    if hidden is None:
        return
    words = (ctx.extended(ctx.atom(hidden)),) if hidden.type.base is TRUTHS else ctx.copied(ctx.words(hidden))
    for i, word in enumerate(words):
        ctx.wrapped(ctx.budget)
        ctx.push(word)
        ctx.put(("i64.store", at + 8 * i))
