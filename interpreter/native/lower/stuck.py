"""`stuck`: looking ahead at whether the next player could make a first decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.graph.graph import Ask, Collect, Fork, Leave, Step, Take
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.changes import statements, undone
from interpreter.native.lower.context import Context
from interpreter.native.lower.loops import collect, count_round, is_left, take, written_in
from interpreter.native.lower.options import fork_has_option, has_option
from interpreter.native.lower.reading import written_by
from interpreter.native.module.emitter import Atom, Loc, Slot


def stuck(ctx: Context) -> Atom:
    """Whether `next` could not make a first decision; rules that fail on the way are none of its business."""
    result = ctx.copy(0, "i32")
    writes = {ME, NEXT} if not ctx.specialised else {NEXT} if ctx.next_is_set else set()
    for n in _before_decisions(ctx):
        match n:
            case Step():
                writes |= written_by(ctx, n.statements)
            case Collect() | Take():
                writes |= written_in(ctx, n)
    with ctx.scope("block"), undone(ctx, frozenset(writes)), ctx.block() as out:
        ctx.scopes[-1].sort = "fence"  # what may jump out must stay within
        ctx.fails.append(out)
        ctx.over.append(out)
        looking = _Looking(ctx, result, out, frozenset(writes), ctx.copy(0))
        if not ctx.specialised:
            ctx.set(ctx.held[ME], ctx.read(NEXT))
            after = ctx.op("add", ctx.held[ME], 1)
            ctx.set(ctx.held[NEXT], ctx.select(ctx.op("eq", after, ctx.players), 0, after))
            ctx.wrote((ME, NEXT))
            looking.at(ctx.graph.turn)
        elif ctx.next is not None:
            _look_for(ctx, ctx.next, looking)
        else:
            following = ctx.read(NEXT)
            for p in range(ctx.players):
                ctx.when(ctx.op("eq", following, p), lambda p=p: _look_for(ctx, p, looking))  # type: ignore[misc]
        ctx.fails.pop()
        ctx.over.pop()
    return result


def _look_for(ctx: Context, me: int, looking: _Looking) -> None:
    following = (me + 1) % ctx.players
    with ctx.scope("block"), ctx.knowing(me, None if ctx.next_is_set else following):
        if ctx.next_is_set:
            ctx.set(ctx.held[NEXT], following)
            ctx.wrote((NEXT,))
        looking.at(ctx.graph.turn)


def _before_decisions(ctx: Context) -> Iterator[Step | Collect | Take]:
    """The nodes before a turn's first decisions that may change the state."""

    def onward(n: object) -> tuple[int, ...]:
        match n:
            case Step() | Collect() | Take() | Leave():
                return ctx.graph.successors(n)
            case Fork() if n.otherwise is not None:
                return (n.otherwise,)
        return ()

    for at in ctx.graph.reached([ctx.graph.turn], onward):
        n = ctx.graph.nodes[at]
        if isinstance(n, Step | Collect | Take):
            yield n


@dataclass
class _Looking:
    """Writes the way to the first decisions of a turn: sets `result` where there is no option, leaves where there is.

    `writes`: what changes on the way. `loops`: the labels of the loops that are being written, by their nodes.
    """

    ctx: Context
    result: Loc
    out: int
    writes: frozenset[Slot]
    rounds: Loc
    loops: dict[int, int] = field(default_factory=dict)

    def at(self, number: int) -> None:
        """Write what follows from a node on."""
        ctx, n = self.ctx, self.ctx.graph.nodes[number]
        match n:
            case Step():
                statements(ctx, n.statements)
                if n.condition is None:
                    self.at(n.yes)
                else:
                    ctx.when(ctx.x(n.condition), lambda: self.at(n.yes), lambda: self.at(n.no))
            case Ask() if n.is_roll:
                ctx.leave(self.out)
            case Ask():
                ctx.set(self.result, ctx.negated(has_option(ctx, n)))
            case Fork():
                some = fork_has_option(ctx, n)
                if n.otherwise is None:
                    ctx.set(self.result, ctx.negated(some))
                else:
                    ctx.when(ctx.negated(some), lambda: self.at(n.otherwise or 0))
            case Leave():
                self.at(n.then)
            case Collect():
                collect(ctx, n)
                self.at(n.then)
            case Take():
                self._rounds(number, n)
            case _:
                ctx.leave(self.out)

    def _rounds(self, number: int, n: Take) -> None:
        """A loop goes on until a round comes to a decision."""
        ctx = self.ctx
        if number in self.loops:
            ctx.leave(self.loops[number])
            return

        def body() -> None:
            take(ctx, n)
            self.at(n.body)

        with ctx.block("loop", writes=self.writes) as self.loops[number]:
            ctx.wrote(self.writes)
            count_round(ctx, self.rounds)
            ctx.when(is_left(ctx, n), body, lambda: self.at(n.done))
        del self.loops[number]
