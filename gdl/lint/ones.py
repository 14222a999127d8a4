"""R69: what is said of one thing as if it were several, or of several as if they were one."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model.types import Size
from gdl.syntax import tree as t
from gdl.text.findings import Finding

WHOLE = {"empty", "occupied", "mine", "theirs", "piece", "site", "player"}
"""Names of sets that hold many things, as a rule."""


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
                hint = "sets that are found for each element are united; see `gdl explain R691`"
                yield self.found(call, message, hint)


class EqualsAll(Rule):
    """One thing is compared by `=` with all of a kind.

    `b = empty` asks whether b is the *only* empty site. To ask whether b is one of them, write `b in
    empty`. To ask whether it is none of them, write `b not in empty`. If you do mean that there is
    only one, say so: `count(mine) = 1`.
    """

    code, name, severity = "R692", "equals-all", "warning"
    bad = example(turn="choose s in site where s = empty\nput stone of me on s")
    good = example(turn="choose s in site where s in empty\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Binary):
            if node.operator not in ("=", "!="):
                continue
            for one, all_ in ((node.left, node.right), (node.right, node.left)):
                if isinstance(all_, t.Name) and all_.text in WHOLE and self._is_one(context, one):
                    said = "is" if node.operator == "=" else "isn't"
                    how = "in" if node.operator == "=" else "not in"
                    message = f"this asks whether `{one.span.text}` {said} the only one of `{all_.text}`"
                    yield self.found(node, message, f"write `{one.span.text} {how} {all_.text}`")

    def _is_one(self, context: Context, e: t.Expression) -> bool:
        """Whether a value is surely one thing, or one at most."""
        types = [type_ for one in context.runs.checked for type_ in one.trace.types.get(e, ())]
        return bool(types) and all(type_ is not None and type_.size <= Size.MAYBE for type_ in types)
