"""A condition that has come true, in words for players: what stands in the rules, and places for what it comes to.

A clause is a text with a sign in the place of each value. `Values` gives the signs, so the words don't depend on who
works the values out.
What a player has is told in the past, which needs no other form for a name in the plural: the Tigers had no piece left.
What isn't simple enough has no words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from gdl.syntax import tree as t
from gdl.text.plurals import plural
from gdl.text.whose import whose
from interpreter.drawing.beside_board import words_of
from interpreter.drawing.rule_words import BOUNDS, plain, there, thing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TIMES = {1: "once", 2: "twice"}
NOBODY = "nobody"


class Values(Protocol):
    """What the rules say at the end, as signs that stand for it in a text; "" where that isn't known."""

    given: Mapping[str, str]
    """What the names of a definition stand for, within it."""

    def meant(self, e: t.Expression) -> str:
        """What a name of a definition means, where that can be said; else ""."""

    def value(self, e: t.Expression) -> str:
        """What an expression comes to: a number, a name, several names."""

    def number(self, e: t.Expression) -> int | None:
        """A number that is known beforehand."""

    def is_of(self, e: t.Expression, what: str) -> bool:
        """Whether an expression is "one", a "number", or whether it is a "player", a "site", a "place" or a "kind"."""

    def those(self, e: t.Quantified) -> str:
        """What the one name of a query stands for, where its condition holds."""

    def me(self) -> str:
        """Who has moved."""

    def other(self) -> str:
        """The other one of two."""

    def stuck(self) -> str:
        """Who had no legal move."""

    def next(self) -> str:
        """Who would be next."""


def clause(e: t.Expression, values: Values) -> str:
    """What a condition says that holds; "" if it has no words."""
    match e:
        case t.Name(text="stuck"):
            return f"no legal move was left for {values.stuck()}"
        case t.Unary(operator="some" | "no" as quantity, operand=operand):
            return _some(operand, values) if quantity == "some" else _none(operand, values)
        case t.Quantified(operator="some"):
            return _found(e, values)
        case t.Quantified(operator="no"):
            return _touching(e, values)
        case t.Unary(operator="not", operand=operand):
            what = thing(operand, names(operand, values))
            return what and f"{what} is false"
        case t.Binary(operator=operator) if operator in BOUNDS:
            return _compared(e, values)
        case t.Binary(operator="in", left=left, right=right):
            return _inside(left, right, values)
        case t.Binary(operator="within", left=left, right=right):
            whole, around = thing(left, names(left, values)), thing(right, names(right, values))
            return f"all of {whole} is in {around}" if whole and around else ""
    return values.meant(e) or _applies(e, names(e, values))


def names(e: t.Expression, values: Values) -> dict[str, str]:
    """The names in an expression that stand for players and sites, with the signs of these."""
    those = [one for one in _names(e) if values.is_of(one, "player") or values.is_of(one, "site")]
    found = {one.text: values.value(one) for one in those}
    always = {"me": values.me(), "opponent": values.other() or "the opponent", "next": values.next()}
    return always | {name: said for name, said in found.items() if said} | dict(values.given)


def _names(e: t.Expression) -> Iterator[t.Name]:
    match e:
        case t.Name():
            yield e
        case t.Dot(subject=subject, link=link):
            yield from _names(subject)
            yield from _names(link) if isinstance(link, t.Call) else ()
        case t.Call(arguments=arguments):
            for one in arguments:
                yield from _names(one)


def _applies(e: t.Expression, known: Mapping[str, str]) -> str:
    """That something is so, by its name: `me.joined`."""
    match e:
        case t.Dot(subject=t.Name(text=subject), link=link) if subject in known:
            called = thing(t.Dot(e.span, e.subject, link), {**known, subject: ""})
            return called and f"{called} applies to {known[subject]}"
    named = e.name if isinstance(e, t.Call) else e  # what it is given within a turn has no name for players
    what = thing(named, known) if isinstance(named, t.Name) else thing(e, known)
    return what and f"{what} applies"


# ---- something, nothing


def _none(e: t.Expression, values: Values) -> str:
    """That there is nothing of a sort."""
    match e:
        case t.Name(text="empty") if values.is_of(e, "site"):
            return "the board is full"
        case t.Name(text="mine"):
            return f"{values.me()} had no piece left"
        case t.Name(text="theirs"):
            return f"{values.other() or NOBODY} had no piece left" if values.other() else "nobody else had a piece left"
        case t.Name(text=text) if values.is_of(e, "kind"):
            return f"no {words_of(text)} is left"
        case t.Name(text=text):
            return f"“{words_of(text)}” is empty"
        case t.Dot(subject=t.Name(text="player"), link=t.Name(text=text)):
            return f"nothing is left in any “{words_of(text)}”"
    owned = _pieces(e, values)
    if owned is not None and owned[1]:
        return f"{owned[0]} had no {owned[1]} left"
    return there(e, names(e, values), is_there=False, has="had")


