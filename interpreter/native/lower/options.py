"""The options of a decision: those of branches together, those that `most` leaves, those that are known already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model import model as m
from gdl.model.nodes import Expr, Query, node
from gdl.model.types import TRUTH
from interpreter.graph.abi import DECISION, EXPLORING, HUGE, STOP, STUCK, TOO_MANY_OPTIONS
from interpreter.graph.graph import Ask, Boundary, Collect, Fork, Leave, Over, Step, Take, TurnEnd
from interpreter.native.lower.changes import statements, undone
from interpreter.native.lower.choices import Plan, plan
from interpreter.native.lower.choices import options as sets
from interpreter.native.lower.context import Context, Found, Memo
from interpreter.native.lower.loops import collect, is_left, take, written_in
from interpreter.native.lower.reading import store_all, written_by
from interpreter.native.module.emitter import Atom, Loc, Slot, Unsupported

MAX_BRANCHES = 24
"""Ways that an `either` begins with: the code of each way's decision is written out where the options are counted, and
again where one is taken, so that code grows by their number."""
MAX_CANDIDATES = 1 << 13
"""Options of one decision that can be listed by their numbers, two bytes each: 16 KB for each decision."""

Part = m.Block | Collect | tuple[Expr | Fork | Take, bool]
Branch = tuple[tuple[Part, ...], Ask]
"""A way to a first decision: statements, loops that begin, and conditions that must hold, or not (of a fork: to have an
option; of a loop: to have a round left, which then begins); and the decision."""


def memo_of(ctx: Context, n: Ask) -> Memo | None:
    """What is known of a turn's first decision since `stuck` has asked for it."""
    if n not in ctx.firsts or n.mosts or n.is_roll or n.doubt is not None:
        return None
    key = (n, ctx.me)
    if key not in ctx.memos:
        parts = [ctx.special(e) for e in (*(s for _, s in n.choose.binders), n.choose.where)]
        ctx.memos[key] = Memo(ctx.new("i32"), frozenset[Slot]().union(*(ctx.reads(e) for e in parts)))
    return ctx.memos[key]


def held_back(ctx: Context, n: Ask) -> Callable[[Callable[[], Found]], Found]:
    """Options as they are known, or as they are worked out."""
    memo = memo_of(ctx, n)
    if memo is None:
        return lambda work: work()

    def hold(work: Callable[[], Found]) -> Found:
        ctx.when(ctx.negated(memo.valid), lambda: _keep(ctx, memo, work()))
        return memo.sets

    return hold


def _keep(ctx: Context, memo: Memo, found: Found) -> None:
    if not memo.sets:
        memo.sets = tuple(tuple(ctx.new() for _ in words) for words in found)
    for kept, words in zip(memo.sets, found, strict=True):
        ctx.assign(kept, words)


# ---- branches


def branches(ctx: Context, fork: Fork) -> list[Branch]:
    """The first decisions of a fork's branches, each with the way to it."""
    found: list[Branch] = []

    def follow(at: int, way: tuple[Part, ...]) -> None:
        n = ctx.graph.nodes[at]
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


def changes(ctx: Context, way: tuple[Part, ...]) -> frozenset[Slot]:
    """What the statements on the way to a decision may change."""
    found: set[Slot] = set()
    for part in way:
        match part:
            case (Collect() as loop) | (Take() as loop, _):
                found |= written_in(ctx, loop)
            case (Expr() | Fork(), _):
                pass
            case _:
                found |= written_by(ctx, part)
    return frozenset(found)


def along(ctx: Context, way: tuple[Part, ...], then: Callable[[], None]) -> None:
    """Go the way to a decision; do something if it leads there. What it changes is taken back."""
    slots = changes(ctx, way)

    def follow(left: tuple[Part, ...]) -> None:
        if not left:
            then()
            return
        first, rest = left[0], left[1:]

        def go_on() -> None:
            _pass(ctx, first)
            follow(rest)

        match first:
            case (Expr() | Fork() | Take() as condition, wanted):
                truth = _holds(ctx, condition)
                ctx.when(truth if wanted else ctx.negated(truth), go_on)
            case _:
                go_on()

    if not slots:
        follow(way)
        return
    with ctx.scope("block"), undone(ctx, slots), ctx.block() as out:
        ctx.scopes[-1].sort = "fence"
        ctx.over.append(out)  # a way that ends the game leads to no decision
        follow(way)
        ctx.over.pop()


def again(ctx: Context, way: tuple[Part, ...]) -> None:
    """Go the way to a decision for good."""
    for part in way:
        _pass(ctx, part)


def _holds(ctx: Context, condition: Expr | Fork | Take) -> Atom:
    match condition:
        case Fork():
            return fork_has_option(ctx, condition)
        case Take():
            return is_left(ctx, condition)
    return ctx.x(condition)  # type: ignore[no-any-return]


def _pass(ctx: Context, part: Part) -> None:
    """Do what a part of a way does."""
    match part:
        case Collect():
            collect(ctx, part)
        case (Take() as loop, True):
            take(ctx, loop)
        case (Expr() | Fork() | Take(), _):
            pass
        case _:
            statements(ctx, part)


