"""The function `run`: from where a record stands, decision by decision, to where it is to stop."""

from __future__ import annotations

from functools import partial

from gdl.model import model as m
from gdl.text.source import Span
from interpreter.graph.abi import DECISIONS, ENDLESS, EXPLORING, LEFT, MAX_IDLE, PAUSE, PAUSING, PLIES, STOP, TURNS
from interpreter.graph.graph import OVER, Ask, Boundary, Collect, Fork, Leave, Step, Take, TurnEnd
from interpreter.graph.graph import Collect as CollectNode
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.changes import statements
from interpreter.native.lower.context import Context
from interpreter.native.lower.decisions import (
    fork,
    give_out,
    left,
    reset,
    worth,
    write_ask,
)
from interpreter.native.lower.located import within
from interpreter.native.lower.loops import collect, count_round, is_left, take
from interpreter.native.lower.options import branches
from interpreter.native.lower.reading import load_all, store_all
from interpreter.native.lower.repetition import remember
from interpreter.native.module.emitter import CodeTooLong
from interpreter.native.module.wasm import Function
from interpreter.native.plan.regions import Key, Region, regions

MAX_LOCALS = 49_900
"""WebAssembly's engines allow 50,000 to a function, its parameters included."""


# ---- the graph for each player


def successors(ctx: Context, key: Key) -> list[Key]:
    """Where a node may lead."""
    number, me = key
    n = ctx.graph.nodes[number]
    if isinstance(n, Boundary):
        if not ctx.specialised:
            return [(n.then, None)]
        following = None if key == first_boundary(ctx) else ctx.next_of(me)
        return [(n.then, p) for p in (range(ctx.players) if following is None else [following])]
    if isinstance(n, Fork):
        found = [(ask.then, me) for _, ask in branches(ctx, n)]
        found += [(ctx.graph.nodes.index(ask), me) for _, ask in branches(ctx, n) if ask.mosts]
        return found + ([] if n.otherwise is None else [(n.otherwise, me)])
    return [(following, me) for following in ctx.graph.successors(n) if following != OVER]


def first_boundary(ctx: Context) -> Key | None:
    """The boundary after the set-up, where `next` may be anyone."""
    return (ctx.graph.boundary, -1) if ctx.specialised else None


def roots_of(ctx: Context) -> list[Key]:
    """Where a record may stand, and where turns begin."""
    if not ctx.specialised:
        return [(n, None) for n in (ctx.graph.setup, ctx.graph.turn, *ctx.graph.stops, ctx.graph.boundary)]
    found: list[Key] = []
    for p in range(ctx.players):
        found += [(n, p) for n in (ctx.graph.turn, *ctx.graph.stops)]
    return found


# ---- the function


def write_run(ctx: Context) -> Function:
    """The whole function `run(ptr, budget, given, key, limit)`.

    At each decision or roll: if the budget is 0, the record is stored and the number of options given back. If it
    is negative, option `given` is described at `out`. Else one option is taken: `given`, or if that is negative the
    one that `key` draws, and the budget is one less. From turn number `limit` on the budget is 0. At the end of the
    game it gives 0, and a negative status where the rules fail.
    """
    setup: Key = (ctx.graph.setup, -1 if ctx.specialised else None)
    boundary: Key = (ctx.graph.boundary, -1 if ctx.specialised else None)
    roots = dict.fromkeys([setup, boundary, *roots_of(ctx)])
    found = regions(_reached(ctx, roots), partial(successors, ctx))
    ctx.cases = {key: i for i, key in enumerate(found)}
    _entry(ctx)
    with ctx.block() as ctx.exit:
        with ctx.block() as over:
            ctx.over = [over]
            with ctx.block("loop", writes=ctx.everything) as ctx.dispatch:
                _cases(ctx, list(found.values()))
        _ended(ctx)
    _leaving(ctx)
    assert len(ctx.scopes) == 1
    ctx.function.code = ctx.scopes[0].code
    return ctx.function


def _reached(ctx: Context, roots: dict[Key, None]) -> list[Key]:
    """The roots that can be come to at all: stops of the set-up are no stops of a turn."""
    unknown = -1 if ctx.specialised else None
    start = [(n, unknown) for n in (ctx.graph.setup, ctx.graph.boundary)]
    start += [key for key in roots if key[0] == ctx.graph.turn]
    seen = dict.fromkeys(start)
    todo = list(start)
    while todo:
        for key in successors(ctx, todo.pop()):
            if key not in seen:
                seen[key] = None
                todo.append(key)
    stops = set(ctx.graph.stops)
    return list(dict.fromkeys([*start, *(key for key in seen if key[0] in stops)]))


