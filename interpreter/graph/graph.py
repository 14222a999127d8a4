"""The model's sections as one graph: steps between decisions, decisions, chance, and the boundary between turns.

Backends read only this. A statement without decisions stays whole within a step; everything else becomes nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from gdl.model import statements as m
from gdl.model.build import conjunction, conjuncts
from gdl.model.model import Model
from gdl.model.nodes import After, Expr, Get, within
from gdl.text.source import Span


@dataclass(frozen=True, eq=False)
class Step:
    """Statements without decisions; then `yes` or `no` by a condition, or always `yes`."""

    statements: m.Block
    condition: Expr | None
    yes: int
    no: int = -1


@dataclass(frozen=True, eq=False)
class Ask:
    """A decision, or chance. `mosts`: the `most` blocks around it, innermost first."""

    choose: m.Choose
    then: int
    mosts: tuple[int, ...]

    @property
    def is_roll(self) -> bool:
        """Whether chance decides."""
        return isinstance(self.choose, m.Roll)

    @cached_property
    def doubt(self) -> Expr | None:
        """The conditions that look ahead, if there are some. They take long: a random game draws among all `candidates`
        until one meets them."""
        if self.is_roll or self.mosts:
            return None
        costly = [c for c in conjuncts(self.choose.where) if _looks_ahead(c)]
        return conjunction(costly) if costly else None

    @cached_property
    def candidates(self) -> m.Choose:
        """The decision without its doubt."""
        if self.doubt is None:
            return self.choose
        where = conjunction([c for c in conjuncts(self.choose.where) if not _looks_ahead(c)])
        return replace(self.choose, where=where)


@dataclass(frozen=True, eq=False)
class Fork:
    """The first decisions of several branches, as one. `mosts`: the `most` blocks around it, innermost first."""

    branches: tuple[int, ...]
    otherwise: int | None
    span: Span
    mosts: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Collect:
    """Find the tuples of a loop whose body holds decisions; keep them in `queue`."""

    loop: m.Loop
    queue: m.Variable
    then: int


@dataclass(frozen=True, eq=False)
class Take:
    """The next tuple of a loop goes to its variables; `done` when there is none."""

    loop: m.Loop
    queue: m.Variable
    body: int
    done: int


@dataclass(frozen=True, eq=False)
class Leave:
    """The end of a `most` block."""

    most: m.Most
    number: int
    then: int


@dataclass(frozen=True, eq=False)
class Boundary:
    """Between two turns: what was is noted for `repeats`, and `next` becomes `me`."""

    then: int


@dataclass(frozen=True, eq=False)
class TurnEnd:
    """A turn is complete; what `end` says comes next."""

    then: int


@dataclass(frozen=True, eq=False)
class SetUpEnd(TurnEnd):
    """The set-up is complete; the first turn comes next."""


@dataclass(frozen=True, eq=False)
class Over:
    """The game has ended."""


@dataclass(frozen=True, eq=False)
class Gather:
    """A `together`: the nodes of a part, and the queue of those whose parts come later."""

    nodes: range
    queue: m.Variable


Node = Step | Ask | Fork | Collect | Take | Leave | Boundary | TurnEnd | Over
OVER = 0


class Graph:
    """The nodes of a model. `setup` and `turn` are where these begin; node 0 is the end of the game.

    `rounds`: the nodes that every round of a loop with decisions passes, and where the loop stands in the text.
    `queues`: variables for loops that hold decisions. `stops`: the nodes where a decision or a roll may be waited for.
    `live`: for each node the locals that may still be read from there on. `gathers`: the blocks of `together`.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.nodes: list[Node] = [Over()]
        self.queues: list[m.Variable] = []
        self.mosts: list[m.Most] = []
        self.rounds: dict[int, Span] = {}
        self.gathers: list[Gather] = []
        end = self._reserve()
        self.turn_end = self._add(TurnEnd(end))
        self.turn = self._block(model.turn, self.turn_end, ())
        self.boundary = self._add(Boundary(self.turn))
        self.nodes[end] = Step(model.end, None, self.boundary)
        self.setup = self._block(model.setup, self._add(SetUpEnd(self.boundary)), ())
        self.stops = [i for i, node in enumerate(self.nodes) if isinstance(node, Ask | Fork)]
        self.live = self._liveness()

    @property
    def rolls(self) -> bool:
        """Whether chance decides in turns. What it does in the set-up doesn't count; its nodes stand behind."""
        return any(isinstance(node, Ask) and node.is_roll for node in self.nodes[: self.boundary])

    def _add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _reserve(self) -> int:
        return self._add(Over())

    def _block(self, block: m.Block, after: int, mosts: tuple[int, ...]) -> int:
        """Nodes for a block that goes on at `after`; gives the first."""
        run: list[m.Statement] = []
        for statement in reversed(block):
            if not _decides(statement):
                run.insert(0, statement)
                continue
            after = self._statement(statement, self._step(run, after), mosts)
            run = []
        return self._step(run, after)

    def _step(self, run: list[m.Statement], after: int) -> int:
        """A step before `after`; one with it, if it is only a test."""
        if not run:
            return after
        following = self.nodes[after]
        if isinstance(following, Step) and not following.statements and following.condition is not None:
            return self._add(Step(tuple(run), following.condition, following.yes, following.no))
        return self._add(Step(tuple(run), None, after))

    def _statement(self, s: m.Statement, after: int, mosts: tuple[int, ...]) -> int:
        match s:
            case m.Choose():
                return self._add(Ask(s, after, mosts))
            case m.Branch():
                yes, no = self._block(s.then, after, mosts), self._block(s.other, after, mosts)
                return self._add(Step((), s.condition, yes, no))
            case m.Either():
                branches = tuple(self._block(b, after, mosts) for b in s.branches)
                otherwise = None if s.otherwise is None else self._block(s.otherwise, after, mosts)
                return self._add(Fork(branches, otherwise, s.span, mosts))
            case m.Repeat():
                again = self._reserve()
                self.rounds[again] = s.span
                body = self._block(s.body, again, mosts)
                self.nodes[again] = Step((), s.until, after, body)
                return body
            case m.Most():
                number = len(self.mosts)
                self.mosts.append(s)
                leave = self._add(Leave(s, number, after))
                return self._block(s.body, leave, (number, *mosts))
            case m.Loop():
                first = s.variables[0]
                queue = m.Variable("tuples", (), first.type, (), True, s.span)
                self.queues.append(queue)
                take = self._reserve()
                self.rounds[take] = s.span
                begin = len(self.nodes)
                self.nodes[take] = Take(s, queue, self._block(s.body, take, mosts), after)
                if s.together:
                    self.gathers.append(Gather(range(begin, len(self.nodes)), queue))
                return self._add(Collect(s, queue, take))
        raise TypeError(s)

    # ---- walking

    def gather_of(self, place: int) -> Gather | None:
        """The `together` that a node belongs to."""
        return next((gather for gather in self.gathers if place in gather.nodes), None)

    def successors(self, node: Node) -> tuple[int, ...]:
        """Where a node may lead."""
        match node:
            case Step():
                return (node.yes,) if node.condition is None else (node.yes, node.no)
            case Ask() | Collect() | Leave() | Boundary() | TurnEnd():
                return (node.then,)
            case Fork():
                return node.branches if node.otherwise is None else (*node.branches, node.otherwise)
            case Take():
                return (node.body, node.done)
        return ()

    def reached(self, roots: Iterable[int], onward: Callable[[Node], Iterable[int]]) -> Iterator[int]:
        """The nodes that can be reached, each once, the roots included; `onward` says where a node leads."""
        todo, seen = list(roots), set[int]()
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                yield at
                todo += onward(self.nodes[at])

    def before_decisions(self, roots: Iterable[int]) -> Iterator[int]:
        """The nodes up to the first decisions or rolls, these included."""
        return self.reached(roots, lambda node: () if isinstance(node, Ask) else self.successors(node))

    @cached_property
    def revisited(self) -> frozenset[int]:
        """The decisions that a turn may come back to."""
        return self._coming_back(self._onward_in_turn)

    @cached_property
    def revisited_at_will(self) -> frozenset[int]:
        """Those that it may come back to without a roll."""
        return self._coming_back(lambda node: () if _is_roll(node) else self._onward_in_turn(node))

    @cached_property
    def amid(self) -> frozenset[int]:
        """Those that a turn may come back to, but that none begins with: only there a state tells that its turn has
        begun."""
        return self.revisited.difference(self.before_decisions([self.turn]))

    def _coming_back(self, onward: Callable[[Node], Iterable[int]]) -> frozenset[int]:
        """The decisions in turns to which somebody may come back in this way."""
        asking = [at for at in self.stops if at < self.boundary and not _is_roll(self.nodes[at])]
        return frozenset(at for at in asking if at in self.reached(self.successors(self.nodes[at]), onward))

    def _onward_in_turn(self, node: Node) -> tuple[int, ...]:
        """Where a node may lead without another turn."""
        return () if isinstance(node, Boundary) else self.successors(node)

    def is_last(self, stop: int) -> bool:
        """Whether what is chosen or rolled at a node always completes the turn (or the set-up), or ends the game."""
        asks = [node for at in self.before_decisions([stop]) if isinstance(node := self.nodes[at], Ask)]
        onward = self.reached([ask.then for ask in asks], self._onward_in_turn)
        return not any(isinstance(self.nodes[at], Ask) for at in onward)

    # ---- liveness

    def _liveness(self) -> list[frozenset[m.Variable]]:
        live: list[frozenset[m.Variable]] = [frozenset()] * len(self.nodes)
        changed = True
        while changed:
            changed = False
            for i, node in enumerate(self.nodes):
                after = frozenset().union(*(live[j] for j in self.successors(node)))
                before = self._before(node, after)
                if before != live[i]:
                    live[i], changed = before, True
        return live

    def _before(self, node: Node, after: frozenset[m.Variable]) -> frozenset[m.Variable]:
        match node:
            case Step():
                return _live(
                    node.statements, after | (_reads(node.condition) if node.condition else frozenset())
                )
            case Ask():
                return (after - set(node.choose.variables)).union(*map(_reads, m.expressions(node.choose)))
            case Collect():
                return (after - {node.queue}).union(*map(_reads, m.expressions(node.loop)))
            case Take():
                return (after - set(node.loop.variables)) | {node.queue}
            case Leave():
                return after.union(*map(_reads, node.most.values))
            case Boundary():
                return frozenset()
        return after


