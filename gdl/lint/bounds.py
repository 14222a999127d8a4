"""R68, B45: counters whose end is asked for in a way that doesn't hold, and sites that a smaller board doesn't have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import gcd

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses, walk
from gdl.model import nodes
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Cond, Const, Expr, Get, Op, within
from gdl.model.types import Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_LINE = "win me if some line in lines(3) where line within mine\ndraw if no empty"


class HalfChecked(Rule):
    """A condition doesn't leave enough room for a change of a number.

    The change may be larger than the room that is left. Then the number leaves its range, and the game
    stops with an error. To add 2 to a number of `0..9`, write `x += 2 if x <= 7`, or add at most what
    fits: `min({2, 9 - x})`.
    """

    code, name, severity = "R680", "half-checked", "warning"
    _TURN = "choose s in empty\nput stone of me on s\nme.points += 2 if {}"
    _OVER = "win me if me.points > 6 or no empty"
    bad = example("player has points: 0..9", turn=_TURN.format("me.points < 9"), end=_OVER)
    good = example("player has points: 0..9", turn=_TURN.format("me.points < 8"), end=_OVER)

    def check(self, context: Context) -> Iterator[Finding]:
        told = set()
        for model in context.models:
            for change, value, low, high in _leaving(model.turn, _Known()):
                key = change.span.start, change.span.end
                if key in told or change.span.source != context.source:
                    continue
                told.add(key)
                message = (
                    f"`{change.variable}` may become {value} here in spite of the condition, but it holds {low}..{high}"
                )
                yield self.found(change.span, message, "ask whether there is room for the whole change")


@dataclass(frozen=True)
class _Bounds:
    """What conditions have said of a number: at least and at most, if they have."""

    low: int | None = None
    high: int | None = None


class _Known(dict[Get, _Bounds | None]):
    """What is known of numbers; None of those of which something has been asked that can't be read off."""

    def told(self, condition: Expr) -> _Known:
        """What is known if a condition holds, too."""
        found = _Known(self)
        parts = condition.operands if isinstance(condition, Op) and condition.name == "and" else (condition,)
        for part in parts:
            bounds = _bounds(part)
            if bounds is None:
                found |= {
                    e: None
                    for e in within(part)
                    if isinstance(e, Get) and not e.free and isinstance(e.type.base, Range)
                }
                continue
            get, new = bounds
            old = found.get(get, _Bounds())
            if old is not None:
                lows = [n for n in (old.low, new.low) if n is not None]
                highs = [n for n in (old.high, new.high) if n is not None]
                found[get] = _Bounds(max(lows, default=None), min(highs, default=None))
        return found

    def chosen(self, s: m.Choose | m.Loop) -> _Known:
        """What is known where names go through sets that hang on the state: such a set may ask for room, as
        `n in 0..me.coins` does."""
        bound = zip(s.variables, s.binders, strict=False)
        asked = [v for v, (_, source) in bound if any(isinstance(e, Get) for e in within(source))]
        return _Known(self | {nodes.node(Get, v.type, v, ()): None for v in asked if isinstance(v.type.base, Range)})

    def without(self, changed: Iterable[m.Variable]) -> _Known:
        """What is still known after changes of some variables."""
        gone = set(changed)
        return _Known({get: b for get, b in self.items()
                       if not any(isinstance(e, Get) and e.variable in gone for e in within(get))})  # fmt: skip


def _bounds(condition: Expr) -> tuple[Get, _Bounds] | None:
    """What a comparison of one number with a known one says of it."""
    match condition:
        case Op(name="not", operands=(Op(name="=", operands=(Get() as get, Const(value=int() as n))),)):
            base = get.type.base
            if isinstance(base, Range) and n in (base.low, base.high):
                return get, _Bounds(n + 1, None) if n == base.low else _Bounds(None, n - 1)
        case Op(name="<" | "<=" as name, operands=(Get() as get, Const(value=int() as n))):
            return get, _Bounds(None, n - (name == "<"))
        case Op(name="<" | "<=" as name, operands=(Const(value=int() as n), Get() as get)):
            return get, _Bounds(n + (name == "<"), None)
        case Op(name="=", operands=(Get() as get, Const(value=int() as n))) if isinstance(get.type.base, Range):
            return get, _Bounds(n, n)
    return None


