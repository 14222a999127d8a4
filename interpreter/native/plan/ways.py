"""Ways to the first decisions of an `either`, or of a turn, and what changes on them."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.model import statements as m
from gdl.model.nodes import Expr
from interpreter.graph.graph import Ask, Boundary, Collect, Fork, Graph, Leave, Node, Over, Step, Take, TurnEnd
from interpreter.graph.layout import Layout
from interpreter.native.module.emitter import Slot, Unsupported
from interpreter.native.record.record import HEIGHTS, PILES

MAX_BRANCHES = 100
"""Ways that an `either` begins with: the code of each way's decision is written out where the options are counted, and
again where one is taken, so that code grows by their number."""

Part = m.Block | Collect | tuple[Expr | Fork | Take, bool]
Branch = tuple[tuple[Part, ...], Ask]
"""A way to a first decision: statements, loops that begin, and conditions that must hold, or not (of a fork: to have an
option; of a loop: to have a round left, which then begins); and the decision."""


def branches(graph: Graph, fork: Fork) -> list[Branch]:
    """The first decisions of a fork's branches, each with the way to it."""
    found: list[Branch] = []

    def follow(at: int, way: tuple[Part, ...]) -> None:
        n = graph.nodes[at]
        if len(found) > MAX_BRANCHES or len(way) > MAX_BRANCHES:
            raise Unsupported(f"more than {MAX_BRANCHES} ways to the first decisions of an `either`",
                              "let one `choose` range over several of them")  # fmt: skip
        match n:
            case Step():
                way = (*way, n.statements) if n.statements else way
                if n.condition is None:
                    follow(n.yes, way)
                else:
                    follow(n.yes, (*way, (n.condition, True)))
                    follow(n.no, (*way, (n.condition, False)))
            case Ask():
                found.append((way, n))
            case Fork():
                for branch in n.branches:
                    follow(branch, way)
                if n.otherwise is not None:
                    follow(n.otherwise, (*way, (n, False)))
            case Leave():
                follow(n.then, way)
            case Collect():
                follow(n.then, (*way, n))
            case Take():
                if any(not isinstance(part, Collect) and part[:1] == (n,) for part in way):
                    raise Unsupported("an `either` that begins with a loop whose rounds may pass without a decision",
                                      "let the branch `choose` first, or the loop range over less")  # fmt: skip
                follow(n.body, (*way, (n, True)))
                follow(n.done, (*way, (n, False)))
            case TurnEnd() | Over() | Boundary():
                pass  # no decision: no option
            case _:
                raise TypeError(n)

    for branch in fork.branches:
        follow(branch, ())
    return found


# ---- what changes


def written_by(layout: Layout, block: m.Block) -> frozenset[Slot]:
    """The parts of the state that statements may change."""
    found: set[Slot] = set()
    for s in m.walk(block):
        match s:
            case m.Choose() | m.Loop():
                found |= {layout.slot[v] for v in s.variables}
            case m.Assign():
                found.add(layout.slot[s.variable])
            case m.OnBoard():
                found |= standing(layout)
    return frozenset(found)


def standing(layout: Layout) -> frozenset[Slot]:
    """All parts of the state that say which pieces stand where."""
    numbers = (layout.numbers,) if layout.numbers >= 0 else ()
    return frozenset((*layout.piece_slots, *numbers, *((PILES, HEIGHTS) if layout.model.stacks else ())))


def written_in(layout: Layout, n: Collect | Take) -> frozenset[Slot]:
    """The parts of the state that a loop itself changes, without its body."""
    variables = () if isinstance(n, Collect) else n.loop.variables
    return frozenset(layout.slot[v] for v in (n.queue, *variables))


def written_along(layout: Layout, way: tuple[Part, ...]) -> frozenset[Slot]:
    """What the statements on the way to a decision may change."""
    found: set[Slot] = set()
    for part in way:
        match part:
            case (Collect() as loop) | (Take() as loop, _):
                found |= written_in(layout, loop)
            case (Expr() | Fork(), _):
                pass
            case _:
                found |= written_by(layout, part)
    return frozenset(found)


def written_before_decisions(graph: Graph, layout: Layout) -> frozenset[Slot]:
    """What may change in a turn before its first decisions."""
    found: set[Slot] = set()
    for n in _before_decisions(graph):
        found |= written_by(layout, n.statements) if isinstance(n, Step) else written_in(layout, n)
    return frozenset(found)


def goes_round(graph: Graph) -> frozenset[int]:
    """The steps before a turn's first decisions that may be come to again without one: loops begin there."""
    found = graph.reached([graph.turn], lambda n: _onward(graph, n))
    return frozenset(
        at
        for at in found
        if isinstance(n := graph.nodes[at], Step)
        and at in graph.reached([*_onward(graph, n)], lambda n: _onward(graph, n))
    )


def _before_decisions(graph: Graph) -> Iterator[Step | Collect | Take]:
    """The nodes before a turn's first decisions that may change the state."""
    for at in graph.reached([graph.turn], lambda n: _onward(graph, n)):
        n = graph.nodes[at]
        if isinstance(n, Step | Collect | Take):
            yield n


def _onward(graph: Graph, n: Node) -> tuple[int, ...]:
    """What follows without a decision."""
    match n:
        case Step() | Collect() | Take() | Leave():
            return graph.successors(n)
        case Fork() if n.otherwise is not None:
            return (n.otherwise,)
    return ()
