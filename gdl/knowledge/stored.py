"""Where chosen things end up: in what all see, or in what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gdl.knowledge.asking import Asking
from gdl.knowledge.marks import unseen_by
from gdl.knowledge.possible import Facts, Holds, possible
from gdl.knowledge.secrets import about
from gdl.knowledge.standing import owner_of, with_piece
from gdl.knowledge.way import Way
from gdl.model import statements as m
from gdl.model.build import TRUE, conjunction, const, equal, everything
from gdl.model.model import Model
from gdl.model.nodes import Expr, Get, Op, Standing, Var
from gdl.model.operators import holders, laws
from gdl.model.types import Size, Type
from gdl.passes.substitution import substitute


@dataclass
class Stores:
    """Of one local: whether it is kept somewhere open; the name of something hidden that keeps it, or ""."""

    open: bool = False
    hidden: str = ""


class Stored:
    """Notes for each local where it is kept, as statements are gone through; of pieces it matters whose they are."""

    def __init__(self, model: Model, asking: Asking) -> None:
        self._model, self._asking = model, asking
        self._somebody = Var(Type(model.player), "somebody")
        self._kept = {hidden.what for hidden in model.hidden}
        self._stores: dict[m.Variable, Stores] = {}
        self._sources = {
            variable: source
            for s in (*m.walk(model.setup), *m.walk(model.turn)) if isinstance(s, m.Choose | m.Loop)
            for (_, source), variable in zip(s.binders, s.variables, strict=True)
        }  # fmt: skip
        """Of what locals are chosen."""

    def of(self, variable: m.Variable) -> Stores:
        """Where a local is kept, by the statements that were noted."""
        return self._stores.get(variable, Stores())

    def note(self, s: m.Statement, way: Way) -> None:
        """Note what a statement keeps, if the rules come to it on a way."""
        match s:
            case m.Assign() if not s.variable.local and s.variable not in (self._model.me, self._model.next):
                self._keep(_without(s.value, s.variable), s.variable.name if s.variable in self._kept else "")
                for index in s.indices if s.variable not in self._kept else ():
                    self._keep(index, "")
            case m.Put():
                levels = [*self._put(s.piece, way)]
                self._keep(s.piece, levels[0] if levels else "")
                self._keep(s.sites, "piece" if "piece" in levels else "")
            case m.Move():
                where = self._stood(s.origin, way)
                self._keep(s.origin, where)
                self._keep(s.target, where)
            case m.Remove():
                self._keep(s.sites, self._stood(s.sites, way))

    def _keep(self, e: Expr | None, target: str) -> None:
        for variable in _locals(e) if e is not None else ():
            store = self._stores.setdefault(variable, Stores())
            if target:
                store.hidden = store.hidden or target
            else:
                store.open = True

    def _put(self, piece: Expr, way: Way) -> Iterator[str]:
        """What may be hidden of a new piece."""
        (piece,) = self._asking.settle(way, (piece,))
        player = Type(self._model.player, Size.MAYBE)
        for i, (kind, owner, _) in enumerate(self._model.piece_parts):
            is_this = equal(piece, const(piece.type.of_size(Size.ONE), i))
            yield from self._hidden(kind, const(player, owner), way.facts, is_this)

    def _stood(self, sites: Expr, way: Way) -> str:
        """Whether pieces may be hidden that stand on some sites, as the name of that."""
        kinds = _kinds(sites, self._sources)
        one = sites.operands[0] if isinstance(sites, Op) and sites.name == "single" else sites
        (site,), facts = self._asking.settle(way, (one,)), way.facts
        if site.type.size == Size.MANY:
            site, source = Var(site.type.of_size(Size.ONE), "a site"), site
            facts = (*facts, *about(site, source))
        owner = owner_of(site, everything(self._model.player))
        every = range(len(self._model.kinds)) if kinds is None else sorted(kinds)
        return next((level for kind in every for level in self._hidden(kind, owner, facts) if level == "piece"), "")

    def _hidden(self, kind: int, owner: Expr, facts: Facts, condition: Expr = TRUE) -> Iterator[str]:
        """What may be hidden from somebody, on some site, of a piece of a kind that is this owner's, if a condition
        holds."""
        for hidden in self._model.hidden:
            if isinstance(hidden.what, str):
                site = hidden.names[0]
                unseen = with_piece(unseen_by(hidden, self._somebody), site, frozenset((kind,)))
                owned = substitute(unseen, {owner_of(site, everything(self._model.player)): owner})
                if possible(conjunction((condition, owned)), facts) != Holds.NEVER:
                    yield hidden.what


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


def _locals(e: Expr) -> set[m.Variable]:
    """The locals of which an expression's value is made, through sets and operators."""
    if isinstance(e, Get):
        return {e.variable} if e.variable.local else set()
    return set().union(*(_locals(part) for part in e.parts)) if e.parts else set()