def _leaving(block: m.Block, known: _Known) -> Iterator[tuple[m.Assign, int, int, int]]:
    """The changes that may take a number out of its range although it was asked; the number, and its range.

    Below each statement `known` is what still holds there.
    """
    for s in block:
        match s:
            case m.Choose():
                known = known.without(s.variables).chosen(s).told(s.where)
            case m.Assign():
                yield from _leaves(s, known)
                get, bounds = _shifted(s, known)
                known = known.without([s.variable])
                if get is not None:
                    known[get] = bounds
            case m.Branch():
                yield from _leaving(s.then, known.told(s.condition))
                yield from _leaving(s.other, known)
                known = known.without(_changed((s,)))
            case m.Loop() | m.Repeat() | m.Most():
                known = known.without(_changed((s,)))
                yield from _leaving(s.body, known.chosen(s).told(s.where) if isinstance(s, m.Loop) else known)
            case _:
                for inner in m.inner_blocks(s):
                    yield from _leaving(inner, known)
                known = known.without(_changed((s,)))


def _changed(block: m.Block) -> Iterator[m.Variable]:
    for s in m.walk(block):
        if isinstance(s, m.Assign):
            yield s.variable
        elif isinstance(s, m.Choose | m.Loop):
            yield from s.variables


def _step(s: m.Assign) -> tuple[Get, int, int] | None:
    """What a change adds to a number, at least and at most; None if it doesn't add to what is there."""
    match s.value:
        case Op(name="+" | "-" as name, operands=(Get(variable=v, indices=indices) as get, more)) if (
            v is s.variable and indices == s.indices and isinstance(more.type.base, Range)
        ):
            low, high = (
                (more.value, more.value) if isinstance(more, Const) else (more.type.base.low, more.type.base.high)
            )
            return (get, low, high) if name == "+" else (get, -high, -low)
    return None


def _leaves(s: m.Assign, known: _Known) -> Iterator[tuple[m.Assign, int, int, int]]:
    step, base = _step(s), s.variable.type.base
    bounds = known.get(step[0]) if step else None
    if step is None or bounds is None or not s.checked or not isinstance(base, Range):
        return
    if any(known.get(e, _Bounds()) is None for e in within(s.value) if isinstance(e, Get)):
        return  # what is added has been compared with something
    if bounds.high is not None and bounds.high < base.high < bounds.high + step[2]:
        yield s, bounds.high + step[2], base.low, base.high
    elif bounds.low is not None and bounds.low > base.low > bounds.low + step[1]:
        yield s, bounds.low + step[1], base.low, base.high


def _shifted(s: m.Assign, known: _Known) -> tuple[Get | None, _Bounds | None]:
    """What is known of a number after a change of it."""
    step = _step(s)
    if step is None or step[0] not in known:
        return None, None
    get, low, high = step
    old = known[get]
    return get, old and replace(old, low=None if old.low is None else old.low + low,
                                high=None if old.high is None else old.high + high)  # fmt: skip


class SteppedOver(Rule):
    """A counter never has the number that a condition asks for.

    It changes in steps of one size. If it starts at 0 and adds 2 each time, it is never 99. A condition
    that should stop the counter then fails, and the counter leaves its range.
    """

    code, name, severity = "R681", "stepped-over", "warning"
    _COUNTS = "choose s in empty\nput stone of me on s\nturns += 2"
    bad = example("game has turns: 0..18", turn=_COUNTS, end=_LINE.replace("no empty", "turns = 17"))
    good = example("game has turns: 0..18", turn=_COUNTS, end=_LINE.replace("no empty", "turns = 18"))

    def check(self, context: Context) -> Iterator[Finding]:
        model = next(iter(context.models), None)
        came_to = context.runs.checked[0].trace.came_to
        if model is None:
            return
        ways = _ways(model)
        for node in context.nodes(t.Binary):
            if node.operator != "=" or not isinstance(node.left, t.Name) or node.left.text not in ways:
                continue
            starts, step = ways[node.left.text]
            if isinstance(node.right, t.Integer):
                asked: set[object] = {node.right.value}
            else:
                asked = {value and value.value for value in came_to.get(node.right, ())}
            number = asked.pop() if len(asked) == 1 else None
            if (
                isinstance(number, int)
                and number % step not in {n % step for n in starts}
                and context.is_sure(node.span)
            ):
                message = f"`{node.left.text}` is never {number}: it counts from {min(starts)} in steps of {step}"
                yield self.found(node, message, "ask whether it has reached the number (`>=`), or check the steps")


