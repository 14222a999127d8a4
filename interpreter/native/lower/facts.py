"""What is known of a site because of the set that it was taken from."""

from __future__ import annotations

from gdl.model.nodes import Const, Content, Expr, Op, Query, Standing, Var, node
from gdl.model.operators import Inside, holders, laws
from gdl.model.types import Size
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Slot


def _owner(e: Expr) -> Expr | None:
    """Whose pieces all elements of a set carry, where that is one player."""
    match e:
        case Standing() if e.owner is not None and e.owner.type.size == Size.ONE:
            return e.owner
    return next((owner for o in holders(e) if (owner := _owner(o)) is not None), None)


def occupied(ctx: Context, e: Expr) -> frozenset[Slot]:
    """In which sets of pieces a set's elements must lie, in one or another; none if they may lie elsewhere."""
    match e:
        case Standing() if e.owner is None:
            return frozenset(s for k in e.kinds for s in ctx.slots_of_kind(k))
        case Standing() if isinstance(e.owner, Const) and e.owner.type.size == Size.ONE:
            return frozenset(ctx.layout.kind_slot[k] + e.owner.value for k in e.kinds)
        case Op():
            if laws(e).inside is Inside.ONE:
                parts = [occupied(ctx, o) for o in e.operands]
                return frozenset[Slot]().union(*parts) if all(parts) else frozenset()
            return min(filter(None, (occupied(ctx, o) for o in holders(e))), key=len, default=frozenset())
        case Query(how="union") if len(e.binders) == 1 and e.body[0] is e.binders[0][0]:
            return occupied(ctx, e.binders[0][1])
    return frozenset()


def learn(ctx: Context, variable: Var, source: Expr) -> None:
    """Keep in mind what is known of a name, because it ranges over this set."""
    ctx.scopes[-1].facts[variable] = occupied(ctx, source)
    owner = _owner(source)
    if owner is not None:
        type_ = owner.type.of_size(Size.MAYBE)
        ctx.scopes[-1].values[node(Content, type_, "owner", variable)] = ctx.copied(ctx.atom(owner))
