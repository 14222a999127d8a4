"""The options of a decision: those of branches together, those that `most` leaves, those that are known already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model.nodes import Expr
from interpreter.graph.abi import DECISION, EXPLORING, HUGE, STOP, STUCK, TOO_MANY_OPTIONS
from interpreter.graph.graph import Ask, Collect, Fork, Take
from interpreter.native.lower.changes import statements, undone
from interpreter.native.lower.choices import Plan, plan
from interpreter.native.lower.choices import options as sets
from interpreter.native.lower.loops import collect, is_left, take
from interpreter.native.lower.reading import store_all
from interpreter.native.lower.writer import Found, Memo, Writer
from interpreter.native.module.emitter import Atom, Loc, Slot, Unsupported
from interpreter.native.plan.bounds import bound
from interpreter.native.plan.choices import asked
from interpreter.native.plan.ways import Part, branches, written_along

MAX_CANDIDATES = 1 << 13
"""Options of one decision that can be listed by their numbers, two bytes each: 16 KB for each decision."""


def memo_of(w: Writer, n: Ask) -> Memo | None:
    """What is known of a turn's first decision since `stuck` has asked for it."""
    if n not in w.facts.turns.firsts or n.mosts or n.is_roll or n.doubt is not None:
        return None
    key = (n, w.known.me)
    if key not in w.held.memos:
        parts = [w.known.special(e) for e in (*(s for _, s in n.choose.binders), n.choose.where)]
        w.held.memos[key] = Memo(w.emit.new("i32"), frozenset[Slot]().union(*(w.facts.reads(e) for e in parts)))
    return w.held.memos[key]


def held_back(w: Writer, n: Ask) -> Callable[[Callable[[], Found]], Found]:
    """Options as they are known, or as they are worked out."""
    memo = memo_of(w, n)
    if memo is None:
        return lambda work: work()

    def hold(work: Callable[[], Found]) -> Found:
        w.emit.when(w.emit.negated(memo.valid), lambda: _keep(w, memo, work()))
        return memo.sets

    return hold


def _keep(w: Writer, memo: Memo, found: Found) -> None:
    if not memo.sets:
        memo.sets = tuple(tuple(w.emit.new() for _ in words) for words in found)
    for kept, words in zip(memo.sets, found, strict=True):
        w.values.assign(kept, words)


# ---- branches


def along(w: Writer, way: tuple[Part, ...], then: Callable[[Writer], None]) -> None:
    """Go the way to a decision; do something if it leads there. What it changes is taken back."""
    slots = written_along(w.facts.layout, way)

    def follow(w: Writer, left: tuple[Part, ...]) -> None:
        if not left:
            then(w)
            return
        first, rest = left[0], left[1:]

        def go_on() -> None:
            _pass(w, first)
            follow(w, rest)

        match first:
            case (Expr() | Fork() | Take() as condition, wanted):
                truth = _holds(w, condition)
                w.emit.when(truth if wanted else w.emit.negated(truth), go_on)
            case _:
                go_on()

    if not slots:
        follow(w, way)
        return
    with w.emit.scope("block"), undone(w, slots), w.emit.block(is_fence=True) as out:
        follow(w.where(over=out, looks_ahead=True), way)  # a way that ends the game leads to no decision


def again(w: Writer, way: tuple[Part, ...]) -> None:
    """Go the way to a decision for good."""
    for part in way:
        _pass(w, part)


def _holds(w: Writer, condition: Expr | Fork | Take) -> Atom:
    match condition:
        case Fork():
            return fork_has_option(w, condition)
        case Take():
            return is_left(w, condition)
    return w.x(condition)  # type: ignore[no-any-return]


def _pass(w: Writer, part: Part) -> None:
    """Do what a part of a way does."""
    match part:
        case Collect():
            collect(w, part)
        case (Take() as loop, True):
            take(w, loop)
        case (Expr() | Fork() | Take(), _):
            pass
        case _:
            statements(w, part)


# ---- counting


def planned(w: Writer, n: Ask, around: tuple[int, ...] = ()) -> Plan:
    """A decision's candidates, of which a `most` block around it may leave only the best. `around`: the blocks around
    the `either` that begins with it, which compare its options with those of other branches."""
    options, choose = plan(w, w.draws, n.candidates, held_back(w, n))
    if n.mosts == around:
        return options, choose
    kept = w.facts.memory.reserve(2 * MAX_CANDIDATES)
    count = w.emit.copy(options)
    free = w.emit.op("gt_s", w.run.arguments.limit, EXPLORING)

    def filtered() -> None:
        w.emit.set(count, _best(w, n, options, kept, w.known.base))
        w.emit.when(w.emit.op("lt_s", count, 0), lambda: w.emit.put(("local.get", count.number), ("return",)))

    w.emit.when(w.emit.truth("and", free, w.emit.op("ne", options, 0)), filtered)

    def chosen(k: Atom) -> list[Any]:
        number = w.emit.copy(k)

        def numbered() -> None:
            w.emit.wrapped(w.emit.op("shl", k, 1))
            w.emit.put(("i64.load16_u", kept), ("local.set", number.number))

        w.emit.when(free, numbered)
        # counted again, as looking ahead has used the same memory
        return plan(w, w.draws, n.choose)[1](number)

    return count, chosen


