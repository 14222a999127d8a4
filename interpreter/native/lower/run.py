"""The function `run`: from where a record stands, decision by decision, to where it is to stop."""

from __future__ import annotations

from dataclasses import replace

from gdl.model import statements as m
from gdl.text.source import Span
from interpreter.graph.abi import DECISIONS, ENDLESS, EXPLORING, LEFT, MAX_IDLE, PAUSE, PAUSING, PLIES, STOP, TURNS
from interpreter.graph.graph import OVER, Ask, Boundary, Collect, Fork, Leave, Step, Take, TurnEnd
from interpreter.graph.graph import Collect as CollectNode
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.changes import statements
from interpreter.native.lower.decisions import (
    fork,
    give_out,
    left,
    reset,
    worth,
    write_ask,
)
from interpreter.native.lower.facts import Facts
from interpreter.native.lower.functions import ended, enter, opened
from interpreter.native.lower.located import within
from interpreter.native.lower.loops import collect, count_round, is_left, take
from interpreter.native.lower.reading import store_all
from interpreter.native.lower.repetition import remember
from interpreter.native.lower.writer import Arguments, Counters, Run, Writer, vacant_of, watches_of
from interpreter.native.module.emitter import Loc
from interpreter.native.module.wasm import Function
from interpreter.native.plan.flow import Flow
from interpreter.native.plan.regions import Key, Region

# ---- the function


def write_run(facts: Facts, function: Function) -> Function:
    """The whole function `run(ptr, budget, given, key, limit)`.

    At each decision or roll: if the budget is 0, the record is stored and the number of options given back. If it
    is negative, option `given` is described at `out`. Else one option is taken: `given`, or if that is negative the
    one that `key` draws, and the budget is one less. From turn number `limit` on the budget is 0. At the end of the
    game it gives 0, and a negative status where the rules fail.
    """
    w = opened(facts, function)
    counters = Counters.of(w.emit)
    held = replace(w.held, watches=watches_of(facts, w.emit), vacant=vacant_of(facts, w.emit))
    flow = Flow(facts.graph, facts.turns, facts.jobs.asks_end)
    found = flow.regions()
    arguments = Arguments(*(Loc(i, "i64") for i in range(5)))
    run = Run(arguments, counters, flow, {key: i for i, key in enumerate(found)}, go_on)
    w = replace(w, held=held, running=run).where(looks_ahead=False, remembers=True, by_player=facts.turns.by_player)
    _entry(w)
    with w.emit.block() as leaving:
        run = replace(run, exit=leaving)
        with w.emit.block() as over, w.emit.block("loop", writes=facts.slots.everything) as dispatch:
            _cases(replace(w, running=replace(run, dispatch=dispatch)).where(over=over), list(found.values()))
        _ended(replace(w, running=run))
    _leaving(w)
    return ended(w)


def _entry(w: Writer) -> None:
    enter(w)
    if w.held.vacant is not None:
        w.held.vacant.count(w.emit, w.held.cells)
    w.emit.push(w.run.arguments.limit)
    w.emit.put(w.known.base.get, ("i64.load", TURNS), ("i64.sub",), ("local.set", w.run.counters.left.number))
    w.emit.set(w.run.counters.allowed, w.run.arguments.budget)
    width = w.facts.players + 1
    table = bytearray(b"\xff" * (2 * width * len(w.facts.graph.nodes)))
    for (number, me), case in w.run.cases.items():
        columns = range(width) if me is None or me < 0 else [me]
        for column in columns:
            at = 2 * (number * width + column)
            if me is None or me >= 0 or table[at : at + 2] == b"\xff\xff":
                table[at : at + 2] = case.to_bytes(2, "little")
    address = w.facts.memory.constant(bytes(table))
    w.emit.put(w.known.base.get, ("i64.load", w.facts.record.place))
    place = w.emit.kept()
    me = w.held[ME]
    w.emit.wrapped(w.emit.op("mul", w.emit.op("add", w.emit.op("mul", place, width), me), 2))
    w.emit.put(("i32.load16_u", address), ("local.set", w.run.counters.place.number))


