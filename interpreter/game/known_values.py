"""What expressions of the rules come to in a state, as far as who decides knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gdl.model import statements as m
from gdl.model.build import as_set, const, member
from gdl.model.model import Hidden
from gdl.model.nodes import After, Const, Content, Expr, Get, Height, Layer, Repeats, Standing, Var, node, within
from gdl.model.nodes import Stuck as NextIsStuck
from gdl.passes.fold import Folder
from gdl.text.source import Span
from interpreter.graph.backend import Values
from interpreter.graph.layout import ME
from interpreter.reference.machine import Machine
from interpreter.reference.writer import Writer


class UnknownError(Exception):
    """A condition hangs on what the player doesn't know."""


@dataclass(frozen=True)
class At:
    """A state, what names stand for in it, the changes that are looked ahead at, and the rule that is looked at."""

    values: Values
    names: Mapping[Var, int]
    span: Span
    ahead: tuple[After, ...] = ()


class KnownValues:
    """Works out expressions."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.model = machine, machine.model

    def contains(self, thing: Expr, many: Expr, at: At) -> bool:
        """Whether something is in a set."""
        return bool(self.value(member(thing, as_set(many)), at))

    def value(self, e: Expr, at: At) -> Any:
        """What an expression comes to; raises UnknownError if who decides can't know."""
        for after in reversed(at.ahead):
            e = node(After, e.type, after.change, e, after.needs | e.free, after.risky)
        if isinstance(e, Const):
            return e.value
        if self.model.hides and not self.is_known(e, at):
            raise UnknownError
        return self._worked_out(Folder().fold(e), at.names, at)

    def _worked_out(self, e: Expr, values: Mapping[Var, int], at: At) -> Any:
        names = {v: f"b{i}" for i, v in enumerate(values)}
        machine = self.machine
        writer = Writer(machine.graph, machine.layout)
        writer.span = at.span
        with writer.region(names):
            writer.line(f"return {writer.code(e)}")
        writer.finish("it", ", ".join(("V", *names.values())))
        return writer.compiled(machine.next_is_stuck)["it"](list(at.values), *values.values())

    def is_known(self, e: Expr, at: At) -> bool:
        """Whether what an expression reads is seen by who decides: what is hidden from others alone, of their own."""
        return all(self._is_seen(part, at) for part in within(e))

    def _is_seen(self, e: Expr, at: At) -> bool:
        hidden = [h for h in self.model.hidden if isinstance(e, Get) and h.what is e.variable]
        match e:
            case After() | NextIsStuck() | Repeats():
                return False
            case Standing() | Content() | Height() | Layer():
                return all(isinstance(h.what, m.Variable) for h in self.model.hidden)
            case Get() if e.variable.local:  # it may have been worked out from what is hidden
                return self._is_me(e, at)
            case Get() if hidden:
                mine = bool(e.indices) and isinstance(e.indices[0], Get) and self._is_me(e.indices[0], at)
                return mine and all(self._is_own(h, at) for h in hidden)
        return True

    def _is_me(self, e: Get, at: At) -> bool:
        """Whether a variable holds who decides."""
        is_player = e.type.base is self.model.player and not e.indices
        return is_player and at.values[self.machine.layout.slot[e.variable]] == at.values[ME]

    def _is_own(self, hidden: Hidden, at: At) -> bool:
        """Whether a variable of players isn't hidden from who decides where it is their own."""
        if not hidden.names or hidden.names[0].type.base is not self.model.player:
            return False
        name, *others = hidden.names
        sees = Folder().fold(member(const(name.type, at.values[ME]), hidden.players))
        if others or not sees.free <= {name} or any(part.reads for part in within(sees)):
            return False
        return not self._worked_out(sees, {name: at.values[ME]}, at)