def best_of(w: Writer, n: Fork, options: list[Atom]) -> list[tuple[Atom, Callable[[Atom], Atom]]]:
    """Of several branches within a `most`, with so many options each: how many of these lead to the greatest values,
    and the number of each of them among all of its branch."""
    kept, total = w.facts.memory.reserve(2 * MAX_CANDIDATES), w.emit.copy(0)
    for many in options:
        w.emit.set(total, w.emit.op("add", total, many))
    free = w.emit.copy(w.emit.truth("and", w.emit.op("gt_s", w.run.arguments.limit, EXPLORING),
                                    w.emit.op("ne", total, 0)), "i32")  # fmt: skip
    best = w.emit.copy(0)

    def filtered() -> None:
        w.emit.set(best, _best(w, n, total, kept, w.known.base))
        w.emit.when(w.emit.op("lt_s", best, 0), lambda: w.emit.put(("local.get", best.number), ("return",)))

    w.emit.when(free, filtered)
    at, before = w.emit.copy(0), w.emit.copy(0)

    def number(k: Atom) -> Loc:
        w.emit.wrapped(w.emit.op("shl", k, 1))
        w.emit.put(("i64.load16_u", kept))
        return w.emit.kept()

    def left(many: Atom) -> tuple[Atom, Callable[[Atom], Atom]]:
        first, below, count = w.emit.copy(at), w.emit.copy(before), w.emit.copy(many)
        w.emit.set(before, w.emit.op("add", before, many))

        def counted() -> None:
            with w.emit.block() as done, w.emit.block("loop", frozenset()) as again:
                w.emit.leave(done, w.emit.op("ge_s", at, best))
                w.emit.leave(done, w.emit.op("ge_s", number(at), before))
                w.emit.set(at, w.emit.op("add", at, 1))
                w.emit.leave(again)
            w.emit.set(count, w.emit.op("sub", at, first))

        w.emit.when(free, counted)

        def among(k: Atom) -> Loc:
            chosen = w.emit.copy(k)
            w.emit.when(free, lambda: w.emit.set(chosen, w.emit.op("sub", number(w.emit.op("add", first, k)), below)))
            return chosen

        return count, among

    return [left(many) for many in options]


def _best(w: Writer, n: Ask | Fork, options: Atom, kept: int, record: Loc) -> Atom:
    """How many options lead to the greatest values; their numbers are written to `kept`."""
    if w.facts.jobs.best is None or len(n.mosts) > 1:
        raise Unsupported("`most` within `most`", "compare several values in one: `most a, b`")
    there = w.where(base=record)
    w.fail(TOO_MANY_OPTIONS, w.emit.op("ge_s", options, MAX_CANDIDATES))
    if w.facts.addresses.bound:
        most = bound(w.facts.graph.mosts[n.mosts[0]]) or ()
        for i in range(w.facts.addresses.values):
            value = there.x(most[i]) if i < len(most) else (0 if most else HUGE)
            w.emit.put(("i32.const", w.facts.addresses.bound + 8 * i))
            w.emit.push(value)
            w.emit.put(("i64.store", 0))
    store_all(there, w.known.me, w.known.next)
    number = w.facts.graph.nodes.index(n)
    w.emit.put(("local.get", record.number), ("i64.const", number), ("i64.store", w.facts.record.place))
    w.emit.put(("local.get", record.number), ("i64.const", DECISION), ("i64.store", STOP))
    w.emit.put(("local.get", record.number), ("i64.extend_i32_u",))
    w.emit.push(options)
    w.emit.put(("i64.const", EXPLORING - n.mosts[0]), ("i64.const", kept), ("call", w.facts.jobs.best))
    return w.emit.kept()


def _leads_on(w: Writer, n: Ask, options: Atom) -> Atom:
    """Whether one of the options within a `most` leads to the block's end: tried with a copy of the record."""
    trial = w.emit.copy(w.facts.memory.reserve(w.facts.record.capacity), "i32")
    w.emit.put(("local.get", trial.number), w.known.base.get)
    past = w.facts.record.past
    if past is None:
        w.emit.put(("i32.const", w.facts.record.size))
    else:  # a long past has much room, and seldom needs it
        w.emit.put(w.known.base.get, ("i64.load", past.count), ("i32.wrap_i64",), ("i32.const", past.row), ("i32.mul",),
                   ("i32.const", w.facts.record.size), ("i32.add",))  # fmt: skip
    w.emit.put(("memory.copy",))
    best = _best(w, n, options, w.facts.memory.reserve(2 * MAX_CANDIDATES), trial)
    w.fail(STUCK, w.emit.op("lt_s", best, 0))
    return w.emit.op("ne", best, 0)


def fork_has_option(w: Writer, n: Fork) -> Atom:
    """Whether a branch of a fork has an option."""
    some: Atom = 0
    for way, ask in branches(w.facts.graph, n):
        here = w.emit.copy(0, "i32")
        along(w, way, lambda w, a=ask, h=here: w.emit.set(h, has_option(w, a)))  # type: ignore[misc]
        some = w.emit.truth("or", some, here)
    return some


def has_option(w: Writer, n: Ask) -> Atom:
    """Whether a decision has an option."""
    if n.mosts:
        options, _ = plan(w, w.draws, n.choose)
        leads = w.emit.copy(0, "i32")
        w.emit.when(w.emit.op("ne", options, 0), lambda: w.emit.set(leads, _leads_on(w, n, options)))
        return leads
    memo, work = memo_of(w, n), sets(w, n.choose)
    if memo is not None and work is not None:
        found = work()
        _keep(w, memo, found)
        w.emit.set(memo.valid, 1)
        some: Atom = 0
        for words in found:
            some = w.emit.op("or", some, w.sets.joined(words))
        return w.emit.op("ne", some, 0)
    return w.atom(asked(w.facts.planner, n.choose, w.known.special))
