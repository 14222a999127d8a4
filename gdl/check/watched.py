"""Rules that are watched: the same game, with counters that show which parts of the text came into effect.

A statement counts when it runs; a decision also counts when one of its options is taken; a condition counts when it
holds and when it doesn't. Compiled queries work out whole sets at once, so a condition within a query can't be seen
then. It becomes a question of its own before the query: with the names bound and the conditions before it true, does it
ever hold (or fail)? Questions are expressions like all others, and are compiled like them. The rules themselves stay
the same, and so do plans, options, draws and games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

from gdl.check.checker import Checked
from gdl.check.trace import Trace
from gdl.model import statements as m
from gdl.model.build import (
    TRUE,
    as_set,
    conjunction,
    conjuncts,
    const,
    intersection,
    member,
    negation,
    present,
    query,
)
from gdl.model.cost import MAX_DEPTH, work
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Const, Distance, Expr, Fill, Get, Given, Op, Query, Standing, Var, node
from gdl.model.operators import Logic, laws
from gdl.model.types import TRUTH, Plain, Size, Type
from gdl.passes.fold import Folder
from gdl.text.source import Span

Event = Literal["run", "did", "taken", "true", "false", "some", "own", "lost"]
"""What can happen at a place in the text:

- "run": a statement has run; "did": it did something
- "taken": an option of a decision was taken
- "true", "false": a condition held, or didn't; "some": a set had elements
- "own": a piece of the player who moves was removed or covered; "lost": that player lost

A statement does something if it has an effect: a condition lets its block run, a loop goes round, a site or a player is
there for a statement that puts, removes or lets win.
"""

ASKED: tuple[Event, ...] = ("true", "false", "some")
"""The events of parts of expressions."""
INCIDENTAL: tuple[Event, ...] = ("did", "own", "lost")
"""Events that needn't happen for rules to be in effect, or that follow from other watched events."""
MAX_QUESTION = 10_000_000
"""The most steps of a question. With more, the watched game would be too slow."""
MAX_PARTS = 20_000
"""The most parts of an expression, each counted as often as it is written out. With more, the questions would take too
long."""


@dataclass(frozen=True)
class Point:
    """A part of the text, and something that can happen there."""

    span: Span
    event: Event


@dataclass(frozen=True)
class Watched:
    """A model whose counter number i counts `points[i]`."""

    model: Model
    points: tuple[Point, ...]
    implied: Mapping[Point, frozenset[Point]]
    """For each point, the points that must also have come into effect if it has."""


def watched(
    checked: Checked, wanted: Callable[[Point], bool] = lambda _: True, left_out: frozenset[Span] = frozenset()
) -> Watched:
    """The model with counters for the wanted points. The rules were checked with `origins`.

    Nothing in `left_out` is asked about. Expressions that are too large are left out as well.
    """
    model = checked.model
    assert model is not None
    watch = _Watch(model, checked.trace, lambda p: wanted(p) and not (p.event in ASKED and p.span in left_out))
    blocks = []
    for watch.section, block in (("setup", model.setup), ("turn", model.turn), ("end", model.end)):
        blocks.append(watch.block(block))
    if not watch.left_out <= left_out:  # it may also have been asked about where it is part of less: not known whole
        return watched(checked, wanted, left_out | watch.left_out)
    points = tuple(watch.numbers)
    named = sha256(repr([(p.span.source.name, p.span.start, p.span.end, p.event) for p in points]).encode())
    hash_ = f"{model.hash}-watched-{named.hexdigest()[:16]}"
    rules = replace(model, setup=blocks[0], turn=blocks[1], end=blocks[2], hash=hash_)
    return Watched(rules, points, {point: frozenset(found) for point, found in watch.implied.items()})


# ---- the way to a part of an expression: what is bound, what holds, what is looked ahead at


@dataclass(frozen=True)
class _Bound:
    variable: Var
    source: Expr

    def around(self, e: Expr) -> Expr:
        return query("some", TRUTH, [(self.variable, self.source)], e)


@dataclass(frozen=True)
class _Holds:
    condition: Expr

    def around(self, e: Expr) -> Expr:
        return conjunction((self.condition, e))


