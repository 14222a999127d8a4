"""R696: numbers that what is compared can't be, by the ranges that are known of it."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.checker import Checked
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import uses, walk
from gdl.model.types import Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_MEMBERSHIP = ("in", "not in")
_OF_SETS = ("&", "-", "within", "=", "!=")
"""Operators that hold one set against another, so that what neither can hold needn't be named."""


class NeverThere(Rule):
    """Braces list a number that what is held against them never is.

    That is the number before `in`, or a set of numbers: `me.hand & {0, 14}`, where a hand holds numbers of 1 to 13. Nor
    can such a number be taken away from a set: `me.hand -= {14}`.
    Perhaps a digit is wrong, or you wrote one name and meant another. If all numbers in the braces behind `in` are
    impossible, R651 or R666 tells so of the whole condition.
    """

    code, name, severity = "R696", "never-there", "warning"
    bad = example(turn="choose s in empty where s.r in {1, 33}\nput stone of me on s")
    good = example(turn="choose s in empty where s.r in {1, 3}\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Binary):
            if node.operator not in _MEMBERSHIP or not isinstance(node.right, t.Set):
                continue
            if not context.is_sure(node.span):
                continue
            never = [item for item in node.right.items if _is_never(context, node.left, item)]
            if len(never) == len(node.right.items):
                continue
            for item in never:
                left = node.left.span.text
                low, high = _widest(context, node.left)
                hint = f"`{left}` is {low}..{high}; check the number, or leave it out"
                yield self.found(item, f"`{left}` is never {item.span.text}", hint)
        for many, items in _against_sets(context):
            held = many.span.text
            for item in filter(lambda item: context.is_sure(item.span), items):
                if _is_never(context, many, item, Size.MANY):
                    low, high = _widest(context, many, Size.MANY)
                    hint = f"`{held}` holds numbers of {low}..{high}; check the number, or leave it out"
                    yield self.found(item, f"`{held}` never holds {item.span.text}", hint)


def _against_sets(context: Context) -> Iterator[tuple[t.Expression, tuple[t.Expression, ...]]]:
    """What stands in the braces that a set is held against, with that set; and what is taken away from a set."""
    for node in context.nodes(t.Binary):
        if node.operator in _OF_SETS and isinstance(node.right, t.Set) and not isinstance(node.left, t.Set):
            yield node.left, node.right.items
        elif node.operator in _OF_SETS and isinstance(node.left, t.Set) and node.operator != "-":
            yield node.right, node.left.items
    for change in context.nodes(t.Assign):
        if change.operator == "-=":
            yield change.target, change.value.items if isinstance(change.value, t.Set) else (change.value,)


def settled(context: Context, node: t.Binary, given: set[str]) -> bool | None:
    """Whether a comparison holds in every position, or in none, by the ranges alone; None if that depends.

    `given`: the names that its define is given. Of these only stored values and coordinates have a range of their
    own, `p.points`; what a bare name can be hangs on where the define is used.
    """
    if any(not _is_attribute(side, name) for side in (node.left, node.right) for name in given):
        return None
    answers = {_answer(checked, node) for checked in checked_runs(context)}
    return answers.pop() if len(answers) == 1 else None


def _answer(checked: Checked, node: t.Binary) -> bool | None:
    left = number_range(checked, node.left)
    if left is None:
        return None
    if node.operator in _MEMBERSHIP:
        if not isinstance(node.right, t.Set):
            return None
        items = [number_range(checked, item, Size.MANY) for item in node.right.items]
        apart = bool(items) and all(item is not None and _are_apart(left, item) for item in items)
        return (node.operator == "not in" and _is_there(checked, node.left)) if apart else None
    right = number_range(checked, node.right)
    if right is None or not (_is_there(checked, node.left) and _is_there(checked, node.right)):
        return None
    return compared(node.operator, left, right)


def compared(operator: str, a: Range, b: Range) -> bool | None:
    """What a comparison of any number of one range with any of another comes to, if it is always the same."""
    match operator:
        case "=" | "!=" if _are_apart(a, b):
            return operator == "!="
        case "<" | ">=" if a.high < b.low or a.low >= b.high:
            return (a.high < b.low) == (operator == "<")
        case ">" | "<=" if a.low > b.high or a.high <= b.low:
            return (a.low > b.high) == (operator == ">")
    return None


def _are_apart(a: Range, b: Range) -> bool:
    return a.high < b.low or b.high < a.low


def _is_never(context: Context, one: t.Expression, item: t.Expression, most: Size = Size.MAYBE) -> bool:
    """Whether a member of a set is never what is asked, or in the set that is asked, whatever the options."""
    runs = checked_runs(context)
    pairs = [(number_range(checked, one, most), number_range(checked, item, Size.MANY)) for checked in runs]
    return bool(pairs) and all(a is not None and b is not None and _are_apart(a, b) for a, b in pairs)


def _widest(context: Context, e: t.Expression, most: Size = Size.MAYBE) -> tuple[int, int]:
    ranges = [r for checked in checked_runs(context) if (r := number_range(checked, e, most)) is not None]
    return min(r.low for r in ranges), max(r.high for r in ranges)


def number_range(checked: Checked, e: t.Expression, most: Size = Size.MAYBE) -> Range | None:
    """Between which numbers an expression lies wherever it is used; None if it isn't always a number."""
    types = checked.trace.types.get(e) or checked.trace.targets.get(e, {})
    found: Range | None = None
    for type_ in types:
        if type_ is None or type_.size > most or not isinstance(type_.base, Range):
            return None
        found = type_.base if found is None else found.join(type_.base)
    return found


def _is_there(checked: Checked, e: t.Expression) -> bool:
    """Whether a number is never missing."""
    return all(type_ is not None and type_.size == Size.ONE for type_ in checked.trace.types.get(e, {}))


def checked_runs(context: Context) -> list[Checked]:
    """What checking came to, for each combination of options that gave a game."""
    return [checked for checked in context.runs.checked if checked.model is not None]


def _is_attribute(e: t.Expression, name: str) -> bool:
    """Whether a name stands only before the dot of a value: `p.points`, and what is worked out of such."""
    subjects = {node.subject for node in walk(e) if isinstance(node, t.Dot) and node.power is None
                and isinstance(node.link, t.Name)}  # fmt: skip
    return all(use in subjects for use in uses(e) if use.text == name)
