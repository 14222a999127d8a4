"""A condition of the rules in words for players, where it is simple enough: an attribute of something, a comparison.

What an author calls something stands in quotes: if `a` is e2, `a.goals` is called: e2's “goals”.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gdl.syntax import tree as t
from gdl.syntax.parser import parse_value
from gdl.text.findings import Fault
from gdl.text.source import Source
from gdl.text.whose import whose
from interpreter.drawing.beside_board import words_of

if TYPE_CHECKING:
    from interpreter.game.failing import Failed

BOUNDS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than", "=": "", "!=": "other than"}
OPPOSITES = {"<=": ">", ">": "<=", ">=": "<", "<": ">=", "=": "!=", "!=": "="}
WHOSE = {"me": "your", "opponent": "the opponent's"}
WHO = {"me": "you", "opponent": "the opponent"}


def words(found: Failed) -> str:
    """Why something fails; "" if the rule isn't simple enough for words."""
    rule = _parsed(found.rule)
    names = {name: f"towards {label}" if name in found.ways else label for name, label in found.names}
    if found.sort in ("outside", "inside"):
        is_in, what = "is in" if found.sort == "inside" else "isn't in", thing(rule, names)
        if not what and found.few and found.sort == "outside":
            several = f"{found.thing} isn't one of {', '.join(found.few)}"
            return several if len(found.few) > 1 else f"it must be {found.few[0]}, not {found.thing}"
        return what and f"{found.thing} {is_in} {what}"
    is_so = found.sort == "holds"
    match rule:
        case t.Unary(operator="some" | "no" as quantity, operand=operand):
            return there(operand, names, (quantity == "some") == is_so)
        case t.Binary(operator=operator, left=left, right=right) if operator in BOUNDS:
            wanted = OPPOSITES[operator] if is_so else operator
            return _compared(found, (left, right), thing(left, names), BOUNDS[wanted])
    what = thing(rule, names)
    return what and f"{what} {'would be' if found.is_ahead else 'is'} {'true' if is_so else 'false'}"


def _parsed(rule: str) -> t.Expression | None:
    try:
        return parse_value(Source("", rule))
    except Fault:
        return None


def thing(e: t.Expression | None, names: Mapping[str, str]) -> str:
    """What an expression is called, where some names stand for what is given; "" if it isn't an attribute, or a name of
    the rules."""
    match e:
        case t.Name(text=text) if text not in names:
            return f"“{words_of(text)}”"
        case t.Dot(subject=t.Name(text=subject), link=link, power=None) if (called := _called(link, names)):
            return f"{_whose(subject, names)}“{called}”"
    return ""


def plain(what: str) -> str:
    """What is called so without its quotes, where a number beside it says how it is meant."""
    return what.replace("“", "").replace("”", "")


def _called(link: t.Expression, names: Mapping[str, str]) -> str:
    """An attribute's name, and behind it what it is asked for; "" if that isn't known by a name."""
    match link:
        case t.Name(text=text):
            return words_of(text)
        case t.Call(name=t.Name(text=text), arguments=arguments):
            given = [names.get(one.text, "") if isinstance(one, t.Name) else "" for one in arguments]
            return f"{words_of(text)} ({', '.join(given)})" if all(given) else ""
    return ""


def _whose(subject: str, names: Mapping[str, str]) -> str:
    """Whose something is; "" where that isn't known, as of the `p` of a definition."""
    if names.get(subject) == WHO["me"]:
        return f"{WHOSE['me']} "
    if subject in names:
        return f"{whose(names[subject])} " if names[subject] else ""
    return f"{WHOSE[subject]} " if subject in WHOSE else ""


def there(e: t.Expression, names: Mapping[str, str], is_there: bool, has: str = "has") -> str:
    """That something has, or has not, what the rules speak of; `has`: the word for that of others than `me`."""
    match e:
        case t.Dot(subject=t.Name(text=subject), link=link, power=None) if (called := _called(link, names)):
            who = names.get(subject) or WHO.get(subject)
            verb = "have" if who == WHO["me"] else has
            return f"{who} {verb}{'' if is_there else ' no'} “{called}”" if who else ""
    return ""


def _compared(found: Failed, sides: tuple[t.Expression, t.Expression], what: str, bound: str) -> str:
    """What something is, and would have to be. What may be missing, as a suit that nobody has led, is compared by the
    name `it` where it is there."""
    values = dict(found.values)
    first, limit = (
        str(side.value) if isinstance(side, t.Integer) else values.get(" ".join(side.span.text.split()))
        for side in sides
    )
    if first is not None and limit is None:
        limit = dict(found.names).get("it")
    if not what or first is None or limit is None:
        return ""
    return f"{what} is {first}, and must be {f'{bound} ' if bound else ''}{limit}"
