"""R69: conditions of loops, and when they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses
from gdl.syntax import tree as t
from gdl.syntax.joined import joined
from gdl.text.findings import Finding

_SOWING = {
    "more": "type pit = ring(6)\npit has seeds: 0..12 = 2",
    "pieces": "", "looks": "", "board": "",
    "end": "win me if stuck",
}  # fmt: skip
_LAPS = "choose a in pit where a.seeds > 0\nlet going = true\n{}"


class AskedOnce(Rule):
    """The condition of a loop asks for something that the loop changes.

    `for n in 1..9 where going` finds its elements once, before the first round. If the loop sets
    `going = false`, the other rounds come nevertheless. Ask in each round: write `if going` below the
    `for`, and what the loop does below that.
    """

    code, name, severity = "R693", "asked-once", "warning"
    bad = example(turn=_LAPS.format("for n in 1..5 where going\n  a.seeds -= 1\n  going = a.seeds > 0"), **_SOWING)
    good = example(turn=_LAPS.format("for n in 1..5\n  if going\n    a.seeds -= 1\n    going = a.seeds > 0"), **_SOWING)

    def check(self, context: Context) -> Iterator[Finding]:
        for loop in context.nodes(t.For):
            own = {item.name.text for item in loop.query.names}
            changed = {a.target.text for a in every(t.Assign, *loop.body) if isinstance(a.target, t.Name)}
            for asked in joined(loop.query.where):
                names = {name.text for name in uses(asked)}
                if names & own or not (again := sorted(names & changed)):
                    continue
                message = f"`{again[0]}` changes in this loop, and this is asked only once, before the first round"
                yield self.found(asked, message, f"write `if {asked.span.text}` below the `for`")
