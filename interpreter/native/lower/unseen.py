"""What each player doesn't see of a record, in the module itself: `unseen(record, to)` notes it from an address on, as
`native/record/unseen.py` lays it out."""

from __future__ import annotations

from gdl.model.nodes import Expr
from gdl.model.types import TRUTHS
from interpreter.native.lower.facts import Facts
from interpreter.native.lower.functions import begin, ended
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Loc
from interpreter.native.module.wasm import Function
from interpreter.native.record.unseen import Unseen

TO = Loc(1, "i64")
"""The second parameter: where it is noted."""


def write_unseen(facts: Facts, places: Unseen) -> Function:
    """The whole function."""
    w = begin(facts, "unseen", "i64")
    for player, sight in enumerate(places.sights):
        base = player * places.size
        with w.emit.scope("block"):
            for number, at in places.layers.items():
                _note(w, sight.layers[number], base + at)
            for variable, rows in sight.rows.items():
                for row, at in zip(rows, places.rows[variable], strict=True):
                    _note(w, row.hidden, base + at)
    w.emit.put(("i64.const", 0))
    return ended(w)


def _note(w: Writer, hidden: Expr | None, at: int) -> None:
    """A set, or a truth as its first bit; nothing is hidden where there is none."""
    if hidden is None:
        return
    words = (w.emit.extended(w.atom(hidden)),) if hidden.type.base is TRUTHS else w.values.copied(w.words(hidden))
    for i, word in enumerate(words):
        w.emit.wrapped(TO)
        w.emit.push(word)
        w.emit.put(("i64.store", at + 8 * i))
