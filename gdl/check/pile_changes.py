"""Changes of piles: put on or under, remove, move, shuffle.

If several piles are meant, each is changed. If a pile may be missing, it is changed if it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gdl.check.calls import value_for
from gdl.check.expressions import printed
from gdl.check.locals import for_each, kept, planned_query, unnamed
from gdl.check.parts import Check
from gdl.check.piles import Pile, pile_of
from gdl.check.scope import Scope, Silent
from gdl.check.values import get, is_empty_set
from gdl.model import statements as m
from gdl.model.arithmetic import arithmetic, less
from gdl.model.build import (
    TRUE,
    as_set,
    conjunction,
    empty,
    equal,
    everything,
    fitting,
    integer,
    negation,
    op,
    present,
)
from gdl.model.nodes import Expr, Var
from gdl.model.state import HEIGHT_OF, TAKEN_FROM
from gdl.model.types import Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.source import Span


def pile_meant(check: Check, e: t.Expression, scope: Scope) -> Pile | None:
    """The pile, or the piles, that an expression stands for; None if it is something else."""
    if not any(v.collection == "pile" for v in check.declared.state.variables):
        return None
    try:
        value = check.value(e, scope)
    except (Fault, Silent):  # whoever needs it reports it
        return None
    return pile_of(check, value) if isinstance(value, Expr) else None


def need_one(pile: Pile, span: Span, most: Size = Size.ONE) -> None:
    """Refuse several piles where one is meant, and one that may be missing unless `most` allows it."""
    if any(index.type.size == Size.MANY for index in pile.whose):
        name = pile.variable.name
        raise fault("T345", span, f"these are several piles: the `{name}` of each",
                    f"say whose: `me.{name}`, for example; or go through them: `for p in …`")  # fmt: skip
    if not pile.single and most == Size.ONE:
        raise fault("T345", span, "this pile may be missing",
                    "write `for x in …` above it; x is its owner, if there is one")


def need_hand(check: Check, e: t.Expression, scope: Scope) -> None:
    """Refuse to deal to a player instead of to something that the player has; and to deal each thing to several at
    once."""
    is_name = isinstance(e, t.Name) and e.text not in check.declared.state.of_game
    if is_name and check.expr(e, scope).type.base is check.declared.player:
        raise fault("T338", e.span, f"`{e.span.text}` can't be changed",
                    f"say what of {e.span.text} gets them: `{e.span.text}.hand`, for example")  # fmt: skip
    if isinstance(e, t.Dot) and check.expr(e.subject, scope).type.size == Size.MANY:
        name, whose = e.link.span.text, e.subject.span.text
        raise fault("T345", e.span, f"these are several: the `{name}` of each; each thing would lie in all of them",
                    f"go through them: `for p in {whose}`, and below it `deal … to p.{name}`")  # fmt: skip


def _each(check: Check, pile: Pile, span: Span, body: Callable[[Pile], list[m.Statement]]) -> list[m.Statement]:
    """A change of one pile or of several. The owners are asked before anything changes."""

    def go(done: tuple[Expr, ...], left: tuple[Expr, ...]) -> m.Block:
        if not left:
            return tuple(body(replace(pile, whose=done)))
        index, *others = left
        if index.type.size != Size.ONE:
            return for_each(check, index, lambda each: go((*done, each), tuple(others)), span)
        index, first = kept(check, index, span, pile.variable)
        return (*first, *go((*done, index), tuple(others)))

    return list(go((), pile.whose))


def part_of_pile(check: Check, e: t.Expression, scope: Scope) -> tuple[Expr | None, Pile | None, bool]:
    """How many things of a pile are meant (`2 of deck`; None if no number is given), the pile, and whether from below.
    """
    if not isinstance(e, t.Binary) or e.operator not in ("of", "under"):
        return None, pile_meant(check, e, scope), False
    pile = pile_meant(check, e.right, scope)
    if pile is None:
        return None, None, False
    number = check.expr(e.left, scope)
    if not number.type.is_number or number.type.size != Size.ONE:
        hint = f"write `2 {e.operator} {e.right.span.text}`, for example"
        raise fault("T301", e.left.span, f"this must be a number of things, not {number.type}", hint)
    return number, pile, e.operator == "under"


def refuse_one_of_pile(check: Check, e: t.Expression, scope: Scope) -> None:
    """Refuse to remove `pile.top(1)`: it is a thing, not a place."""
    if not isinstance(e, t.Dot) or not isinstance(e.link, t.Call) or e.link.name.text not in ("top", "bottom"):
        return
    if pile_meant(check, e.subject, scope) is not None:
        pile, is_top = e.subject.span.text, e.link.name.text == "top"
        hint = f"write `remove 1 of {pile}` for the one on top" if is_top else f"write `remove 1 under {pile}`"
        raise fault("T345", e.span, "what is taken from a pile is said by number", hint)


def put_on_pile(check: Check, s: t.Put, pile: Pile, scope: Scope) -> list[m.Statement]:
    """`put c on pile`, `put c under pile`."""
    value = value_for(check, Type(pile.base), s.piece, scope)
    _same_things(pile, value, s.piece.span)
    if value.type.size == Size.MANY:
        raise fault("T345", s.piece.span, "a set has no order for the pile",
                    f"put them one by one: `for c in {s.piece.span.text}`, `put c on …` below it")  # fmt: skip
    if isinstance(pile.base, Range):
        value = fitting(value, pile.base)
    thing, first = kept(check, value, s.span, pile.variable)

    def put(pile: Pile) -> list[m.Statement]:
        height, changes = _height(check, pile, arithmetic("+", pile.total(), integer(1)), s.span)
        if s.under:
            behind = arithmetic("+", height, integer(1))
            changes += _each_place(
                check, pile, s.span, lambda i: less(i, height, "<"),
                lambda i: (arithmetic("-", behind, i), pile.at(arithmetic("-", height, i))),
            )  # fmt: skip
        return [*changes, _set(check, pile, integer(1) if s.under else height, thing, s.span, height)]

    changes = _each(check, pile, s.span, put)
    if thing.type.size == Size.ONE:
        return [*first, *changes]
    return [*first, m.Branch(s.span, check.settled(present(thing)), tuple(changes), ())]


def remove_from_pile(check: Check, number: Expr | None, pile: Pile, under: bool, s: t.Remove) -> list[m.Statement]:
    """`remove 2 of pile`, `remove 2 under pile`."""
    if number is None:
        name = s.sites.span.text
        raise fault("T345", s.span, "say how many things to take from the pile",
                    f"write `remove 1 of {name}` for the one on top; `{name} = {{}}` removes all")  # fmt: skip
    many, first = _held(check, number, pile, s.span)

    def remove(pile: Pile) -> list[m.Statement]:
        height, changes = _height(check, pile, arithmetic("-", pile.total(), many), s.span)
        if under:
            changes += _each_place(check, pile, s.span, lambda i: less(i, height, "<="),
                                   lambda i: (i, pile.at(arithmetic("+", i, many))))  # fmt: skip
        return [*changes, *_clear(check, pile, height, s.span)]

    return [*first, *_each(check, pile, s.span, remove)]


def move_pile(check: Check, number: Expr | None, pile: Pile, s: t.Move, scope: Scope) -> list[m.Statement]:
    """`move pile to other`, `move 2 of pile to other`: from the top, in their order."""
    other = pile_meant(check, s.target, scope)
    if other is None or other.base != pile.base:
        raise fault("T345", s.target.span, f"what lies on `{pile.variable.name}` fits a pile of the same things only",
                    "to put it into a hand, write `deal 2 from … to …`")  # fmt: skip
    need_one(pile, s.origin.span, Size.MAYBE)
    need_one(other, s.target.span, Size.MAYBE)
    held = None if number is None else _held(check, number, pile, s.span)

    def move(pile: Pile, other: Pile) -> list[m.Statement]:
        many = pile.total() if held is None else held[0]
        left, shrunk = _height(check, pile, arithmetic("-", pile.total(), many), s.span)
        old, before = _height(check, other, other.total(), s.span)
        grown, more = _height(check, other, arithmetic("+", old, arithmetic("-", pile.total(), left)), s.span)
        changes = [*before, *more]
        changes += _each_place(
            check, other, s.span,
            lambda i: conjunction((less(old, i, "<"), less(i, grown, "<="))),
            lambda i: (i, pile.at(arithmetic("+", left, arithmetic("-", i, old)))), grown,
        )  # fmt: skip
        changes += _clear(check, pile, left, s.span)
        if pile.variable is not other.variable:
            return [*shrunk, *changes]
        itself = conjunction(tuple(equal(a, b) for a, b in zip(pile.whose, other.whose, strict=True)))
        return [*shrunk, m.Branch(s.span, check.settled(negation(itself)), tuple(changes), ())]

    first = [] if held is None else held[1]
    target = other
    return [*first, *_each(check, pile, s.span, lambda a: _each(check, target, s.span, lambda b: move(a, b)))]


def fill_pile(check: Check, pile: Pile, s: t.Assign, scope: Scope) -> list[m.Statement]:
    """`pile = {}`; `pile = S`, each element once, in the order of its type; `pile = other`, in the order of the other.
    """
    name = s.target.span.text
    if s.operator != "=":
        hint = f"write `put … on {name}`" if s.operator == "+=" else f"write `remove 1 of {name}`"
        raise fault("T345", s.span, "a pile keeps an order: put things on or under it, and take them from there",
                    hint)  # fmt: skip
    value = value_for(check, Type(pile.base, Size.MANY), s.value, scope)
    if is_empty_set(value):
        return _each(check, pile, s.span, lambda one: _clear(check, one, integer(0), s.span))
    _same_things(pile, value, s.value.span)
    other = pile_of(check, value)
    if other is not None and other.single and other.base == pile.base:
        model = other

        def copy(pile: Pile) -> list[m.Statement]:
            height, fits = _height(check, pile, model.total(), s.span)
            return [*fits, *_each_place(check, pile, s.span, lambda _: TRUE, lambda i: (i, model.at(i)), height)]

        return _each(check, pile, s.span, copy)
    things, first = kept(check, as_set(value, pile.base), s.span, pile.variable)

    def fill(pile: Pile) -> list[m.Statement]:
        def add(thing: Expr) -> m.Block:
            height, grown = _height(check, pile, arithmetic("+", pile.total(), integer(1)), s.span)
            return (*grown, _set(check, pile, height, thing, s.span, height))

        return [*_clear(check, pile, integer(0), s.span), *for_each(check, things, add, s.span)]

    return [*first, *_each(check, pile, s.span, fill)]


def shuffle(check: Check, s: t.Shuffle, scope: Scope) -> list[m.Statement]:
    """`shuffle pile`: each thing changes places with one of those below it, or stays (Fisher and Yates)."""
    pile = pile_meant(check, s.pile, scope)
    if pile is None:
        value = check.expr(s.pile, scope)
        raise fault("T345", s.pile.span, f"`shuffle` takes a pile, not {value.type}",
                    "a set has no order, so don't shuffle it: draw with `roll secretly c in deck`")  # fmt: skip
    return _each(check, pile, s.span, lambda one: _shuffled(check, one, s.span))


def _shuffled(check: Check, pile: Pile, span: Span) -> list[m.Statement]:
    type_ = Type(pile.places)
    i, j = Var(type_, "place"), Var(type_, "place")
    place, other = unnamed(check.locals, "place", type_, span), unnamed(check.locals, "place", type_, span)
    thing = unnamed(check.locals, "what lies there", pile.variable.type, span)
    no_higher = op("range", type_.of_size(Size.MANY), integer(1), get(place))
    below, always = planned_query(check.memo.folder, [(j, no_higher)], TRUE)
    swap: m.Block = (
        m.Roll(span, (other,), below, always, check.settled(printed(check.declared, j)), secret=True),
        m.Assign(span, thing, (), check.settled(pile.at(get(place))), False),
        _set(check, pile, get(place), pile.at(get(other)), span),
        _set(check, pile, get(other), get(thing), span),
    )
    filled = conjunction((less(integer(1), i, "<"), present(pile.at(i))))
    places, where = planned_query(check.memo.folder, [(i, everything(pile.places))], filled)
    return [m.Loop(span, (place,), places, where, swap)]


def _same_things(pile: Pile, value: Expr, span: Span) -> None:
    """Refuse things that the pile can't hold."""
    base, own = pile.base, value.type.base
    if own is not base and not (isinstance(base, Range) and isinstance(own, Range)):
        raise fault("T345", span, f"on `{pile.variable.name}` lies {Type(base)}, not {value.type}",
                    "put a thing of that type")  # fmt: skip


