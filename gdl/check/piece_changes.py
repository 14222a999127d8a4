"""Statements that put, move and remove pieces, or what lies on piles."""

from __future__ import annotations

from functools import partial

from gdl.check.hints import numbered_site
from gdl.check.missing import Needed, place_of
from gdl.check.one_name import meaning
from gdl.check.parts import Check, no_family
from gdl.check.pieces import piece_named, piece_of
from gdl.check.pile_changes import (
    move_pile,
    part_of_pile,
    pile_meant,
    put_on_pile,
    refuse_one_of_pile,
    remove_from_pile,
)
from gdl.check.scope import Scope, Thing
from gdl.check.stack_parts import part_of_stack
from gdl.check.unfit import not_there
from gdl.check.values import is_empty_set
from gdl.check.written_types import need_board
from gdl.model import statements as m
from gdl.model.build import as_set
from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.types import Size
from gdl.syntax import tree as t
from gdl.text.findings import fault


def put(check: Check, s: t.Put, scope: Scope) -> list[m.Statement]:
    """`put K on S`."""
    pile = pile_meant(check, s.sites, scope)
    if pile is not None:
        return put_on_pile(check, s, pile, scope)
    declared = check.declared
    value = piece_named(check, s.piece, scope)
    piece = piece_of(declared, value, s.piece.span) if isinstance(value, Thing) else no_family(value, s.piece)
    if piece.type.base is declared.pieces.domain:
        piece = piece_of(declared, Thing(piece), s.piece.span)
    if piece.type.base is not declared.pieces.things or piece.type.size == Size.MANY:
        check.value(s.sites, scope)  # first tell what is wrong with a pile
        raise fault("P511", s.piece.span, f"a piece is put, not {piece.type}", _one_piece(check, piece))
    if s.under and not declared.stacks:
        raise fault("B414", s.span, "nothing can lie under a piece on this board", "write `board stacks(…)`")
    return [m.Put(s.span, check.settled(piece), _sites(check, s.sites, scope), s.under)]


def _one_piece(check: Check, given: Expr) -> str:
    """What to write if something else than a piece is put."""
    pieces = check.declared.pieces
    if given.type.base is pieces.things:
        return "`the(…)` gives the only one of them"
    name = next((kind.name for kind in pieces.kinds if kind.owned), "stone")
    return f"name a kind: `put {name} of me on s`"


def move(check: Check, s: t.Move, scope: Scope) -> list[m.Statement]:
    """`move a to b`, `move k of a to b`."""
    number, pile, under = part_of_pile(check, s.origin, scope)
    if pile is not None and not under:
        return move_pile(check, number, pile, s, scope)
    if pile_meant(check, s.target, scope) is not None and check.declared.board is None:
        thing, where = s.origin.span.text, s.target.span.text
        raise fault("T345", s.origin.span, f"`{thing}` is no pile; what lies on a pile is moved to another one",
                    f"write `put {thing} on {where}` for one thing")  # fmt: skip
    part = part_of_stack(check, s.origin, scope)
    ends = [(_site(check, e, scope), place_of(e, scope.place.given_for)) for e in (part.where, s.target)]
    origin, target = (check.settled(e) for e, _ in ends)
    move = m.Move(s.span, origin, target, part.count)
    missing = [end for end in ends if end[0].type.size == Size.MAYBE]
    rules = check.declared.rules
    needed = *part.needed, *(Needed(e, partial(not_there, rules, place)) for e, place in missing)
    if needed:
        check.trace.notes.needed[move] = needed
    return [move]


def remove(check: Check, s: t.Remove, scope: Scope) -> list[m.Statement]:
    """`remove S`, `remove k of S`, `remove k under S`."""
    number, pile, from_below = part_of_pile(check, s.sites, scope)
    if pile is not None:
        return remove_from_pile(check, number, pile, from_below, s)
    refuse_one_of_pile(check, s.sites, scope)
    part = part_of_stack(check, s.sites, scope)
    under = isinstance(s.sites, t.Binary) and s.sites.operator == "under"
    remove = m.Remove(s.span, _sites(check, part.where, scope), part.count, under)
    if part.needed:
        check.trace.notes.needed[remove] = part.needed
    return [remove]


def _sites(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """A set of sites of the board."""
    value = check.expr(e, scope)
    no_board = check.declared.board is None and not check.declared.unsure("board")
    if no_board and not isinstance(value.type.base, Shape):
        raise fault("B404", e.span, "this needs a board, and the ruleset has none",
                    "pieces stand on a board; a set changes by `x += {a}` and `x -= {a}`")  # fmt: skip
    board = need_board(check.declared, e.span)
    if value.type.base is not board and not is_empty_set(value):
        raise fault("T339", e.span, f"sites of the board are needed here, not {value.type}",
                    numbered_site(e, value, board) or "name sites: `a1`, `row(1)`, `empty`, for example")  # fmt: skip
    return check.settled(as_set(value, board))


def _site(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """One site of the board; it may be missing."""
    value = check.expr(e, scope)
    board = need_board(check.declared, e.span)
    if value.type.base is not board:
        raise fault("T339", e.span, f"a site of the board is needed here, not {value.type}",
                    numbered_site(e, value, board) or "name a site: `a1`, or one that the player chooses")  # fmt: skip
    if value.type.size == Size.MANY:
        raise fault(
            "T340",
            e.span,
            "`move` takes one site, and this is a set",
            f"choose one of them: `choose {_unused(check, scope)} in {e.span.text}`",
        )
    return value


def _unused(check: Check, scope: Scope) -> str:
    """A name for a site that nothing else has."""
    return next((x for x in "abcdefghst" if scope.find(x) is None and not meaning(check, x)), "x")