def _entry(ctx: Context) -> None:
    ctx.wrapped(ctx.ptr)
    ctx.put(("local.set", ctx.base.number))
    load_all(ctx)
    ctx.put(("local.get", ctx.base.number), ("i64.load", TURNS), ("local.set", ctx.turns.number))
    ctx.set(ctx.allowed, ctx.budget)
    width = ctx.players + 1
    table = bytearray(b"\xff" * (2 * width * len(ctx.graph.nodes)))
    for (number, me), case in ctx.cases.items():
        columns = range(width) if me is None or me < 0 else [me]
        for column in columns:
            at = 2 * (number * width + column)
            if me is None or me >= 0 or table[at : at + 2] == b"\xff\xff":
                table[at : at + 2] = case.to_bytes(2, "little")
    address = ctx.memory.constant(bytes(table))
    ctx.put(("local.get", ctx.base.number), ("i64.load", ctx.record.place))
    place = ctx.kept()
    me = ctx.held[ME]
    ctx.wrapped(ctx.op("mul", ctx.op("add", ctx.op("mul", place, width), me), 2))
    ctx.put(("i32.load16_u", address), ("local.set", ctx.place.number))


def _cases(ctx: Context, found: list[Region]) -> None:
    """The regions, one after another; each ends by going on with another one, or leaves."""

    def nest(left: int) -> None:
        if not left:
            ctx.put(("local.get", ctx.place.number),
                    ("br_table", tuple(range(len(found))), len(found)))  # fmt: skip
            return
        with ctx.block():
            nest(left - 1)
        region = found[left - 1]
        with ctx.scope("fence"):  # nothing is worked out before it is known which region comes
            _tree(ctx, region, region.root)

    with ctx.block():
        nest(len(found))
    ctx.put(("unreachable",))


def _tree(ctx: Context, region: Region, key: Key) -> None:
    """A node and all that it dominates."""

    def within(merges: list[Key]) -> None:
        if not merges:
            _node(ctx, region, key)
            return
        with ctx.block() as ctx.labels[merges[0]]:
            within(merges[1:])
        _tree(ctx, region, merges[0])

    within(region.children.get(key, []))


def go_on(ctx: Context, region: Region, key: Key) -> None:
    """Go on with another node."""
    if key[0] == OVER:
        ctx.leave(ctx.over[-1])
    elif key in ctx.cases:
        ctx.put(("i32.const", ctx.cases[key]), ("local.set", ctx.place.number))
        ctx.leave(ctx.dispatch)
    elif key in region.merges:
        ctx.leave(ctx.labels[key])
    else:
        with ctx.scope("block"):
            _tree(ctx, region, key)


def _node(ctx: Context, region: Region, key: Key) -> None:
    with within(_span(ctx.graph.nodes[key[0]])):
        _written_node(ctx, region, key)


def _written_node(ctx: Context, region: Region, key: Key) -> None:
    number, me = key
    n = ctx.graph.nodes[number]
    me = 0 if me == -1 and not isinstance(n, Boundary) else me
    with ctx.knowing(me if me is None or me >= 0 else None, None if key[1] == -1 else ctx.next_of(me)):
        if number in ctx.graph.rounds:
            count_round(ctx, ctx.steps)
        match n:
            case Step():
                statements(ctx, n.statements)
                if n.condition is None:
                    ctx.go(region, (n.yes, key[1]))
                else:
                    ctx.when(ctx.x(n.condition), lambda: ctx.go(region, (n.yes, key[1])),
                             lambda: ctx.go(region, (n.no, key[1])))  # fmt: skip
            case Ask():
                write_ask(ctx, region, key, n)
            case Fork():
                fork(ctx, region, key, n)
            case TurnEnd():
                ctx.go(region, (n.then, key[1]))
            case Leave():
                left(ctx, n)
                with ctx.scope("fence"):  # nothing beyond the block is worked out where it is only being tried
                    ctx.go(region, (n.then, key[1]))
            case Boundary():
                _boundary(ctx, region, key, n)
            case Collect():
                collect(ctx, n)
                ctx.go(region, (n.then, key[1]))
            case Take():
                _next_round(ctx, region, key, n)
            case _:
                raise TypeError(n)
    if len(ctx.function.locals) > MAX_LOCALS:
        raise CodeTooLong(f"rules that take more than {MAX_LOCALS:,} values in one piece",
                          "write fewer defines within defines, or loop over fewer things")  # fmt: skip


