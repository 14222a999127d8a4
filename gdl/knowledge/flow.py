"""What the rules of a turn give away: hidden things on their way to decisions, texts, open variables, turn order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from gdl.knowledge.possible import Facts, possible, simpler
from gdl.knowledge.secrets import NONE, Reader, Secret, Secrets, about, settled
from gdl.knowledge.stored import Stores, stores
from gdl.model import model as m
from gdl.model.build import conjuncts, everything, negation
from gdl.model.nodes import Content, Expr, Get, Op, Var, node, within
from gdl.model.types import TRUTH, Size, Type
from gdl.syntax.source import Span

Sort = Literal["options", "text", "told", "open", "order", "score", "sight", "nothing"]
ROUNDS = 2
"""Times that a turn is gone through: what is secret of a local may be known only behind where it is used."""


@dataclass(frozen=True)
class Leak:
    """Something hidden that somebody learns: where, how, its name, and the name of what tells it, if that has one.

    `sure`: it is hidden from somebody; else it may be, in some positions.
    """

    sort: Sort
    span: Span
    name: str
    by: str = ""
    sure: bool = True


@dataclass
class _Way:
    """What holds on the way to a statement: who `me` is, facts, what the way hangs on, and where that is asked."""

    me: Expr
    facts: Facts = ()
    asked: tuple[tuple[Span, Secrets], ...] = ()
    values: dict[m.Variable, Expr] = field(default_factory=dict)

    @property
    def hangs_on(self) -> Secrets:
        """All on which it hangs that it comes to this."""
        return NONE.union(*(secrets for _, secrets in self.asked))

    def inner(self, facts: Iterable[Expr], span: Span, secrets: Secrets) -> _Way:
        """The way into a block: what holds there, and what is asked before it."""
        asked = (*self.asked, (_head(span), secrets)) if secrets else self.asked
        return _Way(self.me, (*self.facts, *facts), asked, dict(self.values))


class Flow:
    """Goes through a model's rules and finds what they give away."""

    def __init__(self, model: m.Model) -> None:
        self.model, self.reader = model, Reader(model)
        self.player = Type(model.player)
        self.me = node(Get, model.me.type, model.me, ())
        self.begins = Var(self.player, "me")
        self.others: dict[m.Assign, Var] = {}
        """Who decides behind each `by`."""
        self.shown: set[m.Variable] = set()
        """Locals that have been told by something open: what hangs on them is known."""
        self.found: dict[Leak, None] = {}
        self.stores: dict[m.Variable, Stores] = stores(model)

    def in_vain(self) -> list[Leak]:
        """What is declared to be hidden, but hides nothing."""
        somebody = Var(self.player, "somebody")
        numbers = any(kind.number for kind in self.model.kinds)
        return [
            Leak("nothing", hidden.span, name_of(hidden))
            for hidden in self.model.hidden
            if (hidden.what == "number" and not numbers)
            or possible(node(Op, TRUTH, "member", (somebody, hidden.players)), ()) is False
        ]

    def leaks(self) -> list[Leak]:
        """All that is found."""
        if not self.model.hides:
            return []
        for _ in range(ROUNDS):
            self.found.clear()
            self._block(self.model.setup, _Way(self.begins))
            self._block(self.model.turn, _Way(self.begins))
            if self.model.score is not None:
                self._score(self.model.score[1])
            for hidden in self.model.hidden:
                self._sight(hidden)
        sure = {leak for leak in self.found if leak.sure}
        return [leak for leak in self.found if leak.sure or replace(leak, sure=True) not in sure]

    # ---- asking

    def _read(self, way: _Way, *expressions: Expr, facts: Facts = ()) -> Secrets:
        return self.reader.read(*expressions, me=way.me, facts=(*way.facts, *self._mine(way, facts)))

    def _mine(self, way: _Way, facts: Iterable[Expr]) -> Facts:
        return settled(facts, {self.me: way.me})

    def _from_me(self, secret: Secret, way: _Way) -> bool:
        return secret.from_(way.me, *way.facts) is True

    def _from_anybody(self, secret: Secret, way: _Way, but_me: bool = False) -> bool | None:
        somebody = Var(self.player, "somebody")
        more = (negation(node(Op, TRUTH, "=", (somebody, way.me))),) if but_me else ()
        return secret.from_(somebody, *way.facts, *more)

    def _tell(self, sort: Sort, span: Span, secrets: Iterable[Secret], by: str = "", sure: bool = True) -> None:
        for name in sorted({s.name for s in secrets}):
            self.found[Leak(sort, span, name, by, sure)] = None

    # ---- statements

    def _block(self, block: m.Block, way: _Way) -> None:
        for s in block:
            self._statement(s, way)

    def _statement(self, s: m.Statement, way: _Way) -> None:
        match s:
            case m.Choose():
                self._choose(s, way)
            case m.Assign():
                self._assign(s, way)
            case m.Put() | m.Move() | m.Remove():
                self._pieces(s, way)
            case m.Branch():
                self._branch(s, way)
            case m.Loop():
                self._loop(s, way)
            case m.Repeat():
                self._block(s.body, way.inner((), s.span, NONE))
                if decides(s.body) and not self._is_shown(s.until):
                    self._order(s.span, self._read(way, s.until), way)
            case m.Either():
                for branch in (*s.branches, *((s.otherwise,) if s.otherwise is not None else ())):
                    self._block(branch, way.inner((), s.span, NONE))
            case m.Most():
                read = self._read(way, *s.values)
                self._tell("options", s.span, (x for x in read if self._from_me(x, way)))
                self._block(s.body, way)

    def _query(self, s: m.Choose | m.Loop, way: _Way) -> tuple[Secrets, Facts]:
        """What a query reads, and what is known of its names."""
        facts = tuple(fact for variable, source in s.binders for fact in about(variable, source))
        conditions = tuple(conjuncts(s.where))
        found = self._read(way, *(source for _, source in s.binders), facts=facts)
        for i, condition in enumerate(conditions):
            found |= self._read(way, condition, facts=(*facts, *conditions[:i], *conditions[i + 1 :]))
        return found, (*facts, *conditions)

    def _choose(self, s: m.Choose, way: _Way) -> None:
        read, facts = self._query(s, way)
        is_roll = isinstance(s, m.Roll)
        if not is_roll:
            self._tell("options", s.span, (x for x in read if self._from_me(x, way)))
        text = self._read(way, s.text, *s.others, facts=facts)
        if not s.secret:
            self._tell("text", s.span, (x for x in text if self._from_anybody(x, way, but_me=not is_roll)))
        elif not is_roll:
            self._tell("options", s.span, (x for x in text if self._from_me(x, way)))
        told = {x for x in within(s.text) if isinstance(x, Var)}
        for (name, _), variable in zip(s.binders, s.variables, strict=True):
            self._forget(variable, way)
            if s.secret:
                players = everything(self.model.player) if is_roll else self._others(way)
                self._label(variable, frozenset((Secret(variable.name, players, way.facts),)))
            elif name not in told:
                self._label(variable, read)
            else:
                self._told(s, variable, read, way)
        pairs = zip(s.binders, s.variables, strict=True)
        names: dict[Expr, Expr] = {name: node(Get, kept.type, kept, ()) for (name, _), kept in pairs}
        way.facts = (*way.facts, *settled(self._mine(way, facts), names))

    def _others(self, way: _Way) -> Expr:
        every = everything(self.model.player)
        return node(Op, every.type, "minus", (every, node(Op, every.type, "single", (way.me,))))

    def _told(self, s: m.Choose, variable: m.Variable, read: Secrets, way: _Way) -> None:
        """A choice that all are told: whether it is of what is kept hidden, before or behind."""
        where = self.stores.get(variable, Stores())
        if where.open:
            return
        known = not isinstance(s, m.Roll)
        if where.hidden:
            self._tell("told", s.span, (Secret(variable.name, self._others(way), ()),), where.hidden)
        else:
            hidden = [x for x in read if self._from_anybody(x, way, but_me=known)]
            self._tell("told", s.span, hidden)

    def _assign(self, s: m.Assign, way: _Way) -> None:
        value = substituted(s.value, self.me, way.me)
        if s.variable is self.model.me:
            known = value.variable if isinstance(value, Get) else None
            old = way.values.get(known) if known is not None else None
            if old is not None:
                way.me = old
                return
            self._order(s.span, self._read(way, s.value), way)
            way.me = self.others.setdefault(s, Var(self.player, "me"))
            if value.type.size == Size.ONE:
                way.facts = (*way.facts, node(Op, TRUTH, "=", (way.me, value)))
            return
        read = self._read(way, s.value, *s.indices)
        if s.variable is self.model.next:
            self._order(s.span, read | way.hangs_on, way)
        elif s.variable.local:
            self._forget(s.variable, way)
            self._label(s.variable, read | way.hangs_on)
            if value.type.base is self.model.player and value.type.size == Size.ONE:
                way.values[s.variable] = value
        elif self.reader.is_open(s.variable):
            self._opened(s, s.variable.name, read, way)

    def _pieces(self, s: m.Put | m.Move | m.Remove, way: _Way) -> None:
        if self.reader.hides("piece"):
            return
        read = self._read(way, *m.expressions(s))
        if isinstance(s, m.Put) and self.reader.hides("number"):
            read = self._read(way, s.sites)
        self._opened(s, "the board", read, way)

    def _opens(self, block: m.Block) -> bool:
        """Whether something that all see may change in a block."""
        return any(isinstance(s, m.Assign) and self.reader.is_open(s.variable) for s in m.walk(block))

    def _is_shown(self, e: Expr) -> bool:
        """Whether all that a condition hangs on has been told."""
        return bool(_locals(e)) and not self.reader.labelled(e, self.shown)

    def _opened(self, s: m.Statement, by: str, read: Secrets, way: _Way) -> None:
        """Something open gets a value."""
        for span, secrets in (*way.asked, (s.span, read)):
            for secret in secrets:
                hidden = self._from_anybody(secret, way)
                if hidden is not False and not secret.weak:
                    self._tell("open", span, (secret,), by, sure=hidden is True)

    def _branch(self, s: m.Branch, way: _Way) -> None:
        read = self._read(way, s.condition)
        if self._opens(s.then) or self._opens(s.other):
            self.shown |= _locals(s.condition)
        if (decides(s.then) or decides(s.other)) and not self._is_shown(s.condition):
            if shape(s.then) != shape(s.other):
                self._order(s.span, read, way)
            else:
                self._tell("options", s.span, (x for x in read if self._from_me(x, way)))
        condition = substituted(s.condition, self.me, way.me)
        self._block(s.then, way.inner(conjuncts(condition), s.span, read))
        self._block(s.other, way.inner((negation(condition),), s.span, read))

    def _loop(self, s: m.Loop, way: _Way) -> None:
        read, facts = self._query(s, way)
        if decides(s.body):
            self._order(s.span, read, way)
        names: dict[Expr, Expr] = {}
        for (name, _), variable in zip(s.binders, s.variables, strict=True):
            self._forget(variable, way)
            self._label(variable, read)
            names[name] = node(Get, variable.type, variable, ())
        self._block(s.body, way.inner(settled(self._mine(way, facts), names), s.span, read))

    def _order(self, span: Span, read: Secrets, way: _Way) -> None:
        """Who decides next, or whether anybody does, hangs on this."""
        self._tell("order", span, (x for x in read if self._from_anybody(x, way)))

    def _score(self, score: Expr) -> None:
        read = self.reader.read(score)
        span = self.model.hidden[0].span if self.model.hidden else self.model.turn[0].span
        self._tell("score", span, (x for x in read if self._from_anybody(x, _Way(self.begins))))

    def _sight(self, hidden: m.Hidden) -> None:
        """Who doesn't see something knows that, so what it hangs on must be known, too."""
        name = name_of(hidden)
        somebody = Var(self.player, "somebody")
        unseen = simpler(node(Op, TRUTH, "member", (somebody, hidden.players)))
        own = set[Expr]()
        if isinstance(hidden.what, str):  # whoever sees their own pieces knows which aren't
            owner = node(Content, self.player.of_size(Size.MAYBE), "owner", hidden.names[0])
            theirs = node(Op, TRUTH, "=", (somebody, owner))
            own = {theirs} if possible(unseen, (theirs,)) is False else own
        for part in _conditions(unseen):
            if part not in own:
                read = self.reader.read(part)
                self._tell("sight", hidden.span, (x for x in read if x.from_(somebody) is True), name)

    # ---- locals

    def _label(self, variable: m.Variable, secrets: Secrets) -> None:
        self.reader.labels[variable] = self.reader.labels.get(variable, NONE) | secrets

    def _forget(self, variable: m.Variable, way: _Way) -> None:
        """A variable gets another value: what was known of it holds no more."""
        way.values.pop(variable, None)
        way.facts = tuple(
            fact for fact in way.facts
            if not any(isinstance(x, Get) and x.variable is variable for x in within(fact))
        )  # fmt: skip