@dataclass(frozen=True)
class _Is:
    variable: Var
    value: Expr

    def around(self, e: Expr) -> Expr:
        return node(Given, TRUTH, self.variable, self.value, e)


@dataclass(frozen=True)
class _Ahead:
    after: After

    def around(self, e: Expr) -> Expr:
        return node(After, TRUTH, self.after.change, e, self.after.needs | e.free, self.after.risky)


_Way = tuple[_Bound | _Holds | _Is | _Ahead, ...]


@dataclass(frozen=True)
class _Question:
    point: Point
    condition: Expr
    implied: frozenset[Point] = frozenset()


class _Watch:
    """Adds counters and questions to statements."""

    def __init__(self, model: Model, trace: Trace, wanted: Callable[[Point], bool]) -> None:
        self.notes, self.origins, self.written = trace.notes, trace.origins or {}, trace.written
        self.folder = Folder()
        self.wanted = wanted
        self.numbers: dict[Point, int] = {}
        self.implied: dict[Point, set[Point]] = {}
        self.left_out: set[Span] = set()
        """Where the parts of expressions stand that are too large to be asked about."""
        self._sizes: dict[Expr, int] = {}
        self._asked: dict[Expr, Expr | None] = {}
        self._otherwise: dict[m.Statement, Span | None] = {}
        """Where the conditions of `else if` stand; None where that isn't known."""
        self.section, self.stacks = "", model.stacks
        me = next(v for v in model.variables if v.name == "me" and not v.local)
        self.me: Expr = node(Get, me.type, me)
        kinds = tuple(k for k, kind in enumerate(model.kinds) if kind.owned)
        many = Type(model.board or model.player, Size.MANY)
        self.mine: Expr = node(Standing, many, kinds, self.me) if kinds and model.board else const(many, 0)

    # ---- statements

    def block(self, block: m.Block) -> m.Block:
        """The statements, with their counters."""
        done: list[m.Statement] = []
        for s in block:
            done += self._before(s)
            if not isinstance(s, m.Either):
                done += self._count(s.span, "run", s.span)
            done += self._effect(s)
            done.append(self._inside(s))
            if isinstance(s, m.Choose):
                done += self._count(s.span, "taken", s.span)
        return tuple(done)

    def _count(self, span: Span, event: Event, where: Span) -> list[m.Statement]:
        point = Point(span, event)
        if not self.wanted(point):
            return []
        return [m.Count(where, self.numbers.setdefault(point, len(self.numbers)))]

    def _effect(self, s: m.Statement) -> list[m.Statement]:
        """Counters before a statement without blocks: they count if it does something."""
        match s:
            case m.Put() | m.Remove():
                return self._questions(s.span, [_Question(Point(s.span, "did"), present(s.sites))])
            case m.Finish() if s.result != "draw":
                return self._questions(s.span, [_Question(Point(s.span, "did"), present(s.who))])
            case m.Branch() | m.Loop() | m.Repeat() | m.Either() | m.Most() | m.Choose():
                return []
        return self._count(s.span, "did", s.span)

    def _within(self, s: m.Branch | m.Loop | m.Repeat, block: m.Block) -> m.Block:
        """A watched block. That it runs is what its statement does, unless the block begins on the statement's own
        line."""
        if not block or block[0].span.line == s.span.line:
            return self.block(block)
        where = self._otherwise.get(s, s.span)
        return (*(self._count(where, "did", where) if where else ()), *self.block(block))

    def _else_if(self, s: m.Branch) -> None:
        """Note the place of a condition behind `else if`: its statement has the place of the whole `if`."""
        for other in s.other:
            if isinstance(other, m.Branch) and other.span == s.span:
                spans = self._spans(self.notes.values.get(other, other.condition))
                here = [o for o in spans if o.source == s.span.source and s.span.start < o.start < s.span.end]
                self._otherwise[other] = min(here, key=lambda span: span.start, default=None)

    def _inside(self, s: m.Statement) -> m.Statement:
        """A statement with watched blocks."""
        match s:
            case m.Branch():
                self._else_if(s)
                return replace(s, then=self._within(s, s.then), other=self.block(s.other))
            case m.Loop():
                return replace(s, body=self._within(s, s.body))
            case m.Repeat():
                asked = self._questions(s.span, self._conditions((), self.notes.values.get(s, s.until)))
                return replace(s, body=(*self._within(s, s.body), *asked))
            case m.Either():
                branches = tuple(self._branch(b) for b in s.branches)
                return replace(s, branches=branches, otherwise=s.otherwise and self.block(s.otherwise))
            case m.Most():
                return replace(s, body=self.block(s.body))
        return s

    def _branch(self, block: m.Block) -> m.Block:
        """A branch of an `either`.

        Questions about its first decision come before the `either`. So looking for options changes nothing, and stays
        quick.
        """
        first, *rest = block
        if not isinstance(first, m.Choose):
            return self.block(block)
        return (first, *self._count(first.span, "taken", first.span), *self.block(tuple(rest)))

    def _before(self, s: m.Statement) -> list[m.Statement]:
        """The questions before a statement."""
        if isinstance(s, m.Either):
            firsts = [b[0] for b in s.branches if b and isinstance(b[0], m.Choose)]
            return [asked for first in firsts for asked in self._before(first)]
        return self._questions(s.span, self._about(s))

    def _about(self, s: m.Statement) -> Iterator[_Question]:
        match s:
            case m.Choose() | m.Loop():
                binders, where = self.notes.queries.get(s, (s.binders, s.where))
                yield from self._query((), binders, where)
            case m.Branch():
                yield from self._conditions((), self.notes.values.get(s, s.condition))
            case m.Assign():
                yield from self._values((), self.notes.values.get(s, s.value))
            case m.Rank():
                players = const(Type(s.player.type.base, Size.MANY), (1 << len(s.player.type.values)) - 1)
                yield from self._values((_Bound(s.player, players),), self.written.get(s.score, s.score))
            case m.Put() | m.Remove():
                if self.section == "turn" and not self.stacks:
                    yield _Question(Point(s.span, "own"), present(intersection(s.sites, self.mine)))
                yield _Question(Point(s.span, "some"), present(s.sites))
                yield from self._values((), self.written.get(s.sites, s.sites))
            case m.Move():
                if self.section == "turn" and not self.stacks and s.origin is not s.target:
                    yield _Question(Point(s.span, "own"), present(intersection(as_set(s.target), self.mine)))
                yield from self._values((), self.written.get(s.origin, s.origin))
                yield from self._values((), self.written.get(s.target, s.target))
            case m.Finish() if s.result != "draw":
                me = member(self.me, s.who)
                yield _Question(Point(s.span, "lost"), conjunction(
                    (present(s.who), me if s.result == "lose" else negation(me))))  # fmt: skip
                yield _Question(Point(s.span, "some"), present(s.who))
                yield from self._values((), self.written.get(s.who, s.who))

    def _questions(self, where: Span, asked: Iterable[_Question]) -> list[m.Statement]:
        """Statements that ask and count."""
        done: dict[tuple[Point, Expr], m.Statement] = {}
        for question in asked:
            point, condition = question.point, question.condition
            if (point, condition) in done or not self.wanted(point):
                continue
            settled = self._settled(condition)
            if settled is None:
                continue
            known = self.implied.setdefault(point, set(question.implied))
            known &= question.implied  # what is asked in several places implies what it does in each of them
            count = m.Count(where, self.numbers.setdefault(point, len(self.numbers)))
            done[point, condition] = count if settled is TRUE else m.Branch(where, settled, (count,), ())
        return list(done.values())

    def _settled(self, condition: Expr) -> Expr | None:
        """A question as it goes into the model; None if it takes too long.

        A question that can't hold stays: its counter remains at 0.
        """
        if condition not in self._asked:
            question = self.folder.fold(condition)
            steps, depth = work(question)
            self._asked[condition] = question if steps <= MAX_QUESTION and depth <= MAX_DEPTH else None
        return self._asked[condition]

    # ---- expressions

    def _spans(self, e: Expr) -> Iterable[Span]:
        found = self.origins.get(e)
        if not found and isinstance(e, Op) and e.name == "single":
            found = self.origins.get(e.operands[0])
        return found or ()

    def _conditions(self, way: _Way, e: Expr) -> Iterator[_Question]:
        """All questions about a condition and its parts.

        Under `after`, nobody asks whether a condition ever fails: that takes long, and matters little.
        """
        if isinstance(e, Const) or self._is_too_large(e):
            return
        for span in self._spans(e):
            yield self._asking(Point(span, "true"), way, e)
            if not any(isinstance(step, _Ahead) for step in way):
                yield self._asking(Point(span, "false"), way, negation(e))
        if isinstance(e, Op) and e.name == "not":
            yield from self._conditions(way, e.operands[0])
        elif isinstance(e, Op) and e.name == "and":
            for i, part in enumerate(e.operands):
                yield from self._conditions((*way, *map(_Holds, e.operands[:i])), part)
        elif isinstance(e, Op) and e.name == "or":
            for part in e.operands:
                yield from self._conditions(way, part)
        else:
            yield from self._values(way, e)

    def _query(self, way: _Way, binders: Iterable[tuple[Var, Expr]], where: Expr) -> Iterator[_Question]:
        for variable, source in binders:
            if source.type.size == Size.FAMILY and not isinstance(source, Const):
                return
            yield from self._values(way, source)
            way = (*way, _Bound(variable, source))
        for condition in conjuncts(where):
            yield from self._conditions(way, condition)
            way = (*way, _Holds(condition))

    def _values(self, way: _Way, e: Expr) -> Iterator[_Question]:
        """All questions about the parts of a value."""
        if self._is_too_large(e):
            return
        match e:
            case Const() | Var():
                return
            case Op() if laws(e).logic is not Logic.NONE:
                yield from self._conditions(way, e)
            case Op(name="union"):
                for part in e.operands:
                    for span in () if isinstance(part, Const) else self._spans(part):
                        if not span.text.isidentifier():
                            yield self._asking(Point(span, "some"), way, present(part))
                    yield from self._values(way, part)
            case Cond():
                yield from self._conditions(way, e.condition)
                yield from self._values((*way, _Holds(e.condition)), e.then)
                yield from self._values((*way, _Holds(negation(e.condition))), e.other)
            case Given():
                yield from self._values(way, e.value)
                inner = (*way, _Is(e.variable, e.value))
                body = self._conditions if e.body.type == TRUTH else self._values
                yield from body(inner, e.body)
            case Query():
                yield from self._query(way, e.binders, e.where)
                inner = (*way, *(_Bound(*binder) for binder in e.binders), _Holds(e.where))
                for part in e.body:
                    yield from self._values(inner, part)
            case After():
                questions = self._conditions if e.type == TRUTH else self._values
                yield from questions((*way, _Ahead(e)), self.notes.ahead.get(e, e.value))
            case Fill():
                yield from self._values(way, e.start)
                yield from self._values(way, e.area)
            case Distance():
                for part in (e.origin, e.area, e.goal):
                    yield from self._values(way, part)
            case _:
                for part in e.parts:
                    if not isinstance(part.type.base, Plain) or part.type == TRUTH:
                        yield from self._values(way, part)

    def _is_too_large(self, e: Expr) -> bool:
        """Whether there is too much to ask about an expression. Then its place is left out."""
        if self._size(e) <= MAX_PARTS:
            return False
        todo, seen = [e], {e}
        while todo:
            one = todo.pop()
            self.left_out.update(self._spans(one))
            new = {part for part in self._parts(one) if part not in seen}
            seen |= new
            todo += new
        return True

    def _size(self, e: Expr) -> int:
        """How many parts an expression has, each counted as often as it is reached."""
        if e not in self._sizes:
            self._sizes[e] = 1 + sum(map(self._size, self._parts(e)))
        return self._sizes[e]

    def _parts(self, e: Expr) -> tuple[Expr, ...]:
        ahead = self.notes.ahead.get(e) if isinstance(e, After) else None
        return e.parts if ahead is None else (*e.parts, ahead)

    def _asking(self, point: Point, way: _Way, e: Expr) -> _Question:
        """The question whether an expression can hold, with all that binds and restricts it on the way."""
        implied: set[Point] = set()
        for step in reversed(way):
            if isinstance(step, _Holds):
                implied |= {Point(span, "true") for span in self._spans(step.condition)}
            e = step.around(e)
        return _Question(point, e, frozenset(implied - {point}))