def _held(check: Check, number: Expr, pile: Pile, span: Span) -> tuple[Expr, list[m.Statement]]:
    """How many things are meant, kept in a local since the pile changes; at least none."""
    return _within_places(check, pile, f"{TAKEN_FROM}{pile.variable.name}", number, span)


def _height(check: Check, pile: Pile, value: Expr, span: Span) -> tuple[Expr, list[m.Statement]]:
    """The height that a pile has or will have, kept in a local. In play, a height that the pile can't have breaks a
    rule."""
    return _within_places(check, pile, f"{HEIGHT_OF}{pile.variable.name}", value, span)


def _within_places(
    check: Check, pile: Pile, name: str, value: Expr, span: Span
) -> tuple[Expr, list[m.Statement]]:
    base, own = Range(0, pile.places.high), value.type.base
    assert isinstance(own, Range)
    if own.high < base.low or own.low > base.high:
        raise fault("T336", span, f"`{pile.variable.name}` has places for {base.name} things; this is {own.name}",
                    "take fewer things")  # fmt: skip
    variable = unnamed(check.locals, name, Type(base), span)
    return get(variable), [m.Assign(span, variable, (), check.settled(value), not base.holds(own))]


def _set(
    check: Check, pile: Pile, place: Expr, thing: Expr, span: Span, height: Expr | None = None
) -> m.Statement:
    """Set the thing at a place. `height`: the pile's height after this, if the change ends here."""
    indices = tuple(check.settled(index) for index in (*pile.whose, fitting(place, pile.places)))
    return m.Assign(span, pile.variable, indices, check.settled(thing), False, height)


def _clear(check: Check, pile: Pile, height: Expr, span: Span) -> list[m.Statement]:
    """Clear all places above a height."""
    nothing = empty(pile.variable.type)
    return _each_place(check, pile, span, lambda i: conjunction((less(height, i, "<"), present(pile.at(i)))),
                       lambda i: (i, nothing), height)  # fmt: skip


def _each_place(
    check: Check, pile: Pile, span: Span, where: Callable[[Expr], Expr], change: Callable[[Expr], tuple[Expr, Expr]],
    height: Expr | None = None,
) -> list[m.Statement]:
    """For each number from 1 to the greatest height for which `where` holds: set a place to a thing, both by `change`.

    `height`: the pile's height after this, if the change ends here.
    """
    number = Var(Type(pile.places), "place")
    each = unnamed(check.locals, "place", number.type, span)
    binders, condition = planned_query(check.memo.folder, [(number, everything(pile.places))], where(number))
    place, thing = change(get(each))
    return [m.Loop(span, (each,), binders, condition, (_set(check, pile, place, thing, span),), False, height)]
