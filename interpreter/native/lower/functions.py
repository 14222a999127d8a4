"""Functions of a record, whose parts they have in locals: how each of them begins and ends."""

from __future__ import annotations

from interpreter.native.lower.facts import Facts
from interpreter.native.lower.reading import load_all
from interpreter.native.lower.values import Values
from interpreter.native.lower.writer import Held, Known, Writer, cells_of
from interpreter.native.lower.writing import write_expression
from interpreter.native.module.emitter import Emitter, Loc
from interpreter.native.module.multiword import Multiword
from interpreter.native.module.wasm import Function

RECORD = Loc(0, "i64")
"""The first parameter: the record's address."""


def opened(facts: Facts, function: Function) -> Writer:
    """What writes a function; nothing is known of whose turn it is."""
    emit = Emitter(function, facts.reads, facts.planner.room)
    base, values = emit.new("i32"), Values(emit, facts.domains)
    known = Known(base, facts.special(None, None), looks_ahead=True, remembers=False)
    return Writer(facts, known, emit, Multiword(emit), values, Held(emit, cells_of(facts, values)), write_expression)


def enter(w: Writer) -> None:
    """Read the record that is given."""
    w.emit.wrapped(RECORD)
    w.emit.put(("local.set", w.known.base.number))
    load_all(w)


def begin(facts: Facts, name: str, *further: str) -> Writer:
    """A function that tells something about a record, and has read it; `further`: the types of further parameters."""
    w = opened(facts, Function(name, ("i64", *further), ("i64",)))
    enter(w)
    return w


def ended(w: Writer) -> Function:
    """The function whose instructions have been written."""
    assert len(w.emit.scopes) == 1
    w.emit.function.code = w.emit.scopes.pop().written
    return w.emit.function
