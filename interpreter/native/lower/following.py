"""Random games that follow a learnt policy: an option that was drawn is taken as often as the policy likes it, else
another is drawn (acceptance-rejection). After TRIES draws the best of them is taken.

Few options may be far more likely than all others together. If the options are one set of sites, those that are urgent
(`kernels/policy_scores.py`) are drawn by what they score: each draw is among them, with their weights, and among all
options, each with the weight of one that is always taken. An urgent one that is drawn in the second way isn't taken."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.graph.abi import FOLLOWING
from interpreter.graph.layout import ME
from interpreter.native.lower.choices import OneSet
from interpreter.native.lower.facts import Policy
from interpreter.native.lower.options import along
from interpreter.native.lower.trials import Way, picked
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc, Words
from interpreter.native.record.policy_tables import Decision

TRIES = 32


def follow(w: Writer, ways: list[Way], k: Loc, total: Atom, is_first: Atom) -> None:
    """Where a game follows the policy, let another candidate take the place of the one that was drawn. `is_first`: it
    is the first of this decision that is tried."""
    policy = w.facts.jobs.policy
    if policy is None:
        return
    follows = w.emit.op("eq", w.run.arguments.limit, FOLLOWING)
    is_drawn = w.emit.op("lt_s", w.run.arguments.given, 0)
    w.emit.when(w.emit.truth("and", follows, is_drawn), lambda: _drawn_again(w, policy, ways, k, total, is_first))


def _drawn_again(w: Writer, policy: Policy, ways: list[Way], k: Loc, total: Atom, is_first: Atom) -> None:
    me = w.read(ME)
    w.emit.when(is_first, lambda: _look(w, me, policy))
    tries, best, best_k, liked = w.emit.copy(TRIES), w.emit.copy(-1), w.emit.copy(k), w.emit.new()
    decisions = {decision.node: decision for decision in policy.tables.decisions}
    variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
    urgent = w.emit.copy(0)
    places = _places(w, policy, ways)

    def call(way: Way) -> Decision:
        decision = decisions[w.facts.graph.nodes.index(way.ask)]
        view = me if policy.tables.views > 1 else 0
        w.emit.push(w.emit.op("add", w.emit.op("mul", view, policy.tables.view), policy.around))
        w.emit.push(w.emit.op("add", w.emit.op("mul", me, decision.size), policy.at + decision.offset))
        return decision

    def ask(way: Way, k: Atom) -> None:
        def like(w: Writer) -> None:
            values = way.choose(k)
            decision = call(way)
            for index in (decision.to, decision.origin):
                w.emit.push(values[index] if index >= 0 else -1)
            w.emit.put(("call", policy.liking), ("local.set", liked.number))

        along(w, way.parts, like)

    for j in range(policy.tables.words):
        w.emit.put(("i32.const", policy.choice))
        w.emit.push(w.emit.select(is_first, places.many[j], 0) if places else 0)
        w.emit.put(("i64.store", 8 * j))
    if places:
        call(places.way)
        w.emit.put(("call", policy.urgency), ("local.set", urgent.number))
    range_ = w.emit.op("add", urgent, w.emit.op("shl", total, 16))
    with w.emit.block() as done, w.emit.block("loop", variables) as again:
        drawn = w.emit.copy(w.draws.scaled(w.draws.bits(w.run.arguments.key), range_))
        w.emit.set(drawn, w.emit.op("sub", drawn, urgent))
        if places:

            def take_urgent(before: Atom = places.before) -> None:
                w.emit.push(w.emit.op("add", drawn, urgent))
                w.emit.put(("call", policy.urgent_number), ("local.set", k.number))
                w.emit.set(k, w.emit.op("add", k, before))
                w.emit.leave(done)

            w.emit.when(w.emit.op("lt_s", drawn, 0), take_urgent)
        w.emit.set(k, w.emit.op("shr_u", drawn, 16))
        picked(w, ways, k, ask)
        w.emit.leave(done, w.emit.op("lt_s", w.emit.op("and", drawn, 0xFFFF), liked))

        def keep() -> None:
            w.emit.set(best, liked)
            w.emit.set(best_k, k)

        w.emit.when(w.emit.op("gt_s", liked, best), keep)
        w.emit.set(tries, w.emit.op("sub", tries, 1))

        def give_up() -> None:
            w.emit.set(k, best_k)
            w.emit.leave(done)

        w.emit.when(w.emit.op("eqz", tries), give_up)
        w.emit.leave(again)


@dataclass(frozen=True)
class Places:
    """A way whose options are one set of sites: the set, and how many options other ways have before."""

    way: Way
    many: Words
    before: Atom


def _places(w: Writer, policy: Policy, ways: list[Way]) -> Places | None:
    """The first such way, if there is one."""
    before: Atom = 0
    for way in ways:
        if isinstance(way.choose, OneSet) and way.choose.source.type.base is policy.tables.board:
            return Places(way, way.choose.many, before)
        before = w.emit.op("add", before, way.options)
    return None


def _look(w: Writer, me: Atom, policy: Policy) -> None:
    """Write down where pieces of the player to move stand, and where those of others; nobody's are in both. Then look
    at the chains."""
    layout, model = w.facts.layout, w.facts.model
    for j in range(w.facts.domains.words(w.facts.board_shape)):
        own: Atom = 0
        other: Atom = 0
        for slot in layout.piece_slots:
            kind, owner, _ = model.piece_parts[layout.pieces_of_slot(slot)[0]]
            word, owned = w.held[slot][j], model.kinds[kind].owned
            is_own = w.emit.op("eq", me, owner) if owned else 1
            is_other = w.emit.op("ne", me, owner) if owned else 1
            own = w.emit.op("or", own, w.emit.select(is_own, word, 0))
            other = w.emit.op("or", other, w.emit.select(is_other, word, 0))
        for word, address in ((own, policy.mine), (other, policy.theirs)):
            w.emit.put(("i32.const", address))
            w.emit.push(word)
            w.emit.put(("i64.store", 8 * j))
    w.emit.push(me)
    w.emit.put(("call", policy.see))
