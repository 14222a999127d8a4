"""Questions and sets that are functions of their own: written once, and called by all places that ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gdl.model.nodes import Expr, Var
from gdl.model.types import TRUTHS, Size
from interpreter.native.lower.values import Values
from interpreter.native.lower.writer import Held, Known, Writer
from interpreter.native.module.emitter import Atom, Emitter, Loc, Slot
from interpreter.native.module.multiword import WORD, Multiword
from interpreter.native.module.wasm import Function
from interpreter.native.plan.apart import SetFunction, apart
from interpreter.native.plan.backwards import Backwards
from interpreter.native.plan.while_writing import written_apart


def asked(w: Writer, plan: Backwards, write: Callable[[Writer, Backwards], Loc]) -> Loc:
    """The answer, by a function or where it stands; `write` writes what finds it."""
    given = _Given.of(w, {}, *(part for part in (plan.targets, plan.where, plan.rest) if part is not None))
    if not written_apart(plan, len(given.atoms)):
        return write(w, plan)
    return _called(w, "asked", plan, given, "i32", lambda inner: write(inner, plan))


def seldom(w: Writer, e: Expr) -> Any:
    """What is only needed under a condition. If it is a long set, a function finds it, out of the way of all else.

    The function gives the set's first word, and leaves the others in memory.
    """
    call = apart(w.facts.planner, e) if w.running is not None and w.emit.known(e) is None else None
    if call is None:
        return w.code(e)
    plan, others = call.function, w.facts.domains.words(e.type.base) - 1
    at = w.facts.planner.once((plan, "others"), lambda: w.facts.memory.reserve(WORD * others))

    def body(inner: Writer) -> Atom:
        first, *left = inner.words(plan.body)
        for i, word in enumerate(left):
            inner.emit.put(("i32.const", at + WORD * i))
            inner.emit.push(word)
            inner.emit.put(("i64.store", 0))
        return first

    given = _Given.of(w, dict(zip(plan.names, map(w.code, call.given), strict=True)), plan.body)
    found = [_called(w, "reached", plan, given, "i64", body)]
    for i in range(others):
        w.emit.put(("i32.const", at + WORD * i), ("i64.load", 0))
        found.append(w.emit.kept())
    return tuple(found)


@dataclass(frozen=True)
class _Given:
    """What a function is given, besides the record's address: the values of names, and what it reads of the state that
    is held in locals. It doesn't know whose turn it is, unless it is told."""

    names: Mapping[Var, Any]
    held: Mapping[Slot, Any]

    @staticmethod
    def of(w: Writer, names: Mapping[Var, Any], *parts: Expr) -> _Given:
        """What these parts of it need."""
        reads = frozenset[Slot]().union(*map(w.facts.reads, parts))
        return _Given(names, {slot: w.held[slot] for slot in sorted(reads, key=str) if slot in w.held})

    @cached_property
    def atoms(self) -> list[tuple[Atom, str]]:
        """In the functions' order, with their types."""
        named = [(atom, _type(name)) for name, value in self.names.items() for atom in _atoms(value)]
        return named + [(local, local.type) for local in _atoms(tuple(self.held.values()))]


def _atoms(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for one in value:
            yield from _atoms(one)
    else:
        yield value


def _type(name: Var) -> str:
    return "i32" if name.type.base is TRUTHS and name.type.size != Size.MANY else "i64"


def _called(
    w: Writer, name: str, plan: Backwards | SetFunction, given: _Given, result: str, write: Callable[[Writer], Atom]
) -> Loc:
    """What a plan's function gives. It is written, by `write`, when it is called for the first time."""
    if plan not in w.facts.apart:
        function = _function(w, given, result, write)
        function.name = f"{name}_{len(w.facts.apart)}"
        w.facts.apart[plan] = w.facts.memory.module.add(function)
    w.emit.put(w.known.base.get)
    for atom, type_ in given.atoms:
        w.emit.push(atom, type_)
    w.emit.put(("call", w.facts.apart[plan]))
    return w.emit.kept(result)


def _function(w: Writer, given: _Given, result: str, write: Callable[[Writer], Atom]) -> Function:
    types = [type_ for _, type_ in given.atoms]
    function = Function("apart", ("i32", *types), (result,))
    parameters = iter([Loc(1 + i, type_) for i, type_ in enumerate(types)])

    def parameter(value: Any) -> Any:
        return tuple(map(parameter, value)) if isinstance(value, tuple) else next(parameters)

    emit = Emitter(function, w.facts.reads, w.facts.planner.room)
    for name, value in given.names.items():
        emit.bind(name, parameter(value))
    cells = {slot: parameter(value) for slot, value in given.held.items()}
    known = Known(Loc(0, "i32"), w.facts.special(None, None), looks_ahead=True, remembers=False)
    inner = replace(w, known=known, emit=emit, sets=Multiword(emit), values=Values(emit, w.facts.domains),
                    held=Held(emit, cells), running=None)  # fmt: skip
    emit.push(write(inner), result)
    function.code = emit.scopes.pop().written
    return function
