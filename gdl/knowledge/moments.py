"""What tells players how far the rules have come: who decides next, whether chance does, and the texts of decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gdl.knowledge.shapes import decides
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Get, Op, Table, Var
from gdl.model.types import Domain, Range

MOST = 10_000
"""Texts of one decision that are compared with those of another."""

Who = tuple[int, ...] | None
"""Who decides, for each player whose turn it may be; None if that isn't known."""


@dataclass(frozen=True)
class Moment:
    """What all observe of a decision or roll: before it who decides, and behind it one of some texts (None: any)."""

    who: Who
    rolls: bool
    secret: bool
    texts: frozenset[str] | None

    def differs_before(self, other: Moment) -> bool:
        """Whether all can tell, before anything is decided, which of the two comes."""
        if self.rolls or other.rolls:
            return self.rolls != other.rolls
        if self.who is None or other.who is None:
            return False
        return all(a != b for a, b in zip(self.who, other.who, strict=True))

    def differs_behind(self, other: Moment) -> bool:
        """Whether all can tell once something is decided."""
        if self.secret or other.secret:
            return self.secret != other.secret
        return self.texts is not None and other.texts is not None and self.texts.isdisjoint(other.texts)


Moments = frozenset[Moment]


class Course:
    """The decisions of a game's rules, in the order in which they may come."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.moments: dict[m.Statement, Moment] = {}
        same = tuple(range(len(model.players)))
        blocks = (model.setup, model.turn, model.end)
        turned = any(isinstance(s, m.Assign) and s.variable is model.next for block in blocks for s in m.walk(block))
        self.alternates = not turned and len(same) > 1
        self.next_turn: Who = (*same[1:], 0) if self.alternates else None
        self._walk(model.setup, {})
        self._walk(model.turn, {model.me: same})
        first = self.firsts(model.turn, frozenset())
        self.behind_turn: Moments = frozenset(
            replace(moment, who=self.next_turn if moment.who == same else None) for moment in first
        )
        self.behind_setup: Moments = frozenset(replace(moment, who=None) for moment in first)

    def firsts(self, block: m.Block, behind: Moments) -> Moments:
        """What may be decided first in a block, and `behind` it if nothing is."""
        for s in reversed(block):
            behind = self._first(s, behind)
        return behind

    def _first(self, s: m.Statement, behind: Moments) -> Moments:
        match s:
            case m.Choose():
                return frozenset((self.moments[s],))
            case m.Branch():
                return self.firsts(s.then, behind) | self.firsts(s.other, behind)
            case m.Loop() if decides(s.body):
                return self.firsts(s.body, behind) | behind
            case m.Repeat() | m.Most() if decides(s.body):
                return self.firsts(s.body, behind | self.firsts(s.body, behind))
            case m.Either():
                ways = (*s.branches, *((s.otherwise,) if s.otherwise is not None else ()))
                return frozenset[Moment]().union(*(self.firsts(way, behind) for way in ways))
        return behind

    # ---- who decides where

    def _walk(self, block: m.Block, who: dict[m.Variable, Who]) -> None:
        """Note the moments of a block. `who`: what players variables hold; it changes."""
        for s in block:
            match s:
                case m.Choose():
                    texts = None if s.secret else _texts(s.text)
                    self.moments[s] = Moment(who.get(self.model.me), isinstance(s, m.Roll), s.secret, texts)
                    who.update(dict.fromkeys(s.variables))
                case m.Assign():
                    who[s.variable] = self._player(s.value, who) if not s.indices else None
                case m.Loop() | m.Repeat() | m.Most():
                    if isinstance(s, m.Loop):
                        who.update(dict.fromkeys(s.variables))
                    once = dict(who)
                    self._walk(s.body, once)
                    _join(who, (once,))
                    self._walk(s.body, dict(who))
                case m.Branch() | m.Either():
                    ways = [dict(who) for _ in m.inner_blocks(s)]
                    for way, inner in zip(ways, m.inner_blocks(s), strict=True):
                        self._walk(inner, way)
                    _join(who, ways)

    def _player(self, e: Expr, who: dict[m.Variable, Who]) -> Who:
        match e:
            case Const(value=int() as value) if e.type.base is self.model.player:
                return (value,) * len(self.model.players)
            case Get(indices=()):
                return who.get(e.variable)
            case Table(arguments=(Get(indices=()) as of,)) if of.type.base is self.model.player:
                known = who.get(of.variable)
                if known is not None and all(isinstance(value, int) for value in e.values):
                    return tuple(e.values[i] for i in known)
        return None


def _join(who: dict[m.Variable, Who], ways: Iterable[dict[m.Variable, Who]]) -> None:
    """What variables hold behind one of several ways: what they hold behind all."""
    for way in ways:
        for variable, value in way.items():
            if who.get(variable) != value:
                who[variable] = None


def _texts(e: Expr) -> frozenset[str] | None:
    """All texts that there may be; None if that isn't known."""
    match e:
        case Const(value=str() as value):
            return frozenset((value,))
        case Table(arguments=(Var() as name,)) if len(e.values) <= MOST:
            values = e.values[: len(name.type.base)] if isinstance(name.type.base, Domain | Range) else e.values
            return frozenset(values) if all(isinstance(value, str) for value in values) else None
        case Op(name="string", operands=(Var() as name,)) if isinstance(name.type.base, Range):
            numbers = name.type.base
            return frozenset(map(str, range(numbers.low, numbers.high + 1))) if len(numbers) <= MOST else None
    return None
