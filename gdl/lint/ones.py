"""R69: what is said of one thing as if it were several, or of several as if they were one."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.prelude import prelude
from gdl.lint.context import Context
from gdl.lint.many import named_kind, stand_in_numbers
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses
from gdl.model.types import TRUTHS, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Finding

WHOLE = {"empty", "occupied", "mine", "theirs", "piece", "site", "player"}
"""Names of sets that hold many things, as a rule."""
COMPARED = {"=", "!=", "<", ">", "<=", ">="}
"""Signs that compare one thing with one."""


class CountsOne(Rule):
    """`count` is asked of one thing, so it is always 1.

    Perhaps the name was meant to stand for a set. `{s.group(mine) for s in mine}` doesn't list the
    groups: sets that are found for each element are united. So a name that goes through it is a single
    site. Go through a set of sets that is known before the game, such as `lines(3)`, or count for each
    site what is around it.
    """

    code, name, severity = "R691", "counts-one", "warning"
    _TURN = "choose s in empty\nput stone of me on s"
    _GROUPS = "define p.groups = {s.group(stone of p) for s in stone of p}\n"
    bad = example(_GROUPS + "define p.points = sum(count(G) for G in p.groups where count(G) > 1)",
                  turn=_TURN, end="rank p by p.points if no empty")  # fmt: skip
    good = example("define p.points = count({s in stone of p where count(s.group(stone of p)) > 1})",
                   turn=_TURN, end="rank p by p.points if no empty")  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        parameters = {name.text for define in context.declarations(t.Define) for name in define.parameters}
        for call in context.nodes(t.Call):
            if call.name.text != "count" or len(call.arguments) != 1:
                continue
            (counted,) = call.arguments
            if not isinstance(counted, t.Name) or counted.text in parameters:
                continue
            types = [type_ for one in context.runs.checked for type_ in one.trace.types.get(counted, ())]
            if types and all(type_ is not None and type_.size == Size.ONE for type_ in types):
                message = f"`{counted.text}` is one thing, so `{call.span.text}` is always 1"
                yield self.found(call, message, _chosen_alone(context, counted) or _UNITED)


def _chosen_alone(context: Context, name: t.Name) -> str:
    """What to write where a player chooses one thing, but the rule counts what was chosen."""
    choices = (binder for node in context.nodes(t.Choose) for binder in node.query.binders)
    chosen = next((b for b in choices if isinstance(b, t.Binder) and b.name.text == name.text), None)
    return "" if chosen is None else f"to choose a part of a set, write `{name.text} within {chosen.source.span.text}`"


_UNITED = "sets that are found for each element are united; see `gdl explain R691`"


class CountsAll(Rule):
    """`count` counts all, whether something is true of them or not.

    `count(p.done for p in player)` has one value for each player, true or false, so it is always the number
    of players. In the same way `count(s.N for s in mine)` counts all of `mine`, even where there is no `s.N`.
    To count those of which something is true, put the condition behind `where`.
    """

    code, name, severity = "R698", "counts-all", "warning"
    _TURN = "choose s in empty\nput stone of me on s\nme.done = true"
    bad = example("player has done: truth", turn=_TURN,
                  end="win me if count(p.done for p in player) = 2 and b2 in mine\ndraw if no empty")  # fmt: skip
    good = bad.replace("count(p.done for p in player)", "count(p for p in player where p.done)")

    def check(self, context: Context) -> Iterator[Finding]:
        for call in context.nodes(t.Call):
            match call:
                case t.Call(name=t.Name(text="count"), arguments=(t.Each(value=asked, query=query),)):
                    types = [type_ for one in context.runs.checked for type_ in one.trace.types.get(asked, ())]
                    asks = [_asks(type_, asked.span.text) for type_ in types if type_ is not None]
                    if types and len(asks) == len(types) and all(asks):
                        yield self._told(call, query, asks[0])

    def _told(self, call: t.Call, query: t.Query, asked: str) -> Finding:
        thing = query.binders[0].name.text
        joint = "where" if query.where is None else "and"
        message = f"this counts all, also those of which `{asked}` is false"
        return self.found(call, message, f"write `count({thing} for {query.span.text} {joint} {asked})`")


def _asks(type_: Type, text: str) -> str:
    """The question that a value answers; "" if it is surely there, and no truth."""
    if type_.size == Size.ONE:
        return text if type_.base is TRUTHS else ""
    return f"some {text}" if type_.size == Size.MAYBE else ""


class EqualsAll(Rule):
    """One thing is compared by `=` with all of a kind.

    `b = empty` asks whether b is the *only* empty site. To ask whether b is one of them, write `b in
    empty`. To ask whether it is none of them, write `b not in empty`. If you do mean that there is
    only one, say so: `count(mine) = 1`. The name of a kind is the set of sites where it stands. So if there
    are several goats, `b = goat` is false, and `b in goat` asks for a goat on b.
    """

    code, name, severity = "R692", "equals-all", "warning"
    bad = example(turn="choose s in site where s = empty\nput stone of me on s")
    good = example(turn="choose s in site where s in empty\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Binary):
            if node.operator not in ("=", "!="):
                continue
            for one, all_ in ((node.left, node.right), (node.right, node.left)):
                if self._is_one(context, one) and (_is_whole(all_) or self._are_pieces(context, one, all_)):
                    said = "is" if node.operator == "=" else "isn't"
                    how = "in" if node.operator == "=" else "not in"
                    message = f"this asks whether `{one.span.text}` {said} the only one of `{all_.span.text}`"
                    yield self.found(node, message, f"write `{one.span.text} {how} {all_.span.text}`")

    def _are_pieces(self, context: Context, one: t.Expression, all_: t.Expression) -> bool:
        """Whether a site is compared with the sites of a kind of piece of which there are several."""
        named = named_kind(all_)
        if named is None or not any(named[0] in (kind.name for kind in m.kinds) for m in context.models):
            return False
        boards = {c.declared.board for c in context.runs.checked if c.declared}
        bases = {type_.base for c in context.runs.checked for type_ in c.trace.types.get(one, ()) if type_}
        return bases <= boards and stand_in_numbers(context, named)

    def _is_one(self, context: Context, e: t.Expression) -> bool:
        """Whether a value is surely one thing, or one at most."""
        types = [type_ for one in context.runs.checked for type_ in one.trace.types.get(e, ())]
        return bool(types) and all(type_ is not None and type_.size <= Size.MAYBE for type_ in types)


def _is_whole(e: t.Expression) -> bool:
    return isinstance(e, t.Name) and e.text in WHOLE


class SeveralForOne(Rule):
    """A define takes one value, and is given several.

    `row(n)` is the set of sites whose row is n. No site's row is `1..2`, so `row(1..2)` is empty. Unite the sets of
    each: `row(1) + row(2)`. In a define of your own, write `in` where it compares: `{s in site where s.r in n}`
    takes one number or several.
    """

    code, name, severity = "R695", "several-for-one", "warning"
    bad = example(turn="choose s in empty & row(1..2)\nput stone of me on s")
    good = example(turn="choose s in empty & (row(1) + row(2))\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        defines = {define.name.text: define for define in _defines(context) if define.subject is None}
        for call in context.nodes(t.Call):
            define = defines.get(call.name.text)
            if define is None or len(call.arguments) != len(define.parameters):
                continue
            for argument, parameter in zip(call.arguments, define.parameters, strict=True):
                if (several := _several(argument)) and _is_compared(define, parameter.text):
                    message = f"`{call.name.text}` compares `{parameter.text}` by `=`, so give it one value"
                    each = [_given(call, argument, one) for one in several[:_LISTED]]
                    each += ["…"] if len(several) > _LISTED else []
                    yield self.found(argument, message, f"for several, unite them: `{' + '.join(each)}`")


_LISTED = 3
"""The number of calls that a hint writes out at most."""


def _defines(context: Context) -> Iterator[t.Define]:
    """Those of the file, of what it extends, and of the boards that ship and are named there."""
    trees = [tree.items for tree in context.chain]
    named = {call.name.text for call in every(t.Call, *trees)}
    shapes = [shape for name in sorted(named) if (shape := prelude().shape(name))]
    yield from every(t.Define, shapes, *trees)


def _several(e: t.Expression) -> list[str]:
    """The values of a range or a set that is written out with more than one; none of anything else."""
    match e:
        case t.Binary(operator="..", left=t.Integer(value=low), right=t.Integer(value=high)) if low < high:
            return [str(number) for number in range(low, min(high, low + _LISTED) + 1)]
        case t.Set(items=items) if len(items) > 1 and all(isinstance(one, t.Integer | t.Name) for one in items):
            return [one.span.text for one in items]
    return []


def _is_compared(define: t.Define, parameter: str) -> bool:
    """Whether a define does nothing with a parameter but to compare it with one thing."""
    compared = [side for node in every(t.Binary, [define]) if node.operator in COMPARED
                for side in (node.left, node.right)]  # fmt: skip
    used = [use for use in uses([define]) if use.text == parameter]
    return bool(used) and all(any(use is side for side in compared) for use in used)


def _given(call: t.Call, argument: t.Expression, value: str) -> str:
    """A call with one value in the place of several."""
    start = call.span.start
    text = call.span.text
    return text[: argument.span.start - start] + value + text[argument.span.end - start :]