def _next_round(ctx: Context, region: Region, key: Key, n: Take) -> None:
    def body() -> None:
        take(ctx, n)
        ctx.go(region, (n.body, key[1]))

    ctx.when(is_left(ctx, n), body, lambda: ctx.go(region, (n.done, key[1])))


# ---- between turns


def _boundary(ctx: Context, region: Region, key: Key, n: Boundary) -> None:
    following = ctx.next_of(key[1]) if key[1] is None or key[1] >= 0 else None
    ctx.set(ctx.turns, ctx.op("add", ctx.turns, 1))
    if ctx.record.past is not None:
        remember(ctx)
    if not ctx.specialised or following is None:
        ctx.set(ctx.held[ME], ctx.read(NEXT))
        ctx.wrote((ME, NEXT))
    else:
        ctx.set(ctx.held[ME], following)
    after = ctx.op("add", ctx.held[ME], 1)
    ctx.set(ctx.held[NEXT], ctx.select(ctx.op("eq", after, ctx.players), 0, after))
    ctx.wrote((ME, NEXT))
    if ctx.graph.rounds:
        ctx.set(ctx.steps, 0)
    if ctx.may_idle:
        ctx.set(ctx.idle, ctx.op("add", ctx.idle, 1))
        ctx.fail(ENDLESS, ctx.op("gt_s", ctx.idle, MAX_IDLE))

    def limited() -> None:
        ctx.set(ctx.allowed, ctx.op("sub", ctx.allowed, ctx.budget))
        ctx.set(ctx.budget, 0)

        def pause() -> None:
            reset(ctx, frozenset())
            give_out(ctx, PAUSE, n.then, 0)

        ctx.when(ctx.op("eq", ctx.limit, PAUSING), pause)

    ctx.when(ctx.op("ge_s", ctx.turns, ctx.limit), limited)
    _choose_player(ctx, region, successors(ctx, key))


def _choose_player(ctx: Context, region: Region, targets: list[Key]) -> None:
    if len(targets) == 1:
        ctx.go(region, targets[0])
        return
    here = ctx.op("eq", ctx.held[ME], targets[0][1] or 0)
    ctx.when(here, lambda: ctx.go(region, targets[0]), lambda: _choose_player(ctx, region, targets[1:]))


# ---- the ways out


def _ended(ctx: Context) -> None:
    """The game is over."""
    for number, most in enumerate(ctx.graph.mosts):
        with ctx.scope("block"):

            def tried(most: m.Most = most) -> None:
                worth(ctx, most)
                give_out(ctx, LEFT, 0, 0)

            ctx.when(ctx.op("eq", ctx.limit, EXPLORING - number), tried)
    reset(ctx, frozenset())
    ctx.set(ctx.turns, ctx.op("add", ctx.turns, 1))
    ctx.set(ctx.count_, 0)
    ctx.set(ctx.stop, 0)
    ctx.put(("i32.const", OVER), ("local.set", ctx.place.number))


def _leaving(ctx: Context) -> None:
    store_all(ctx)
    ctx.put(("local.get", ctx.base.number), ("local.get", ctx.place.number), ("i64.extend_i32_u",),
            ("i64.store", ctx.record.place))  # fmt: skip
    plies = ctx.op("sub", ctx.allowed, ctx.budget)
    decisions = ctx.op("sub", plies, ctx.rolled)
    for local, offset, more in ((ctx.turns, TURNS, False), (plies, PLIES, True), (decisions, DECISIONS, True),
                                (ctx.stop, STOP, False)):  # fmt: skip
        ctx.put(("local.get", ctx.base.number))
        if more:
            ctx.put(("local.get", ctx.base.number), ("i64.load", offset))
        ctx.push(local)
        ctx.put(*([("i64.add",)] if more else []), ("i64.store", offset))
    ctx.put(("local.get", ctx.count_.number))


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