def _some(e: t.Expression, values: Values) -> str:
    """That there is something of a sort."""
    match e:
        case t.Name(text=text) if values.is_of(e, "player"):
            return f"“{words_of(text)}” applies to {values.value(e)}" if values.value(e) else ""
        case t.Name(text=text) if values.value(e) and not values.is_of(e, "site"):
            return f"“{words_of(text)}” is {values.value(e)}"
        case t.Name(text=text):
            return f"there is {'a ' if values.is_of(e, 'kind') else ''}{_called(e, values)}"
        case t.Binary(operator="&", left=left, right=right):
            owned, where = _pieces(left, values) or _pieces(right, values), values.value(e)
            return f"{_piece(owned)} is on {where}" if owned and where and values.is_of(e, "site") else ""
    owned = _pieces(e, values)
    if owned is not None:
        return f"{owned[0]} had a {owned[1] or 'piece'}" if owned[0] else f"there is a {owned[1]}"
    return there(e, names(e, values), is_there=True, has="had")


def _called(e: t.Name, values: Values) -> str:
    return words_of(e.text) if values.is_of(e, "kind") else f"“{words_of(e.text)}”"


def _pieces(e: t.Expression, values: Values) -> tuple[str, str] | None:
    """Whose pieces these are ("" if anybody's), and of which kind ("" if of any); None if they aren't pieces."""
    match e:
        case t.Name(text="mine"):
            return values.me(), ""
        case t.Name(text="theirs") if values.other():
            return values.other(), ""
        case t.Name(text=text) if values.is_of(e, "kind"):
            return "", words_of(text)
        case t.Binary(operator="of", left=t.Name() as kind, right=t.Name() as who) if values.is_of(kind, "kind"):
            return values.value(who), words_of(kind.text)
        case t.Binary(operator="&", left=left, right=right):
            one, other = _pieces(left, values), _pieces(right, values)
            if one and other:
                return one[0] or other[0], one[1] or other[1]
    return None


def _piece(owned: tuple[str, str]) -> str:
    who, kind = owned
    return f"{whose(who)} {kind or 'piece'}" if who else f"a {kind}"


# ---- what was found


def _found(e: t.Quantified, values: Values) -> str:
    """What a query has found."""
    query = e.query
    if len(query.names) != 1 or not query.binders or query.where is None:
        return ""
    (binder,), where = query.binders, query.where
    first = where
    while isinstance(first, t.Binary) and first.operator == "and":
        first = first.left
    match binder.source, first:
        case t.Call(name=t.Name(text="lines"), arguments=(length,)), t.Binary(operator="within", right=right):
            owned, so_many = _pieces(right, values), values.value(length)
            is_it = isinstance(first.left, t.Name) and first.left.text == binder.name.text
            if is_it and owned is not None and owned[0] and so_many:
                return f"{owned[0]} had {so_many}{f' {plural(owned[1])}' if owned[1] else ''} in a row"
    if isinstance(where, t.Quantified) and where.operator == "no" and (said := _touching(where, values)):
        return said
    those, name = values.those(e), binder.name.text
    if not those:
        return ""
    owned = _pieces(binder.source, values)
    if owned is not None:
        those = f"{_piece(owned)} on {those}"
    elif isinstance(binder.source, t.Name) and not values.is_of(binder.source, "player"):
        those = f"{words_of(binder.source.text)} {those}"
    return of_those(where, name, those, values)


def _touching(e: t.Quantified, values: Values) -> str:
    """That pieces which hang together touch all of some sets: of `no e in edges where no s.group(mine) & e` “edges”."""
    match e.query.names, e.query.where:
        case (t.Binder(name=t.Name(text=name), source=t.Name(text=sets)),), t.Unary(operator="no", operand=together):
            match together:
                case t.Binary(operator="&", left=t.Dot(link=t.Call() as group), right=t.Name(text=text)):
                    is_group = group.name.text == "group" and len(group.arguments) == 1 and text == name
                    owned = _pieces(group.arguments[0], values) if is_group else None
                    return f"one group of {owned[0]} touches all “{words_of(sets)}”" if owned and owned[0] else ""
    return ""