def _cases(w: Writer, found: list[Region]) -> None:
    """The regions, one after another; each ends by going on with another one, or leaves. It jumps to those after it,
    and to its own beginning; to those before it the way leads by the table."""

    def nest(left: int) -> None:
        if not left:
            w.emit.put(("local.get", w.run.counters.place.number),
                    ("br_table", tuple(range(len(found))), len(found)))  # fmt: skip
            return
        region = found[left - 1]
        with w.emit.block() as w.run.beginnings[region.root]:
            nest(left - 1)
        del w.run.beginnings[region.root]
        with w.emit.scope("fence"):  # nothing is worked out before it is known which region comes
            if any(region.root in w.run.flow.successors(key) for key in region.order):
                with w.emit.block("loop", writes=w.facts.slots.everything) as w.run.beginnings[region.root]:
                    _tree(w, region, region.root)
                del w.run.beginnings[region.root]
            else:
                _tree(w, region, region.root)

    with w.emit.block():
        nest(len(found))
    w.emit.put(("unreachable",))


def _tree(w: Writer, region: Region, key: Key) -> None:
    """A node and all that it dominates."""

    def within(merges: list[Key]) -> None:
        if not merges:
            _node(w, region, key)
            return
        with w.emit.block() as w.run.labels[merges[0]]:
            within(merges[1:])
        _tree(w, region, merges[0])

    within(region.children.get(key, []))


def go_on(w: Writer, region: Region, key: Key) -> None:
    """Go on with another node."""
    if key[0] == OVER:
        w.emit.leave(w.known.over)
    elif key in w.run.beginnings:
        w.emit.leave(w.run.beginnings[key])
    elif key in w.run.cases:
        w.emit.put(("i32.const", w.run.cases[key]), ("local.set", w.run.counters.place.number))
        w.emit.leave(w.run.dispatch)
    elif key in region.merges:
        w.emit.leave(w.run.labels[key])
    else:
        with w.emit.scope("block"):
            _tree(w, region, key)


def _node(w: Writer, region: Region, key: Key) -> None:
    with within(_span(w.facts.graph.nodes[key[0]])):
        _written_node(w, region, key)


def _written_node(w: Writer, region: Region, key: Key) -> None:
    number, me = key
    n = w.facts.graph.nodes[number]
    me = 0 if me == -1 and not isinstance(n, Boundary) else me
    w = w.knowing(me if me is None or me >= 0 else None, None if key[1] == -1 else w.facts.turns.next_of(me))
    if number in w.facts.graph.rounds:
        count_round(w, w.run.counters.steps)
    match n:
        case Step():
            statements(w, n.statements)
            if n.condition is None:
                go_on(w, region, (n.yes, key[1]))
            else:
                w.emit.when(w.x(n.condition), lambda: go_on(w, region, (n.yes, key[1])),
                         lambda: go_on(w, region, (n.no, key[1])))  # fmt: skip
        case Ask():
            write_ask(w, region, key, n)
        case Fork():
            fork(w, region, key, n)
        case TurnEnd():
            go_on(w, region, (n.then, key[1]))
        case Leave():
            left(w, n)
            with w.emit.scope("fence"):  # nothing beyond the block is worked out where it is only being tried
                go_on(w, region, (n.then, key[1]))
        case Boundary():
            _boundary(w, region, key, n)
        case Collect():
            collect(w, n)
            go_on(w, region, (n.then, key[1]))
        case Take():
            _next_round(w, region, key, n)
        case _:
            raise TypeError(n)


def _next_round(w: Writer, region: Region, key: Key, n: Take) -> None:
    def body() -> None:
        take(w, n)
        go_on(w, region, (n.body, key[1]))

    w.emit.when(is_left(w, n), body, lambda: go_on(w, region, (n.done, key[1])))


# ---- between turns


