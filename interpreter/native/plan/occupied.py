"""What is known of a site because of the set that it was taken from, and which sets of pieces are watched for lines."""

from __future__ import annotations

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Cond, Const, Expr, Get, Op, Query, Standing, Var
from gdl.model.operators import Inside, holders, laws
from gdl.model.types import Size
from gdl.passes.known_pieces import pieces_on
from interpreter.graph.layout import Layout
from interpreter.native.module.emitter import SiteFact
from interpreter.native.plan.through import MIN_WORDS
from interpreter.native.record.domains import Domains


def owner_of_all(e: Expr) -> Expr | None:
    """Whose pieces all elements of a set carry, where that is one player."""
    pieces = pieces_on(e)
    return None if pieces is None else pieces.owner


def occupied(layout: Layout, e: Expr) -> frozenset[int]:
    """In which sets of pieces a set's elements must lie, in one or another; none if they may lie elsewhere."""
    match e:
        case Standing() if isinstance(e.owner, Const) and e.owner.type.size == Size.ONE:
            return frozenset(layout.kind_slot[k] + e.owner.value for k in e.kinds)
        case Standing():
            return frozenset(s for k in e.kinds for s in layout.slots_of_kind(k))
        case Op():
            if laws(e).inside is Inside.ONE:
                parts = [occupied(layout, o) for o in e.operands]
                return frozenset[int]().union(*parts) if all(parts) else frozenset()
            return min(filter(None, (occupied(layout, o) for o in holders(e))), key=len, default=frozenset())
        case Query(how="union") if len(e.binders) == 1 and e.body[0] is e.binders[0][0]:
            return occupied(layout, e.binders[0][1])
    return frozenset()


def avoided(layout: Layout, e: Expr) -> frozenset[int]:
    """The sets of pieces in which no element of a set lies."""
    every = frozenset(layout.piece_slots)
    match e:
        case Const(value=0):
            return every
        case Standing():
            return every - occupied(layout, e)
        case Cond():
            return avoided(layout, e.then) & avoided(layout, e.other)
        case Op(name="minus"):
            return avoided(layout, e.operands[0]) | covered(layout, e.operands[1])
        case Op():
            if laws(e).inside is Inside.ONE:
                return every.intersection(*(avoided(layout, o) for o in e.operands))
            return frozenset[int]().union(*(avoided(layout, o) for o in holders(e)))
        case Query(how="union") if len(e.binders) == 1 and e.body[0] is e.binders[0][0]:
            return avoided(layout, e.binders[0][1])
    return frozenset()


def covered(layout: Layout, e: Expr) -> frozenset[int]:
    """The sets of pieces that lie within a set, whatever stands on the board."""
    match e:
        case Standing() if e.owner is None or (isinstance(e.owner, Const) and e.owner.type.size == Size.ONE):
            return occupied(layout, e)
        case Op(name="union"):
            return frozenset[int]().union(*(covered(layout, o) for o in e.operands))
        case Op(name="both"):
            return frozenset(layout.piece_slots).intersection(*(covered(layout, o) for o in e.operands))
        case Op(name="minus"):
            return covered(layout, e.operands[0]) & avoided(layout, e.operands[1])
    return frozenset()


def site_fact(layout: Layout, e: Expr) -> SiteFact:
    """What is known of each element of a set."""
    return SiteFact(occupied(layout, e), avoided(layout, e))


def stands_in(layout: Layout, fact: SiteFact, many: Expr) -> bool | None:
    """Whether a site of which this is known is in a set; None if that doesn't tell."""
    if fact.one_of and fact.one_of <= covered(layout, many):
        return True
    slots = occupied(layout, many)
    if slots and (slots <= fact.none_of or (fact.one_of and fact.one_of.isdisjoint(slots))):
        return False
    return None


def known_by(layout: Layout, site: Expr) -> int | Var | None:
    """What tells where a site comes from: its name, or the part of the state that holds it."""
    if isinstance(site, Get):
        return None if site.indices else layout.slot[site.variable]
    return site if isinstance(site, Var) else None


def only_site(sites: Expr) -> Expr | None:
    """The one site that a set is made of, if that is sure to be there."""
    if not isinstance(sites, Op) or sites.name != "single":
        return None
    (site,) = sites.operands
    return site if site.type.size == Size.ONE else None


def set_of_site(model: Model, variable: m.Variable) -> Expr | None:
    """The set of the one site that a variable holds, if a piece is put there."""
    for s in m.walk((*model.turn, *model.end)):
        if isinstance(s, m.Put):
            site = only_site(s.sites)
            if isinstance(site, Get) and site.variable is variable and not site.indices:
                return s.sites
    return None


def is_watched(model: Model, domains: Domains) -> bool:
    """Whether it is of use to know what has come to a set of pieces since it was seen to have no line."""
    blocks = (*model.turn, *model.end)
    if model.board is None or model.stacks or domains.words(model.board) < MIN_WORDS:
        return False
    return any(isinstance(e, Query) and e.how == "some" and e.binders[0][1].type.size == Size.FAMILY
               for e in m.deep(blocks))  # fmt: skip


def one_set(layout: Layout, e: Expr) -> int | None:
    """The set of pieces that an expression is: those of one kind, and of one player that is known."""
    if not isinstance(e, Standing) or len(e.kinds) != 1:
        return None
    slots, owner = layout.slots_of_kind(e.kinds[0]), e.owner
    if owner is None:
        return slots[0] if len(slots) == 1 else None
    return slots[owner.value] if isinstance(owner, Const) and owner.type.size == Size.ONE else None