def of_those(e: t.Expression, name: str, those: str, values: Values) -> str:
    """What holds of all of these, which have one name."""
    known = names(e, values) | {name: those}
    match e:
        case t.Unary(operator="some" | "no" as quantity, operand=operand):
            return there(operand, known, quantity == "some", has="had")
        case t.Binary(operator=operator, left=t.Call(name=t.Name(text="count"), arguments=(of,)), right=right):
            bound = BOUNDS.get(operator)
            if bound is None or not (limit := values.value(right)):
                return ""
            counted = thing(of, {name: ""})
            return f"{those} had {f'{bound} ' if bound else ''}{limit} {plain(counted)}" if counted else ""
        case t.Binary(operator="=", left=t.Call(name=t.Name(text="sum"), arguments=(t.Each() as each,)), right=right):
            return _summed(each, values.value(right), known)
        case t.Binary(operator="=", left=t.Binary(operator="+", left=left, right=right), right=number):
            one, other, value = thing(left, known), thing(right, known), values.value(number)
            other = other.removeprefix(f"{whose(those)} ")
            return f"{plain(one)} and {plain(other)} come to {value} together" if one and other and value else ""
        case t.Binary(operator=operator, left=left, right=right) if operator in BOUNDS and (what := thing(left, known)):
            limit = values.value(right)
            return limit and f"{plain(what)} is {f'{BOUNDS[operator]} ' if BOUNDS[operator] else ''}{limit}"
        case t.Dot():
            return _applies(e, known)
    return ""


# ---- numbers, places


def _compared(e: t.Binary, values: Values) -> str:
    """What two things are to each other: what the left one is, and what bound it keeps."""
    left, value = e.left, values.value(e.left)
    if not value:
        return ""
    match left:
        case t.Call(name=t.Name(text="sum"), arguments=(t.Each() as each,)):
            return _summed(each, value, names(each.query.binders[0].source, values))
        case t.Call(name=t.Name(text="repeats")):
            number = values.number(e.right) if e.operator == "=" else None
            times = TIMES.get(number or 0, f"{value} times")
            return f"this position had come up {times} before"
        case t.Call(name=t.Name(text="count"), arguments=(of,)):
            return _counted(e, of, value, values)
        case t.Dot(subject=place, link=t.Call(name=t.Name(text=text), arguments=(t.Name() as who,))):
            on = values.value(place) if values.is_of(place, "place") and e.operator == "=" else ""
            if on and values.is_of(who, "player") and values.value(who):
                return f"{values.value(who)} had {value} {words_of(text)} on {on}"
    what = thing(left, names(left, values))
    if not what or not values.is_of(left, "one"):
        return ""
    if e.operator == "=":
        return f"{plain(what)}: {value}" if values.is_of(left, "number") else f"{what} is {value}"
    limit = values.value(e.right)
    return f"{plain(what)} is {value}{f', {BOUNDS[e.operator]} {limit}' if limit else ''}"


def _counted(e: t.Binary, of: t.Expression, value: str, values: Values) -> str:
    """How many there are."""
    number, owned = values.number(e.right) if e.operator == "=" else None, _pieces(of, values)
    if owned is not None:
        left = f"only one {owned[1] or 'piece'}" if number == 1 else f"{value} × {owned[1] or 'piece'}"
        return f"{owned[0]} had {left} left" if owned[0] else f"{left} is left"
    if number == 1 and values.value(of) and isinstance(of, t.Name):
        return f"“{words_of(of.text)}” holds only {values.value(of)}"
    match of:
        case t.Dot(subject=t.Name(text=text)) if (who := names(of, values).get(text)):
            counted = thing(of, {text: ""})
            return f"{who} had {value} {plain(counted)}" if counted else ""
    if common := _common(of, names(of, values)):
        return f"{common} have {value} in common"
    what = thing(of, names(of, values))
    return what and f"{what} holds {value}"


def _common(of: t.Expression, known: Mapping[str, str]) -> str:
    """What two sets are called of which what is in both is counted."""
    match of:
        case t.Binary(operator="&", left=left, right=right):
            one, other = thing(left, known), thing(right, known)
            return f"{one} and {other}" if one and other else ""
    return ""


def _summed(e: t.Each, value: str, known: Mapping[str, str]) -> str:
    """How much lies in some places: of `sum(h.seeds for h in p.side)` seeds."""
    match e.value, e.query.names:
        case t.Dot(subject=t.Name(text=each), link=t.Name(text=what)), (t.Binder() as one,) if e.query.where is None:
            where = thing(one.source, known)
            return f"{plain(where)} holds {value} {words_of(what)}" if where and one.name.text == each else ""
    return ""


def _inside(left: t.Expression, right: t.Expression, values: Values) -> str:
    """That something is in something else."""
    one, owned = values.value(left), _pieces(right, values)
    if not one:
        return ""
    if owned is not None and values.is_of(left, "site"):
        return f"{owned[0]} had a {owned[1] or 'piece'} on {one}" if owned[0] else f"there is a {owned[1]} on {one}"
    what = thing(right, names(right, values))
    return what and f"{one} is in {what}"
