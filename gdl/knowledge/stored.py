"""Where chosen things end up: in what all see, or in what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gdl.knowledge.marks import unseen_kinds
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, Op, Standing
from gdl.model.operators import holders, laws


@dataclass
class Stores:
    """Of one local: whether it is kept somewhere open; the name of something hidden that keeps it, or ""."""

    open: bool = False
    hidden: str = ""


def stores(model: Model) -> dict[m.Variable, Stores]:
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

    sources = {
        variable: source
        for s in (*m.walk(model.setup), *m.walk(model.turn)) if isinstance(s, m.Choose | m.Loop)
        for (_, source), variable in zip(s.binders, s.variables, strict=True)
    }  # fmt: skip
    unseen = {kind for hidden in model.hidden if hidden.what == "piece" for kind in unseen_kinds(model, hidden)}

    def goes(kinds: frozenset[int] | None) -> str:
        """Where pieces of these kinds (None: any) are hidden, if they are."""
        return "piece" if unseen and (kinds is None or not unseen.isdisjoint(kinds)) else ""

    for s in (*m.walk(model.setup), *m.walk(model.turn)):
        match s:
            case m.Assign() if not s.variable.local and s.variable not in (model.me, model.next):
                keep(_without(s.value, s.variable), s.variable.name if s.variable in kept else "")
                for index in s.indices if s.variable not in kept else ():
                    keep(index, "")
            case m.Put():
                where = goes(frozenset((model.piece_parts[s.piece.value][0],)) if isinstance(s.piece, Const) else None)
                keep(s.piece, where or ("kind" if of_pieces else ""))
                keep(s.sites, where)
            case m.Move():
                keep(s.origin, goes(_kinds(s.origin, sources)))
                keep(s.target, goes(_kinds(s.origin, sources)))
            case m.Remove():
                keep(s.sites, goes(_kinds(s.sites, sources)))
    return found


def _kinds(e: Expr, sources: Mapping[m.Variable, Expr]) -> frozenset[int] | None:
    """Of which kinds the pieces on some sites are; None: any. `sources`: of what locals are chosen."""
    match e:
        case Standing():
            return frozenset(e.kinds)
        case Get(variable=variable) if variable in sources:
            return _kinds(sources[variable], sources)
    return next((found for part in holders(e) if (found := _kinds(part, sources)) is not None), None)


def _without(value: Expr, variable: m.Variable) -> Expr | None:
    """What is added, where something is taken from, or added to, what was there."""
    if isinstance(value, Op) and value.operands and _is(value.operands[0], variable):
        takes_away = -1 in laws(value).sign or value.operands[0] in holders(value)
        return None if takes_away else value
    return value


def _is(e: Expr, variable: m.Variable) -> bool:
    return isinstance(e, Get) and e.variable is variable


def _kept(e: Expr) -> set[m.Variable]:
    """The locals of which an expression's value is made, through sets and operators."""
    if isinstance(e, Get):
        return {e.variable} if e.variable.local else set()
    return set().union(*(_kept(part) for part in e.parts)) if e.parts else set()
