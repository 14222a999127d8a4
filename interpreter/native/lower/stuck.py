"""`stuck`: looking ahead at whether the next player could make a first decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.graph.graph import Ask, Collect, Fork, Leave, Step, Take
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.changes import statements, undone
from interpreter.native.lower.loops import collect, count_round, is_left, take
from interpreter.native.lower.options import fork_has_option, has_option
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc, Slot
from interpreter.native.plan.ways import goes_round, written_before_decisions


def stuck(w: Writer) -> Atom:
    """Whether `next` could not make a first decision; rules that fail on the way are none of its business."""
    result = w.emit.copy(0, "i32")
    turns = w.facts.turns
    writes: frozenset[Slot] = frozenset(() if w.known.by_player else (ME, NEXT)) | (
        {NEXT} if turns.next_is_set else frozenset())
    writes |= written_before_decisions(w.facts.graph, w.facts.layout)
    with w.emit.scope("block"), undone(w, writes), w.emit.block(is_fence=True) as out:  # what jumps out stays within
        w = w.where(failed=out, over=out, looks_ahead=True)
        looking = _Looking(result, out, writes, w.emit.copy(0), goes_round(w.facts.graph))
        if not w.known.by_player:
            w.emit.set(w.held[ME], w.read(NEXT))
            after = w.emit.op("add", w.held[ME], 1)
            w.emit.set(w.held[NEXT], w.emit.select(w.emit.op("eq", after, w.facts.players), 0, after))
            w.held.wrote((ME, NEXT))
            looking.at(w, w.facts.graph.turn)
        elif w.known.next is not None:
            _look_for(w, w.known.next, looking)
        else:
            following = w.read(NEXT)
            for p in range(w.facts.players):
                w.emit.when(w.emit.op("eq", following, p), lambda p=p: _look_for(w, p, looking))  # type: ignore[misc]
    return result


def _look_for(w: Writer, me: int, looking: _Looking) -> None:
    following = (me + 1) % w.facts.players
    w = w.knowing(me, None if w.facts.turns.next_is_set else following)
    with w.emit.scope("block"):
        if w.facts.turns.next_is_set:
            w.emit.set(w.held[NEXT], following)
            w.held.wrote((NEXT,))
        looking.at(w, w.facts.graph.turn)


@dataclass
class _Looking:
    """Writes the way to the first decisions of a turn: sets `result` where there is no option, leaves where there is.

    `writes`: what changes on the way. `heads`: the steps with which loops begin that aren't of sets.
    `loops`: the labels of the loops that are being written, by their nodes.
    """

    result: Loc
    out: int
    writes: frozenset[Slot]
    rounds: Loc
    heads: frozenset[int]
    loops: dict[int, int] = field(default_factory=dict)

    def at(self, w: Writer, number: int) -> None:
        """Write what follows from a node on."""
        n = w.facts.graph.nodes[number]
        match n:
            case Step() if number in self.heads:
                self._again(w, number, lambda: self._step(w, n))
            case Step():
                self._step(w, n)
            case Ask() if n.is_roll:
                w.emit.leave(self.out)
            case Ask():
                w.emit.set(self.result, w.emit.negated(has_option(w, n)))
            case Fork():
                some = fork_has_option(w, n)
                if n.otherwise is None:
                    w.emit.set(self.result, w.emit.negated(some))
                else:
                    w.emit.when(w.emit.negated(some), lambda: self.at(w, n.otherwise or 0))
            case Leave():
                self.at(w, n.then)
            case Collect():
                collect(w, n)
                self.at(w, n.then)
            case Take():
                self._again(w, number, lambda: self._round(w, n))
            case _:
                w.emit.leave(self.out)

    def _step(self, w: Writer, n: Step) -> None:
        statements(w, n.statements)
        if n.condition is None:
            self.at(w, n.yes)
        else:
            w.emit.when(w.x(n.condition), lambda: self.at(w, n.yes), lambda: self.at(w, n.no))

    def _round(self, w: Writer, n: Take) -> None:
        def body() -> None:
            take(w, n)
            self.at(w, n.body)

        w.emit.when(is_left(w, n), body, lambda: self.at(w, n.done))

    def _again(self, w: Writer, number: int, write: Callable[[], None]) -> None:
        """A loop goes on until a round comes to a decision."""
        if number in self.loops:
            w.emit.leave(self.loops[number])
            return
        with w.emit.block("loop", writes=self.writes) as self.loops[number]:
            w.held.wrote(self.writes)
            count_round(w, self.rounds)
            write()
        del self.loops[number]
