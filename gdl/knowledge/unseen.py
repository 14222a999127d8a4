"""Changes of which not everybody knows whether they have happened, because something hidden decides how rules go on.

Where the rules fork by something hidden and go on alike – the same player decides secretly here and there, say – nobody
else knows how far they have come, nor whether what stands behind has happened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal

from gdl.knowledge.moments import Course, Moments
from gdl.knowledge.shapes import decides, shape
from gdl.model import statements as m
from gdl.model.model import Model

Known = Literal["before", "behind", "never"]


@dataclass(frozen=True)
class Place:
    """What all know of where the rules are. `pending`: they will know when the next decision is made; `lost`: they
    don't know; `secret`: it was secretly chosen that rules come here."""

    pending: bool = False
    lost: bool = False
    secret: bool = False

    def join(self, other: Place) -> Place:
        """Behind two ways."""
        return replace(self, pending=self.pending or other.pending, lost=self.lost or other.lost)


@dataclass
class Unseen:
    """Finds those changes. `forks`: the statements that go on by something that is hidden from somebody."""

    model: Model
    forks: Collection[m.Statement]
    found: dict[m.Assign, None] = field(default_factory=dict)

    def changes(self) -> Iterable[m.Assign]:
        """All changes that aren't known by all."""
        self.course = Course(self.model)
        begins = self._block(self.model.setup, Place(), self.course.behind_setup)
        for _ in range(3):  # a turn may begin as the one before has ended
            ended = self._block(self.model.turn, begins, self.course.behind_turn)
            ended = self._block(self.model.end, ended, self.course.behind_turn)
            begins = begins.join(self._next(ended))
        return self.found

    def _next(self, ended: Place) -> Place:
        """What is known where the next turn begins: others decide then, and nobody else has decided in this turn."""
        statements = [*m.walk(self.model.turn)]
        passes = self.course.alternates and not any(
            isinstance(s, m.Roll) or (isinstance(s, m.Assign) and s.variable is self.model.me) for s in statements
        )
        return Place() if passes else ended

    def _block(self, block: m.Block, place: Place, behind: Moments) -> Place:
        for i, s in enumerate(block):
            place = self._statement(s, place, self.course.firsts(block[i + 1 :], behind))
        return place

    def _statement(self, s: m.Statement, place: Place, behind: Moments) -> Place:
        match s:
            case m.Assign() if place.pending or place.lost or place.secret:
                self.found[s] = None
            case m.Choose():
                return replace(place, pending=False)
            case m.Branch():
                return self._branch(s, place, behind)
            case m.Loop():
                inner = place
                if decides(s.body) and s in self.forks:
                    inner = self._forked(place, [self.course.firsts(s.body, behind), behind])
                return inner.join(self._again(s.body, inner, behind))
            case m.Repeat():
                inner = place
                if s in self.forks:
                    again = self.course.firsts(s.body, behind)
                    inner = self._forked(place, [again, behind]) if decides(s.body) else replace(place, secret=True)
                return replace(inner.join(self._again(s.body, inner, behind)), secret=place.secret)
            case m.Either():
                return self._either(s, place, behind)
            case m.Most():
                return self._block(s.body, place, behind)
        return place

    def _again(self, body: m.Block, place: Place, behind: Moments) -> Place:
        """A block that may be done again: it begins also as it has ended."""
        behind = behind | self.course.firsts(body, behind)
        return self._block(body, place.join(self._block(body, place, behind)), behind)

    def _branch(self, s: m.Branch, place: Place, behind: Moments) -> Place:
        if decides((s,)) and shape(s.then) != shape(s.other) and s in self.forks:
            place = self._forked(place, [self.course.firsts(block, behind) for block in (s.then, s.other)])
        return self._block(s.then, place, behind).join(self._block(s.other, place, behind))

    def _either(self, s: m.Either, place: Place, behind: Moments) -> Place:
        ways = [*m.inner_blocks(s)]
        firsts = [next((x for x in m.walk(way) if isinstance(x, m.Choose)), None) for way in s.branches]
        if not any(first is not None and first.secret for first in firsts):
            ends = [self._block(way, place, behind) for way in ways]
            return replace(place, pending=any(end.pending for end in ends), lost=any(end.lost for end in ends))
        inner = replace(place, secret=True)
        ends = [self._block(way, inner, behind) for way in ways]
        after = replace(place, pending=any(end.pending for end in ends), lost=any(end.lost for end in ends))
        if len({shape(way) for way in ways}) == 1:
            return after
        rests = [_behind_first(way) for way in ways]
        if any(rest is None for rest in rests):
            return replace(after, lost=True)
        return self._forked(after, [self.course.firsts(rest, behind) for rest in rests if rest is not None])

    def _forked(self, place: Place, ways: Iterable[Moments]) -> Place:
        """The place behind a fork that something hidden decides, by what may come first on each way."""
        known = {_known(one, other) for one, other in combinations(ways, 2)}
        return replace(place, pending=place.pending or "behind" in known, lost=place.lost or "never" in known)


def _known(one: Moments, other: Moments) -> Known:
    """When all know on which of two ways the rules have gone on."""
    pairs = [(a, b) for a in one for b in other]
    if all(a.differs_before(b) for a, b in pairs):
        return "before"
    return "behind" if all(a.differs_before(b) or a.differs_behind(b) for a, b in pairs) else "never"


def _behind_first(way: m.Block) -> m.Block | None:
    """What stands behind the first decision of a way; None if that is within something."""
    for i, s in enumerate(way):
        if isinstance(s, m.Choose):
            return way[i + 1 :]
        if decides((s,)):
            return None
    return way


def unseen(model: Model, forks: Collection[m.Statement]) -> Iterator[m.Variable]:
    """The variables that get values of which not everybody knows whether they have them yet."""
    yield from dict.fromkeys(s.variable for s in Unseen(model, forks).changes())
