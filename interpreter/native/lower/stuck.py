"""`stuck`: looking ahead at whether the next player could make a first decision."""

from __future__ import annotations

from interpreter.graph.graph import Ask, Collect, Fork, Leave, Step, Take
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.options import Options
from interpreter.native.module.emitter import Atom, Loc, Unsupported


class Ahead(Options):
    """Writes the look ahead at the next turn."""

    def stuck(self) -> Atom:
        """Whether `next` could not make a first decision; rules that fail on the way are none of its business."""
        result = self.copy(0, "i32")
        writes = {ME, NEXT} if not self.specialised else {NEXT} if self.next_is_set else set()
        for n in self._prefix(self.graph.turn):
            writes |= self.writes(n.statements)
        with self.scope("block"), self.undone(frozenset(writes)), self.block() as out:
            self.scopes[-1].sort = "fence"  # what may jump out must stay within
            self.fails.append(out)
            self.over.append(out)
            if not self.specialised:
                self.set(self.held[ME], self.read(NEXT))
                after = self.op("add", self.held[ME], 1)
                self.set(self.held[NEXT], self.select(self.op("eq", after, self.players), 0, after))
                self.wrote((ME, NEXT))
                self._blocked(self.graph.turn, result, out)
            elif self.next is not None:
                self._blocked_for(self.next, result, out)
            else:
                following = self.read(NEXT)
                for p in range(self.players):
                    self.when(self.op("eq", following, p), lambda p=p: self._blocked_for(p, result, out))  # type: ignore[misc]
            self.fails.pop()
            self.over.pop()
        return result

    def _blocked_for(self, me: int, result: Loc, out: int) -> None:
        following = (me + 1) % self.players
        with self.scope("block"), self.knowing(me, None if self.next_is_set else following):
            if self.next_is_set:
                self.set(self.held[NEXT], following)
                self.wrote((NEXT,))
            self._blocked(self.graph.turn, result, out)

    def _prefix(self, at: int, seen: set[int] | None = None) -> list[Step]:
        """The steps before a first decision."""
        seen = set() if seen is None else seen
        if at in seen:
            raise Unsupported("`stuck` with a loop before a turn's first decision")
        n = self.graph.nodes[at]
        inner = seen | {at}
        match n:
            case Step():
                following = [n.yes] if n.condition is None else [n.yes, n.no]
                return [n, *(s for f in following for s in self._prefix(f, inner))]
            case Fork():
                self.branches(n)
                return [] if n.otherwise is None else self._prefix(n.otherwise, inner)
            case Collect() | Take():
                raise Unsupported("`stuck` with a loop before a turn's first decision")
            case Leave():
                return self._prefix(n.then, inner)
        return []

    def _blocked(self, at: int, result: Loc, out: int) -> None:
        """Set the result where there is no option; leave where there is one."""
        n = self.graph.nodes[at]
        match n:
            case Step():
                self.statements(n.statements)
                if n.condition is None:
                    self._blocked(n.yes, result, out)
                else:
                    no = lambda: self._blocked(n.no, result, out)  # noqa: E731
                    self.when(self.x(n.condition), lambda: self._blocked(n.yes, result, out), no)
            case Ask() if n.is_roll:
                self.leave(out)
            case Ask():
                self.set(result, self.negated(self._any(n)))
            case Fork():
                some = self._some(n)
                if n.otherwise is None:
                    self.set(result, self.negated(some))
                else:
                    self.when(self.negated(some), lambda: self._blocked(n.otherwise or 0, result, out))
            case Leave():
                self._blocked(n.then, result, out)
            case _:
                self.leave(out)
