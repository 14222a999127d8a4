"""P5: numbers that a piece can't have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.check.checker import Checked
from gdl.lint.context import Context
from gdl.lint.ranges import checked_runs, number_range
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, target_name, uses, walk
from gdl.model.types import Range
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import COMPARISONS, FUNCTIONS
from gdl.text.findings import Finding

_ROBOTS = {
    "pieces": "pieces robot(power: 1..4) of player",
    "setup": "put robot(1) of White on a1\nput robot(1) of Black on c3",
    "end": "lose next if stuck",
}


class NoSuchNumber(Rule):
    """A piece is put with a number that its kind may not have.

    Pieces of `pieces robot(power: 1..4) of player` have the numbers 1 to 4. If the number is worked out and comes to 5,
    then nothing is put. Widen the range of the kind, ask first (`if k < 4`), or stop at the end: `min({4, k + 1})`.
    Lint doesn't warn if any comparison in your rules asks for this number.
    """

    code, name, severity = "P555", "no-such-number", "warning"
    _TURN = "choose a in mine, b in a.compass & empty\nlet k = a.power\nremove a\nput robot({}) of me on b"
    bad = example(turn=_TURN.format("k + 1"), **_ROBOTS)
    good = example(turn=_TURN.format("min({4, k + 1})"), **_ROBOTS)

    def check(self, context: Context) -> Iterator[Finding]:
        for put in context.nodes(t.Put):
            for call in every(t.Call, put.piece):
                ranges = [pair for checked in checked_runs(context) if (pair := _asked_and_borne(checked, call))]
                outside = next(((number, borne) for number, borne in ranges if _sticks_out(number, borne)), None)
                if outside is None or not _is_unasked(context, call.arguments[0]):
                    continue
                number, borne = outside
                kind, written = call.name.text, call.arguments[0].span.text
                message = f"`{written}` may be {number.name} here, but the number of a `{kind}` is {borne.name}"
                hint = f"with another number nothing is put; widen the range of `{kind}`, or ask first if it fits"
                if _is_index(call.arguments[0]) and (number.low, number.high + 1) == (borne.low - 1, borne.high):
                    hint = f"the first has the index 0: write `{written} + 1`"
                yield self.found(call.arguments[0], message, hint)


def _is_index(e: t.Expression) -> bool:
    return isinstance(e, t.Call) and e.name.text == "index"


def _asked_and_borne(checked: Checked, call: t.Call) -> tuple[Range, Range] | None:
    """Between which numbers the number of a piece that is put lies, and which numbers its kind has."""
    assert checked.model is not None
    kind = next((kind for kind in checked.model.kinds if kind.name == call.name.text), None)
    if kind is None or kind.number is None or len(call.arguments) != 1:
        return None
    number = number_range(checked, call.arguments[0])
    return (number, Range(*kind.number[1:])) if number is not None else None


def _sticks_out(number: Range, borne: Range) -> bool:
    """Whether some of the numbers fit and others don't; if none fits, R661 tells."""
    overlap = number.low <= borne.high and borne.low <= number.high
    return overlap and (number.low < borne.low or borne.high < number.high)


def _is_unasked(context: Context, number: t.Expression) -> bool:
    """Whether no comparison asks for what a number is made of. In `end` it comes too late."""
    items = [item for tree in context.chain for item in tree.items]
    names = _numbers_in(context, number)
    alike = [(names_in, _numbers_in(context, value)) for names_in, value in _named_values(items)]
    before = -1
    while len(names) > before:
        before = len(names)
        for given, made_of in alike:
            if given in names or names & made_of:
                names |= made_of | {given}
    early = [item for item in items if not (isinstance(item, t.Section) and item.name.text == "end")]
    compared = [node for node in every(t.Binary, early) if node.operator in (*COMPARISONS, "in", "not in", "within")]
    things = {name.text for call in every(t.Call, number) if call.name.text == "index" for name in uses(call.arguments)}
    sides = {e.text for node in compared for e in (node.left, node.right) if isinstance(e, t.Name)}
    return not (things & sides or any(names & _numbers_in(context, node) for node in compared))


def _named_values(items: Sequence[t.Node]) -> Iterator[tuple[str, t.Node]]:
    """The names that are given values, and what these are made of."""
    for node in walk(items):
        match node:
            case t.Let(name=name, value=value) | t.Known(name=name, value=value) | t.Binder(name=name, source=value):
                yield name.text, value
            case t.Define(name=name, value=value) if isinstance(value, t.Node):
                yield name.text, value
            case t.Assign(target=target, value=value) if changed := target_name(target):
                yield changed.text, value
            case _:
                pass


def _numbers_in(context: Context, *nodes: t.Node) -> set[str]:
    """The names of the numbers in an expression: locals, variables, and what stands behind a dot. What a function gives
    is named by the whole call: `index(me)` isn't `index(h)`."""
    return {
        node.span.text if isinstance(node, t.Call) and node.name.text in FUNCTIONS else name.text
        for node in walk(*nodes)
        if isinstance(node, t.Name | t.Dot | t.Call) and (name := target_name(node)) is not None
        if any(number_range(checked, node) is not None for checked in checked_runs(context))
    }
