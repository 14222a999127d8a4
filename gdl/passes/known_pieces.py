"""What stands on a site is known where the site comes from a set of such pieces: no rule needs to ask it again.

A `define` says how each kind of piece moves. Where it is asked of pawns alone, what it says of other kinds is left out,
and the owner of what stands there is the owner of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gdl.model.build import (
    FALSE,
    SET_OPERATIONS,
    TRUE,
    cond_as,
    conjunction,
    disjunction,
    negation,
)
from gdl.model.nodes import After, Cond, Const, Content, Expr, Given, Op, Query, Standing, Var
from gdl.model.operators import Inside, holders, laws
from gdl.model.types import Size
from gdl.passes.substitution import substitute, substitute_parts


@dataclass(frozen=True)
class Pieces:
    """What stands on each site of a set: a piece of one of these kinds, and of this owner, if it is one for all."""

    kinds: frozenset[int]
    owner: Expr | None


def pieces_on(sites: Expr) -> Pieces | None:
    """What is known to stand on each site of a set."""
    match sites:
        case Standing():
            one = sites.owner is not None and sites.owner.type.size == Size.ONE
            return Pieces(frozenset(sites.kinds), sites.owner if one else None)
        case Query(how="union") if len(sites.binders) == 1 and sites.body[0] is sites.binders[0][0]:
            return pieces_on(sites.binders[0][1])
        case Op() if laws(sites).inside is Inside.ONE:
            parts = [pieces_on(o) for o in sites.operands]
            known = [part for part in parts if part is not None]
            if not known or len(known) < len(parts):
                return None
            owners = {part.owner for part in known}
            kinds = frozenset[int]().union(*(part.kinds for part in known))
            return Pieces(kinds, owners.pop() if len(owners) == 1 else None)
        case Op():
            known = [part for o in holders(sites) if (part := pieces_on(o)) is not None]
            if not known:
                return None
            owner = next((part.owner for part in known if part.owner is not None), None)
            return Pieces(frozenset.intersection(*(part.kinds for part in known)), owner)
    return None


def known_of(binders: Iterable[tuple[Var, Expr]]) -> dict[Var, Pieces]:
    """What stands on the sites that these names are."""
    return {name: pieces for name, source in binders if (pieces := pieces_on(source)) is not None}


def simplified(e: Expr, known: Mapping[Var, Pieces]) -> Expr:
    """The expression without what is known of the sites that names are. What is asked after changes stays."""
    names, done = frozenset(known), dict[Expr, Expr]()

    def go(x: Expr) -> Expr:
        if names.isdisjoint(x.free) or isinstance(x, Var | After):
            return x
        if x not in done:
            done[x] = _without(x, known, go)
        return done[x]

    return go(e) if names else e


def _without(x: Expr, known: Mapping[Var, Pieces], go: Callable[[Expr], Expr]) -> Expr:
    match x:
        case Op(name="member", operands=(Var() as one, many)) if one in known:
            decided = _stands(known[one], many)
            if decided is not None:
                return TRUE if decided else FALSE
        case Given(value=Content(what="owner", site=Var() as site)) if site in known:
            owner = known[site].owner
            if owner is not None:
                return _tidied(go(substitute(x.body, {x.variable: owner})))
    new = substitute_parts(x, go)
    return x if new is x else _tidied(new)


def _tidied(new: Expr) -> Expr:
    """An expression some of whose parts are now known."""
    match new:
        case Cond(condition=Const()):
            return cond_as(new.condition, new.then, new.other, new.type)
        case Op(name="=") if new.operands[0] is new.operands[1] and not new.may_break:
            return TRUE
        case Op(name="and"):
            return conjunction(new.operands)
        case Op(name="or"):
            return disjunction(new.operands)
        case Op(name="not"):
            return negation(new.operands[0])
        case Op(name="union" | "both" | "minus"):
            built = SET_OPERATIONS[new.name](*new.operands)
            return built if built.type == new.type else new
    return new


def _stands(here: Pieces, many: Expr) -> bool | None:
    """Whether a site where one of these pieces stands is in a set; None if that can't be told."""
    match many:
        case Standing():
            if here.kinds.isdisjoint(many.kinds):
                return False
            if isinstance(many.owner, Const) and isinstance(here.owner, Const) and many.owner.type == here.owner.type \
                    and many.owner.value != here.owner.value:
                return False
            same = many.owner is None or many.owner is here.owner
            return True if same and here.kinds <= {*many.kinds} else None
        case Op(name="union"):
            answers = [_stands(here, o) for o in many.operands]
            return True if True in answers else None if None in answers else False
        case Op(name="both"):
            answers = [_stands(here, o) for o in many.operands]
            return False if False in answers else None if None in answers else True
        case Op(name="minus"):
            first, other = (_stands(here, o) for o in many.operands)
            if first is False or other is True:
                return False
            return True if first is True and other is False else None
        case Const(value=0):
            return False
    return None
