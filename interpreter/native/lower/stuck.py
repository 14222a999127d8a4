"""`stuck`: looking ahead at whether the next player could make a first decision."""

from __future__ import annotations

from interpreter.graph.graph import Ask, Collect, Fork, Leave, Step, Take
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.changes import statements, undone
from interpreter.native.lower.context import Context
from interpreter.native.lower.options import branches, fork_has_option, has_option
from interpreter.native.lower.reading import written_by
from interpreter.native.module.emitter import Atom, Loc, Unsupported


def stuck(ctx: Context) -> Atom:
    """Whether `next` could not make a first decision; rules that fail on the way are none of its business."""
    result = ctx.copy(0, "i32")
    writes = {ME, NEXT} if not ctx.specialised else {NEXT} if ctx.next_is_set else set()
    for n in _prefix(ctx, ctx.graph.turn):
        writes |= written_by(ctx, n.statements)
    with ctx.scope("block"), undone(ctx, frozenset(writes)), ctx.block() as out:
        ctx.scopes[-1].sort = "fence"  # what may jump out must stay within
        ctx.fails.append(out)
        ctx.over.append(out)
        if not ctx.specialised:
            ctx.set(ctx.held[ME], ctx.read(NEXT))
            after = ctx.op("add", ctx.held[ME], 1)
            ctx.set(ctx.held[NEXT], ctx.select(ctx.op("eq", after, ctx.players), 0, after))
            ctx.wrote((ME, NEXT))
            _blocked(ctx, ctx.graph.turn, result, out)
        elif ctx.next is not None:
            _blocked_for(ctx, ctx.next, result, out)
        else:
            following = ctx.read(NEXT)
            for p in range(ctx.players):
                ctx.when(ctx.op("eq", following, p), lambda p=p: _blocked_for(ctx, p, result, out))  # type: ignore[misc]
        ctx.fails.pop()
        ctx.over.pop()
    return result


def _blocked_for(ctx: Context, me: int, result: Loc, out: int) -> None:
    following = (me + 1) % ctx.players
    with ctx.scope("block"), ctx.knowing(me, None if ctx.next_is_set else following):
        if ctx.next_is_set:
            ctx.set(ctx.held[NEXT], following)
            ctx.wrote((NEXT,))
        _blocked(ctx, ctx.graph.turn, result, out)


def _prefix(ctx: Context, at: int, seen: set[int] | None = None) -> list[Step]:
    """The steps before a first decision."""
    seen = set() if seen is None else seen
    if at in seen:
        raise Unsupported("`stuck` with a loop before a turn's first decision")
    n = ctx.graph.nodes[at]
    inner = seen | {at}
    match n:
        case Step():
            following = [n.yes] if n.condition is None else [n.yes, n.no]
            return [n, *(s for f in following for s in _prefix(ctx, f, inner))]
        case Fork():
            branches(ctx, n)
            return [] if n.otherwise is None else _prefix(ctx, n.otherwise, inner)
        case Collect() | Take():
            raise Unsupported("`stuck` with a loop before a turn's first decision")
        case Leave():
            return _prefix(ctx, n.then, inner)
    return []


def _blocked(ctx: Context, at: int, result: Loc, out: int) -> None:
    """Set the result where there is no option; leave where there is one."""
    n = ctx.graph.nodes[at]
    match n:
        case Step():
            statements(ctx, n.statements)
            if n.condition is None:
                _blocked(ctx, n.yes, result, out)
            else:
                no = lambda: _blocked(ctx, n.no, result, out)  # noqa: E731
                ctx.when(ctx.x(n.condition), lambda: _blocked(ctx, n.yes, result, out), no)
        case Ask() if n.is_roll:
            ctx.leave(out)
        case Ask():
            ctx.set(result, ctx.negated(has_option(ctx, n)))
        case Fork():
            some = fork_has_option(ctx, n)
            if n.otherwise is None:
                ctx.set(result, ctx.negated(some))
            else:
                ctx.when(ctx.negated(some), lambda: _blocked(ctx, n.otherwise or 0, result, out))
        case Leave():
            _blocked(ctx, n.then, result, out)
        case _:
            ctx.leave(out)