def _ways(model: Model) -> dict[str, tuple[set[int], int]]:
    """For each number of the game that changes in steps: where it starts, and of what all steps are multiples."""
    found: dict[m.Variable, tuple[set[int], int]] = {
        v: ({v.initial}, 0) for v in model.variables
        if isinstance(v.type.base, Range) and not v.local and not v.dimensions and isinstance(v.initial, int)
    }  # fmt: skip
    for block in (model.setup, model.turn, model.end):
        for s in m.walk(block):
            if isinstance(s, m.Assign) and s.variable in found:
                for value in _outcomes(s.value):
                    starts, step = found.get(s.variable, (set(), 1))
                    match value:
                        case Const(value=int() as number):
                            found[s.variable] = starts | {number}, step
                        case Op(name="+" | "-", operands=(Get(variable=v), Const(value=int() as more))) if (
                            v is s.variable
                        ):
                            found[s.variable] = starts, gcd(step, more)
                        case Get(variable=v) if v is s.variable:
                            pass
                        case _:
                            found[s.variable] = starts, 1
    return {v.name: way for v, way in found.items() if way[1] > 1}


def _outcomes(e: Expr) -> Iterator[Expr]:
    if isinstance(e, Cond):
        yield from _outcomes(e.then)
        yield from _outcomes(e.other)
    else:
        yield e


class NotOnThatBoard(Rule):
    """A row or column is named by its number, but some options give a board without it.

    `row(8)` is the last row of a board of eight. On a smaller board it is empty, and on a larger one it
    lies in the middle. Use the option, as in `row(size)`, or narrow the option.
    """

    code, name, severity = "B454", "not-on-that-board", "warning"
    _SIZE = 'option size: 4..6 = 5 "squares along a side"'
    _OVER = "win me if {} within mine\ndraw if no empty"
    bad = example(_SIZE, board="board grid(size, size)", end=_OVER.format("row(5)"))
    good = example(_SIZE, board="board grid(size, size)", end=_OVER.format("row(size)"))

    def check(self, context: Context) -> Iterator[Finding]:
        options = {option.name.text for option in context.all_declarations(t.Option)}
        if not options or len(context.models) < 2:
            return
        for item in context.tree.items:
            if isinstance(item, t.Define | t.Section) and not _asks_for(options, item):
                for call in every(t.Call, item):
                    if call.arguments and all(isinstance(a, t.Integer) for a in call.arguments):
                        empty = _empty_with(context, call)
                        if empty:
                            message = f"the board has no `{call.span.text}` with {empty}"
                            yield self.found(call, message, "use the option in its place, or narrow the option")


def _asks_for(options: set[str], item: t.Node) -> bool:
    """Whether a declaration decides by an option: then it knows what it does."""
    for node in walk(item):
        conditions: list[t.Node] = []
        match node:
            case t.If(arms=arms):
                conditions = [condition for condition, _ in arms]
            case t.Binary(operator="when", right=condition):
                conditions = [condition]
            case t.Query(where=condition) if condition is not None:
                conditions = [condition]
            case _:
                pass
        if any(name.text in options for name in uses(*conditions)):
            return True
    return False


def _empty_with(context: Context, call: t.Call) -> str:
    """With which options a set of sites is empty that isn't with others, in words; "" if with none."""
    empty, is_filled = "", False
    for checked in context.runs.checked:
        if checked.model is None or checked.model.board is None:
            continue
        for value in checked.trace.came_to.get(call, ()):
            if value is None or value.type.base is not checked.model.board or value.type.size != Size.MANY:
                return ""
            is_filled = is_filled or bool(value.value)
            if not value.value and not empty:
                empty = (
                    ", ".join(f"{o.name} = {o.value}" for o in checked.model.options if o.value != o.default)
                    or "these options"
                )
    return empty if is_filled else ""
