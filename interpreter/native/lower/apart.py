"""Questions that are functions of their own: written once, and called by all places that ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from interpreter.native.lower.values import Values
from interpreter.native.lower.writer import Held, Known, Writer
from interpreter.native.module.emitter import Emitter, Loc, Slot, check_length
from interpreter.native.module.multiword import Multiword
from interpreter.native.module.wasm import Function
from interpreter.native.plan.backwards import Backwards
from interpreter.native.plan.while_writing import written_apart


def asked(w: Writer, plan: Backwards, write: Callable[[Writer, Backwards], Loc]) -> Loc:
    """The answer, by a function or where it stands; `write` writes what finds it.

    A function is given the record's address, and what it needs of that which is held in locals. It doesn't know whose
    turn it is, unless it is told.
    """
    parts = [part for part in (plan.targets, plan.where, plan.rest) if part is not None]
    reads = frozenset[Slot]().union(*map(w.facts.reads, parts))
    held = {slot: w.held[slot] for slot in sorted(reads, key=str) if slot in w.held}
    given = list(_locals(tuple(held.values())))
    if not written_apart(plan, len(given)):
        return write(w, plan)
    if plan not in w.facts.apart:
        w.facts.apart[plan] = _function(w, held, [local.type for local in given], lambda inner: write(inner, plan))
    w.emit.put(w.known.base.get, *(local.get for local in given), ("call", w.facts.apart[plan]))
    return w.emit.kept("i32")


def _locals(held: Any) -> Iterator[Loc]:
    """The locals that hold a part of the state, or several."""
    if isinstance(held, Loc):
        yield held
    else:
        for one in held:
            yield from _locals(one)


def _function(w: Writer, held: dict[Slot, Any], types: list[str], write: Callable[[Writer], Loc]) -> Function:
    numbers = count(1)

    def parameter(local: Any) -> Any:
        return Loc(next(numbers), local.type) if isinstance(local, Loc) else tuple(map(parameter, local))

    cells = {slot: parameter(local) for slot, local in held.items()}
    function = Function(f"asked_{len(w.facts.apart)}", ("i32", *types), ("i32",))
    emit = Emitter(function, w.facts.reads)
    known = Known(Loc(0, "i32"), w.facts.special(None, None), looks_ahead=True, remembers=False)
    inner = replace(w, known=known, emit=emit, sets=Multiword(emit), values=Values(emit, w.facts.domains),
                    held=Held(emit, cells), running=None)  # fmt: skip
    emit.push(write(inner), "i32")
    check_length(function)
    function.code = emit.scopes.pop().written
    return w.facts.memory.module.add(function)