# ---- counting


def planned(ctx: Context, n: Ask) -> Plan:
    """A decision's candidates, of which a `most` block around it may leave only the best."""
    options, choose = plan(ctx, ctx.draws, n.candidates, held_back(ctx, n))
    if not n.mosts:
        return options, choose
    kept = ctx.memory.reserve(2 * MAX_CANDIDATES)
    count = ctx.copy(options)
    free = ctx.op("gt_s", ctx.limit, EXPLORING)

    def filtered() -> None:
        ctx.set(count, _best(ctx, n, options, kept, ctx.base))
        ctx.when(ctx.op("lt_s", count, 0), lambda: ctx.put(("local.get", count.number), ("return",)))

    ctx.when(ctx.truth("and", free, ctx.op("ne", options, 0)), filtered)

    def chosen(k: Atom) -> list[Any]:
        number = ctx.copy(k)

        def numbered() -> None:
            ctx.wrapped(ctx.op("shl", k, 1))
            ctx.put(("i64.load16_u", kept), ("local.set", number.number))

        ctx.when(free, numbered)
        # counted again, as looking ahead has used the same memory
        return plan(ctx, ctx.draws, n.choose)[1](number)

    return count, chosen


def _best(ctx: Context, n: Ask, options: Atom, kept: int, record: Loc) -> Atom:
    """How many options lead to the greatest values; their numbers are written to `kept`."""
    if ctx.best is None or len(n.mosts) > 1:
        raise Unsupported("`most` within `most`", "compare several values in one: `most a, b`")
    before = ctx.base
    ctx.base = record
    ctx.fail(TOO_MANY_OPTIONS, ctx.op("ge_s", options, MAX_CANDIDATES))
    if ctx.bound:
        most = ctx.bounds[n.mosts[0]] or ()
        for i in range(ctx.values):
            value = ctx.x(most[i]) if i < len(most) else (0 if most else HUGE)
            ctx.put(("i32.const", ctx.bound + 8 * i))
            ctx.push(value)
            ctx.put(("i64.store", 0))
    store_all(ctx, ctx.me, ctx.next)
    number = ctx.graph.nodes.index(n)
    ctx.put(("local.get", record.number), ("i64.const", number), ("i64.store", ctx.record.place))
    ctx.put(("local.get", record.number), ("i64.const", DECISION), ("i64.store", STOP))
    ctx.base = before
    ctx.put(("local.get", record.number), ("i64.extend_i32_u",))
    ctx.push(options)
    ctx.put(("i64.const", EXPLORING - n.mosts[0]), ("i64.const", kept), ("call", ctx.best))
    return ctx.kept()


def _leads_on(ctx: Context, n: Ask, options: Atom) -> Atom:
    """Whether one of the options within a `most` leads to the block's end: tried with a copy of the record."""
    trial = ctx.copy(ctx.memory.reserve(ctx.record.capacity), "i32")
    ctx.put(("local.get", trial.number), ("local.get", ctx.base.number))
    past = ctx.record.past
    if past is None:
        ctx.put(("i32.const", ctx.record.size))
    else:  # a long past has much room, and seldom needs it
        ctx.put(("local.get", ctx.base.number), ("i64.load", past.count), ("i32.wrap_i64",), ("i32.const", past.row),
                ("i32.mul",), ("i32.const", ctx.record.size), ("i32.add",))  # fmt: skip
    ctx.put(("memory.copy",))
    best = _best(ctx, n, options, ctx.memory.reserve(2 * MAX_CANDIDATES), trial)
    ctx.fail(STUCK, ctx.op("lt_s", best, 0))
    return ctx.op("ne", best, 0)


def fork_has_option(ctx: Context, n: Fork) -> Atom:
    """Whether a branch of a fork has an option."""
    some: Atom = 0
    for way, ask in branches(ctx, n):
        here = ctx.copy(0, "i32")
        along(ctx, way, lambda a=ask, h=here: ctx.set(h, has_option(ctx, a)))  # type: ignore[misc]
        some = ctx.truth("or", some, here)
    return some


def has_option(ctx: Context, n: Ask) -> Atom:
    """Whether a decision has an option."""
    if n.mosts:
        options, _ = plan(ctx, ctx.draws, n.choose)
        leads = ctx.copy(0, "i32")
        ctx.when(ctx.op("ne", options, 0), lambda: ctx.set(leads, _leads_on(ctx, n, options)))
        return leads
    memo, work = memo_of(ctx, n), sets(ctx, n.choose)
    if memo is not None and work is not None:
        found = work()
        _keep(ctx, memo, found)
        ctx.set(memo.valid, 1)
        some: Atom = 0
        for words in found:
            some = ctx.op("or", some, ctx.joined(words))
        return ctx.op("ne", some, 0)
    choose = n.choose
    if not choose.binders:
        return ctx.x(choose.where)  # type: ignore[no-any-return]
    binders = tuple((v, ctx.special(e)) for v, e in choose.binders)
    query = node(Query, TRUTH, "some", binders, ctx.special(choose.where), ())
    return ctx.atom(ctx.folder.fold(query))
