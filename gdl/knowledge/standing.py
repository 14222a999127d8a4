"""What is known of a site where a piece stands: conditions on it, made simpler by that."""

from __future__ import annotations

from functools import lru_cache

from gdl.model.build import FALSE, TRUE, const, empty
from gdl.model.nodes import Const, Content, Expr, Op, Standing, Var, node, within
from gdl.model.types import TRUTH, Size
from gdl.passes.substitution import substitute_parts


def with_piece(e: Expr, site: Expr, kinds: frozenset[int]) -> Expr:
    """What an expression comes to if a piece of one of these kinds stands on a site: none at all, if there are none."""
    done: dict[Expr, Expr] = {}

    def go(x: Expr) -> Expr:
        if x not in done:
            found = _settled(x, site, kinds)
            done[x] = substitute_parts(x, go) if found is None else found
        return done[x]

    return go(e)


def owner_of(site: Expr, owner: Expr) -> Expr:
    """Whose piece stands on a site, as an expression; `owner`: a player or a set of them, for the type."""
    return node(Content, owner.type.of_size(Size.MAYBE), "owner", site)


def owned_by(site: Expr, owner: Expr) -> Expr:
    """The condition that a piece of one player, or of one of a set, stands on a site."""
    return node(Op, TRUTH, "member" if owner.type.size == Size.MANY else "=", (owner_of(site, owner), owner))


@lru_cache(maxsize=100)
def asks_kind(e: Expr, site: Expr) -> bool:
    """Whether an expression asks of what kind the piece on a site is, whoever owns it."""
    return any(
        isinstance(x, Op) and x.name == "member" and x.operands[0] is site
        and isinstance(x.operands[1], Standing) and x.operands[1].owner is None
        for x in within(e)
    )  # fmt: skip


def _settled(e: Expr, site: Expr, kinds: frozenset[int]) -> Expr | None:
    match e:
        case Op(name="member", operands=(one, Standing() as many)) if one is site:
            if kinds.isdisjoint(many.kinds):
                return FALSE
            if many.owner is None:
                return TRUE
            return owned_by(one, many.owner) if kinds <= set(many.kinds) else e
        case Content() if e.site is site and not kinds:
            return empty(e.type)
        case Content(what="kind") if e.site is site and len(kinds) == 1:
            return const(e.type, min(kinds))
    return e if isinstance(e, Var | Const) else None