def _is_roll(node: Node) -> bool:
    return isinstance(node, Ask) and node.is_roll


def _decides(s: m.Statement) -> bool:
    """Whether a statement holds a decision or a roll."""
    return isinstance(s, m.Choose | m.Either | m.Most | m.Repeat) or any(
        _decides(inner) for block in m.inner_blocks(s) for inner in block
    )


def _reads(e: Expr) -> frozenset[m.Variable]:
    """The locals that an expression reads."""
    found: set[m.Variable] = set()
    todo, seen = [e], set[Expr]()
    while todo:
        x = todo.pop()
        if x in seen:
            continue
        seen.add(x)
        if isinstance(x, Get) and x.variable.local:
            found.add(x.variable)
        if isinstance(x, After):
            found |= _live(x.change, _reads(x.value))
        else:
            todo += x.parts
    return frozenset(found)


def _live(block: m.Block, after: frozenset[m.Variable]) -> frozenset[m.Variable]:
    """The locals that are read from the beginning of a block without decisions on."""
    live = after
    for s in reversed(block):
        reads = frozenset[m.Variable]().union(*map(_reads, m.expressions(s)))
        match s:
            case m.Assign() if not s.indices and s.variable.local:
                live = live - {s.variable} | reads
            case m.Branch():
                live = reads | _live(s.then, live) | _live(s.other, live)
            case m.Loop():
                inner = live | _live(s.body, live) - set(s.variables)
                live = reads | inner | _live(s.body, inner) - set(s.variables)
            case _:
                live = live | reads
    return live


def _looks_ahead(e: Expr) -> bool:
    return any(isinstance(part, After) for part in within(e))