def substituted(e: Expr, old: Expr, new: Expr) -> Expr:
    """An expression in which one thing stands for another."""
    return settled((e,), {old: new})[0]


def _conditions(e: Expr) -> Iterator[Expr]:
    """The conditions that are joined in one."""
    if isinstance(e, Op) and e.name in ("and", "or", "not"):
        for part in e.operands:
            yield from _conditions(part)
    else:
        yield e


def name_of(hidden: m.Hidden) -> str:
    """What is hidden, by name."""
    return hidden.what if isinstance(hidden.what, str) else hidden.what.name


def _locals(e: Expr) -> set[m.Variable]:
    """The locals that a condition asks, if it asks nothing else."""
    asked = {x.variable for x in within(e) if isinstance(x, Get)}
    more = any(x.reads for x in within(e) if not isinstance(x, Get))
    return set() if more or not all(variable.local for variable in asked) else asked


def decides(block: m.Block) -> bool:
    """Whether there are decisions or rolls in a block."""
    return any(isinstance(s, m.Choose) for s in m.walk(block))


Shape = tuple[object, ...]


def shape(block: m.Block) -> Shape:
    """Who decides how often on the way through a block, as far as that shows: blocks of one shape look alike."""
    return tuple(part for s in block for part in _parts(s))


def _parts(s: m.Statement) -> Iterator[object]:
    match s:
        case m.Choose():
            yield "roll" if isinstance(s, m.Roll) else "choose", s.secret
        case m.Assign() if s.variable.name == "me" and not s.variable.local:
            yield "me", s.value
        case m.Branch():
            one, other = shape(s.then), shape(s.other)
            if one == other:
                yield from one
            else:
                yield "branch", s, one, other
        case m.Either() if s.branches:
            ways = {shape(branch) for branch in (*s.branches, *((s.otherwise,) if s.otherwise is not None else ()))}
            if len(ways) == 1:
                yield from ways.pop()
            else:
                yield "either", s
        case m.Loop() | m.Repeat() | m.Most() if decides(s.body):
            yield "loop", s


def _head(span: Span) -> Span:
    """The first line of a statement."""
    first = span.text.split("\n", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + max(len(first), 1))
