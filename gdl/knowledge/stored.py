"""Where chosen things end up: in what all see, or in what is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model import model as m
from gdl.model.nodes import Expr, Get, Op


@dataclass
class Stores:
    """Of one local: whether it is kept somewhere open; the name of something hidden that keeps it, or ""."""

    open: bool = False
    hidden: str = ""


def stores(model: m.Model) -> dict[m.Variable, Stores]:
    """For each local of the turn that is kept somewhere, where that is."""
    kept = {hidden.what for hidden in model.hidden}
    of_pieces = {what for what in kept if isinstance(what, str)}
    found: dict[m.Variable, Stores] = {}

    def keep(e: Expr | None, target: str) -> None:
        for variable in _kept(e) if e is not None else ():
            store = found.setdefault(variable, Stores())
            if target:
                store.hidden = store.hidden or target
            else:
                store.open = True

    sites = "piece" if "piece" in of_pieces else ""
    things = sites or ("kind" if of_pieces else "")
    for s in (*m.walk(model.setup), *m.walk(model.turn)):
        match s:
            case m.Assign() if not s.variable.local and s.variable not in (model.me, model.next):
                keep(_without(s.value, s.variable), s.variable.name if s.variable in kept else "")
                for index in s.indices if s.variable not in kept else ():
                    keep(index, "")
            case m.Put():
                keep(s.piece, things)
                keep(s.sites, sites)
            case m.Move():
                keep(s.origin, sites)
                keep(s.target, sites)
            case m.Remove():
                keep(s.sites, sites)
    return found


def _without(value: Expr, variable: m.Variable) -> Expr | None:
    """What is added, where something is taken from, or added to, what was there."""
    if isinstance(value, Op) and value.operands and _is(value.operands[0], variable):
        return None if value.name in ("minus", "-", "both") else value
    return value


def _is(e: Expr, variable: m.Variable) -> bool:
    return isinstance(e, Get) and e.variable is variable


def _kept(e: Expr) -> set[m.Variable]:
    """The locals of which an expression's value is made, through sets and operators."""
    if isinstance(e, Get):
        return {e.variable} if e.variable.local else set()
    return set().union(*(_kept(part) for part in e.parts)) if e.parts else set()