def _boundary(w: Writer, region: Region, key: Key, n: Boundary) -> None:
    following = w.facts.turns.next_of(key[1]) if key[1] is None or key[1] >= 0 else None
    w.emit.set(w.run.counters.left, w.emit.op("sub", w.run.counters.left, 1))
    if w.facts.record.past is not None:
        remember(w)
    if not w.known.by_player or following is None:
        w.emit.set(w.held[ME], w.read(NEXT))
        w.held.wrote((ME, NEXT))
    else:
        w.emit.set(w.held[ME], following)
    after = w.emit.op("add", w.held[ME], 1)
    w.emit.set(w.held[NEXT], w.emit.select(w.emit.op("eq", after, w.facts.players), 0, after))
    w.held.wrote((ME, NEXT))
    if w.facts.graph.rounds:
        w.emit.set(w.run.counters.steps, 0)
    if w.facts.turns.may_idle:
        w.emit.set(w.run.counters.idle, w.emit.op("add", w.run.counters.idle, 1))
        w.fail(ENDLESS, w.emit.op("gt_s", w.run.counters.idle, MAX_IDLE))

    def limited() -> None:
        w.emit.set(w.run.counters.allowed, w.emit.op("sub", w.run.counters.allowed, w.run.arguments.budget))
        w.emit.set(w.run.arguments.budget, 0)

        def pause() -> None:
            reset(w, frozenset())
            give_out(w, PAUSE, n.then, 0)

        w.emit.when(w.emit.op("eq", w.run.arguments.limit, PAUSING), pause)

    w.emit.when(w.emit.op("le_s", w.run.counters.left, 0), limited)
    _choose_player(w, region, w.run.flow.successors(key))


def _choose_player(w: Writer, region: Region, targets: list[Key]) -> None:
    if len(targets) == 1:
        go_on(w, region, targets[0])
        return
    here = w.emit.op("eq", w.held[ME], targets[0][1] or 0)
    w.emit.when(here, lambda: go_on(w, region, targets[0]), lambda: _choose_player(w, region, targets[1:]))


# ---- the ways out


def _ended(w: Writer) -> None:
    """The game is over."""
    for number, most in enumerate(w.facts.graph.mosts):
        with w.emit.scope("block"):

            def tried(most: m.Most = most) -> None:
                worth(w, most)
                give_out(w, LEFT, 0, 0)

            w.emit.when(w.emit.op("eq", w.run.arguments.limit, EXPLORING - number), tried)
    reset(w, frozenset())
    w.emit.set(w.run.counters.left, w.emit.op("sub", w.run.counters.left, 1))
    w.emit.set(w.run.counters.count, 0)
    w.emit.set(w.run.counters.stop, 0)
    w.emit.put(("i32.const", OVER), ("local.set", w.run.counters.place.number))


def _leaving(w: Writer) -> None:
    store_all(w)
    w.emit.put(w.known.base.get, ("local.get", w.run.counters.place.number), ("i64.extend_i32_u",),
            ("i64.store", w.facts.record.place))  # fmt: skip
    plies = w.emit.op("sub", w.run.counters.allowed, w.run.arguments.budget)
    decisions = w.emit.op("sub", plies, w.run.counters.rolled)
    counters, turns = w.run.counters, w.emit.op("sub", w.run.arguments.limit, w.run.counters.left)
    for local, offset, more in ((turns, TURNS, False), (plies, PLIES, True), (decisions, DECISIONS, True),
                                (counters.stop, STOP, False)):  # fmt: skip
        w.emit.put(w.known.base.get)
        if more:
            w.emit.put(w.known.base.get, ("i64.load", offset))
        w.emit.push(local)
        w.emit.put(*([("i64.add",)] if more else []), ("i64.store", offset))
    w.emit.put(("local.get", w.run.counters.count.number))


def _span(node: object) -> Span | None:
    match node:
        case Ask():
            return node.choose.span
        case Fork():
            return node.span
        case CollectNode() | Take():
            return node.loop.span
        case Leave():
            return node.most.span
        case Step() if node.statements:
            return node.statements[0].span
    return None
