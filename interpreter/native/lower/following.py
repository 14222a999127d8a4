"""Random games that follow a learnt policy: an option that was drawn is taken as often as the policy likes it, else
another is drawn (acceptance-rejection). After TRIES draws the best of them is taken."""

from __future__ import annotations

from interpreter.graph.abi import FOLLOWING
from interpreter.graph.layout import ME
from interpreter.native.lower.options import along
from interpreter.native.lower.trials import Way, picked
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc

TRIES = 32


def follow(w: Writer, ways: list[Way], k: Loc, total: Atom) -> None:
    """Where a game follows the policy, let another candidate take the place of the one that was drawn."""
    policy = w.facts.jobs.policy
    if policy is None:
        return
    follows = w.emit.op("eq", w.run.arguments.limit, FOLLOWING)
    is_drawn = w.emit.op("lt_s", w.run.arguments.given, 0)
    w.emit.when(w.emit.truth("and", follows, is_drawn), lambda: _drawn_again(w, ways, k, total))


def _drawn_again(w: Writer, ways: list[Way], k: Loc, total: Atom) -> None:
    policy = w.facts.jobs.policy
    assert policy is not None
    me = w.read(ME)
    _look(w, me, policy.mine, policy.theirs)
    tries, best, best_k, liked = w.emit.copy(TRIES), w.emit.copy(-1), w.emit.copy(k), w.emit.new()
    decisions = {decision.node: decision for decision in policy.tables.decisions}
    variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)

    def ask(way: Way, k: Atom) -> None:
        decision = decisions[w.facts.graph.nodes.index(way.ask)]

        def call(w: Writer) -> None:
            values = way.choose(k)
            w.emit.push(w.emit.op("add", w.emit.op("mul", me, policy.tables.view), policy.around))
            w.emit.push(w.emit.op("add", w.emit.op("mul", me, decision.size), policy.at + decision.offset))
            for index in (decision.to, decision.origin):
                w.emit.push(values[index] if index >= 0 else -1)
            w.emit.put(("call", policy.liking), ("local.set", liked.number))

        along(w, way.parts, call)

    with w.emit.block() as done, w.emit.block("loop", variables) as again:
        picked(w, ways, k, ask)
        bits = w.draws.bits(w.run.arguments.key)
        w.emit.leave(done, w.emit.op("lt_s", w.emit.op("shr_u", bits, 48), liked))

        def keep() -> None:
            w.emit.set(best, liked)
            w.emit.set(best_k, k)

        w.emit.when(w.emit.op("gt_s", liked, best), keep)
        w.emit.set(tries, w.emit.op("sub", tries, 1))

        def give_up() -> None:
            w.emit.set(k, best_k)
            w.emit.leave(done)

        w.emit.when(w.emit.op("eqz", tries), give_up)
        w.emit.set(k, w.draws.scaled(w.emit.op("shl", bits, 16), total))
        w.emit.leave(again)


def _look(w: Writer, me: Atom, mine: int, theirs: int) -> None:
    """Write down where pieces of the player to move stand, and where those of others; nobody's are in both."""
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
        for word, address in ((own, mine), (other, theirs)):
            w.emit.put(("i32.const", address))
            w.emit.push(word)
            w.emit.put(("i64.store", 8 * j))
