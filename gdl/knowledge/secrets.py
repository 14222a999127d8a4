"""What an expression reads that is hidden: of each such thing its name, from whom it is hidden, the facts around."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gdl.knowledge.possible import Facts, Holds, possible
from gdl.knowledge.standing import asks_kind, owned_by, with_piece
from gdl.model import statements as m
from gdl.model.build import conjuncts, everything, negation
from gdl.model.model import LAYERS, Hidden, Model
from gdl.model.nodes import (
    After,
    Cond,
    Const,
    Content,
    Expr,
    Get,
    Given,
    Height,
    Layer,
    Op,
    Query,
    Repeats,
    Standing,
    Stuck,
    Var,
    node,
    within,
)
from gdl.model.shape import Shape
from gdl.model.types import TRUTH, Size, Type
from gdl.passes.substitution import substitute

MAX_NODES = 20_000
"""Expressions that are looked at in one statement; what is left is left to play."""


@dataclass(frozen=True)
class Secret:
    """Something hidden that is read: its name; from whom it is hidden, a set of players; what holds where it is read.

    `weak`: only how much of it there is was asked, which everybody may have counted; `all`: it is read wherever it is,
    so one place where it is hidden will do.
    """

    name: str
    players: Expr
    facts: Facts
    weak: bool = False
    all: bool = False

    def from_(self, reader: Expr, *more: Expr) -> Holds:
        """Whether it is hidden from a player."""
        found = possible(node(Op, TRUTH, "member", (reader, self.players)), (*self.facts, *more))
        if self.all and found:
            return max(found, Holds.MAYBE)
        return min(found, Holds.UNKNOWN) if self.weak else found

    def of(self, names: Mapping[Expr, Expr]) -> Secret:
        """The same with other names."""
        return Secret(self.name, substitute(self.players, names), settled(self.facts, names), self.weak, self.all)


Secrets = frozenset[Secret]
NONE: Secrets = frozenset()


def about(variable: Expr, source: Expr) -> Facts:
    """What is known of a thing in a set."""
    match source:
        case Op(name="both", operands=(a, b)):
            return (*about(variable, a), *about(variable, b))
        case Op(name="minus", operands=(a, b)):
            return (*about(variable, a), *map(negation, _sure(variable, b)))
        case Standing():
            return _owned(variable, source.owner)
    return (node(Op, TRUTH, "member", (variable, source)),)


def _sure(variable: Expr, source: Expr) -> Facts:
    """What is known of a thing in a set, if that is all that puts it there."""
    if isinstance(source, Standing):
        return _owned(variable, source.owner) if source.owner is not None else ()
    return (node(Op, TRUTH, "member", (variable, source)),)


def _but(source: Expr) -> tuple[Expr, ...]:
    """All sites but those of a set."""
    base, size = source.type.base, source.type.size
    if not isinstance(base, Shape) or size != Size.MANY:
        return ()
    return (node(Op, source.type, "minus", (everything(base), source)),)


def _owned(site: Expr, owner: Expr | None) -> Facts:
    """Whose piece stands on a site of which that is known."""
    return () if owner is None else (owned_by(site, owner),)


@dataclass
class Reader:
    """Finds the secrets that expressions of a model read. `labels`: what is secret of the turn's locals; `asked_first`:
    what the first decisions of a turn are made from, if `decider` makes them. `weakens`: how much there is counts less
    than what it is."""

    model: Model
    decider: Var
    weakens: bool = True
    labels: dict[m.Variable, Secrets] = field(default_factory=dict)
    asked_first: Secrets = NONE
    _variables: dict[m.Variable, list[Hidden]] = field(default_factory=dict)
    _pieces: list[Hidden] = field(default_factory=list)
    _sites: dict[Expr, Var] = field(default_factory=dict)
    _names: Mapping[Expr, Expr] = field(default_factory=dict)
    _left: int = 0

    def __post_init__(self) -> None:
        for hidden in self.model.hidden:
            if isinstance(hidden.what, m.Variable):
                self._variables.setdefault(hidden.what, []).append(hidden)
            else:
                self._pieces.append(hidden)

    def is_open(self, variable: m.Variable) -> bool:
        """Whether all players see a variable of the state."""
        is_declared = not variable.local and variable not in (self.model.me, self.model.next)
        return is_declared and variable not in self._variables

    def hides(self, level: str) -> bool:
        """Whether this of pieces, or something before it, is hidden from somebody."""
        return any(LAYERS.index(str(hidden.what)) <= LAYERS.index(level) for hidden in self._pieces)

    def read(self, *expressions: Expr, names: Mapping[Expr, Expr] | None = None, facts: Facts = ()) -> Secrets:
        """The secrets that expressions read; `names`: what stands for `me` and `next`, in `facts`, too."""
        self._left = MAX_NODES
        self._names = names or {}
        found: dict[Secret, None] = {}
        for e in expressions:
            if self._touches(e):
                self._read(substitute(e, self._names), facts, found, set())
        return frozenset(found)

    def labelled(self, e: Expr, but: Iterable[m.Variable] = ()) -> bool:
        """Whether an expression reads locals that hold secrets, other than these."""
        asked = {x.variable for x in within(e) if isinstance(x, Get)}.difference(but)
        return any(self.labels.get(variable) for variable in asked)

    def _touches(self, e: Expr) -> bool:
        """Whether anything hidden may be read in it."""
        return any(
            (isinstance(x, Get) and (x.variable in self._variables or bool(self.labels.get(x.variable))))
            or (isinstance(x, Standing | Content | Height | Layer) and bool(self._pieces))
            or isinstance(x, After | Repeats | Stuck)
            for x in within(e)
        )

    def _read(
        self, e: Expr, facts: Facts, found: dict[Secret, None], seen: set[Any], area: tuple[Expr, ...] = ()
    ) -> None:
        """Note what an expression reads; of a set only what lies in all sets of `area` matters."""
        if (e, facts, area) in seen or self._left <= 0:
            return
        seen.add((e, facts, area))
        self._left -= 1

        def go(part: Expr, *more: Expr, area: tuple[Expr, ...] = ()) -> None:
            self._read(part, (*facts, *more), found, seen, area)

        match e:
            case Op(name="both", operands=(one, other)):
                go(one, area=(*area, other))
                go(other, area=(*area, one))
                return
            case Op(name="minus" | "within" as name, operands=(one, other)):
                go(one, area=(*area, *_but(other)) if name == "minus" else ())
                go(other, area=(*area, one) if name == "minus" else (one,))
                return
            case Op(name="union", operands=parts) if not isinstance(parts[0], Get):
                for part in parts:
                    go(part, area=area)
                return
            case Get():
                found |= dict.fromkeys(self._of_variable(e, facts))
            case Standing() | Content() | Height() | Layer():
                found |= dict.fromkeys(self._of_pieces(e, facts, area))
            case Repeats():
                found |= dict.fromkeys(self._of_past(e, facts))
                for compared in e.row:
                    if isinstance(compared, Expr):
                        go(compared)
            case Stuck():
                after = node(Get, self.model.next.type, self.model.next, ())
                follows: dict[Expr, Expr] = {self.decider: self._names.get(after, after)}
                found |= dict.fromkeys(secret.of(follows) for secret in self.asked_first)
            case Op(name="some" | "count" | "there", operands=(Get() as whole,)):
                found |= dict.fromkeys(self._weak(self._of_variable(whole, facts)))
                for part in whole.parts:
                    go(part)
                return
            case Op(name="and"):
                for i, part in enumerate(e.operands):
                    go(part, *e.operands[:i], *e.operands[i + 1 :])
                return
            case Query() if (bag := _whole_bag(e)) is not None:
                found |= dict.fromkeys(self._weak(self._of_variable(bag, facts)))
                for part in bag.indices[:-1]:
                    go(part)
                return
            case Query():
                inner = tuple(fact for variable, source in e.binders for fact in about(variable, source))
                conditions = conjuncts(e.where)
                for _, source in e.binders:
                    go(source, *inner)
                for i, condition in enumerate(conditions):
                    go(condition, *inner, *conditions[:i], *conditions[i + 1 :])
                for part in e.body:
                    go(part, *inner, *conditions)
                return
            case Cond():
                go(e.condition)
                go(e.then, e.condition)
                go(e.other, negation(e.condition))
                return
            case Given():
                go(e.value)
                go(e.body, node(Op, TRUTH, "=", (e.variable, e.value)))
                return
            case After():
                for part in (x for s in m.walk(e.change) for x in m.expressions(s)):
                    go(part)
        for part in e.parts:
            go(part)

    def _weak(self, secrets: Iterable[Secret]) -> Iterable[Secret]:
        return (Secret(s.name, s.players, s.facts, weak=self.weakens) for s in secrets)

    def _of_variable(self, e: Get, facts: Facts) -> Iterable[Secret]:
        for hidden in self._variables.get(e.variable, ()):
            players = substitute(hidden.players, {**self._names, **dict(zip(hidden.names, e.indices, strict=True))})
            yield Secret(e.variable.name, players, facts)
        yield from self.labels.get(e.variable, ())

    def _of_pieces(
        self, e: Standing | Content | Height | Layer, facts: Facts, area: tuple[Expr, ...]
    ) -> Iterable[Secret]:
        level, more = self._level(e), facts
        site: Expr
        if isinstance(e, Standing):
            assert self.model.board is not None
            site = self._sites.setdefault(e, Var(Type(self.model.board), "a site"))
            more = (*facts, *_owned(site, e.owner), *(fact for source in area for fact in about(site, source)))
        else:
            site = e.site
        for hidden in self._pieces:
            if LAYERS.index(str(hidden.what)) <= LAYERS.index(level):
                players = substitute(hidden.players, {**self._names, hidden.names[0]: site})
                kinds = e.kinds if isinstance(e, Standing) and asks_kind(hidden.players, hidden.names[0]) else ()
                for one in dict.fromkeys(with_piece(players, site, frozenset((kind,))) for kind in kinds) or (players,):
                    yield Secret(str(hidden.what), one, more)

    def _of_past(self, e: Repeats, facts: Facts) -> Iterable[Secret]:
        """All that is compared with what was, wherever it is hidden."""
        for hidden in self.model.hidden:
            if hidden.what in e.row or ("piece" in e.row and isinstance(hidden.what, str)):
                name = hidden.what if isinstance(hidden.what, str) else hidden.what.name
                yield Secret(name, hidden.players, facts, all=True)

    def _level(self, e: Standing | Content | Height | Layer) -> str:
        """What of pieces is read."""
        match e:
            case Standing():
                owned = {i for i, kind in enumerate(self.model.kinds) if kind.owned or kind.keeper is not None}
                every = owned if e.owner is not None else set(range(len(self.model.kinds)))
                return "kind" if not every <= set(e.kinds) else "piece" if e.owner is None else "owner"
            case Height():
                return "piece"
            case Content(what="owner" | "kind" as what):
                return what
        return "number"


def _whole_bag(e: Query) -> Get | None:
    """The bag of which a query asks how much it holds (`count(sack)`) or whether it holds anything (`some sack`)."""
    match e:
        case Query(how="sum", binders=((each, source),), where=Const(value=True), body=(Get() as bag,)):
            pass
        case Query(how="some", binders=((each, source),), where=Op(name="<", operands=(Const(value=0), Get() as bag))):
            pass
        case _:
            return None
    is_whole = bag.variable.collection == "bag" and source is everything(bag.variable.held) and bag.indices[-1] is each
    return bag if is_whole and not any(each in i.free for i in bag.indices[:-1]) else None


def settled(facts: Iterable[Expr], names: Mapping[Expr, Expr]) -> Facts:
    """Facts about a query's names as facts about the variables that keep them."""
    return tuple(substitute(fact, names) for fact in facts)
