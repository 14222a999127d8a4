"""G1: lines that never take effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.check.subsets import size_tests
from gdl.check.watched import Event, Point
from gdl.lint.rule import example
from gdl.lint.walk import every
from gdl.model import statements as m
from gdl.model.build import conjuncts
from gdl.model.nodes import Expr, Op
from gdl.model.types import Size
from gdl.syntax import tree as t
from gdl.syntax.joined import joined
from gdl.text.findings import Severity
from gdl.text.source import Span
from interpreter.lab.lint.rule import PlayFinding, PlayRule

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence


class Silent:
    """The points that never came into effect, without those that others explain."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence, self.counts = evidence, evidence.counts.counts
        model = evidence.checked.model
        self.options = [option.name for option in model.options] if model else []
        missing = [] if evidence.broken else evidence.counts.missing()  # games that were cut short show nothing
        self.never_ran = [p.span for p in missing if p.event == "run"]
        conditions = [p.span for p in missing if p.event == "true" and self.count(p.span, "false")]
        # the part that never holds explains the whole that never holds
        self.never_hold = [s for s in conditions if not any(o != s and _holds(s, o) for o in conditions)]
        self.never_fail = [
            p.span for p in missing
            if p.event == "false" and self.count(p.span, "true") and not self._is_part(p.span, "false")
            and not any(_is_not(p.span, o) for o in self.never_hold)
        ]  # fmt: skip
        self.empty = [
            p.span for p in missing if p.event == "some" and not self._is_part(p.span, "some") and self._asked(p.span)
        ]
        self.never_taken = [
            p.span for p in missing
            if p.event == "taken" and not any(_holds(p.span, c) for c in (*self.never_hold, *self.empty))
        ]  # fmt: skip

    def count(self, span: Span, event: Event) -> int:
        """How often a point came into effect."""
        return self.counts.get(Point(span, event), 0)

    def explained(self, span: Span) -> bool:
        """Whether a condition that never holds, or a part of the rules that never runs, says why this never runs."""
        around = [p.span for p in self.counts if p.event == "run" and _holds(p.span, span) and p.span != span]
        if any(s in self.never_ran for s in around):
            return True
        reach = min((s for s in around if s not in self.never_ran), key=lambda s: s.end - s.start, default=None)
        causes = (*self.never_hold, *self.never_taken, *self.empty)
        if reach is not None and any(
            _holds(reach, c) and (c.start < span.start or c.line == span.line) for c in causes
        ):
            return True
        return any(_holds(span, c) for c in causes) or any(
            _line_before(c, span) for c in (*self.never_ran, *self.never_taken) if c != span
        )

    def _asked(self, span: Span) -> bool:
        """Whether a set was looked at at all: its statement has run."""
        around = [p for p in self.counts if p.event == "run" and _holds(p.span, span)]
        closest = min(around, key=lambda p: p.span.end - p.span.start, default=None)
        return closest is None or self.counts[closest] > 0

    def _is_part(self, span: Span, event: Event) -> bool:
        wholes = (p for p, n in self.counts.items() if p.event == event and not n)
        return any(p.span != span and _holds(p.span, span) for p in wholes)

    def severity(self, span: Span) -> Severity:
        """A warning where nobody can doubt it; a note about endings, which may be rare."""
        if any(_mentions(self._statement(span).text, name) for name in self.options):
            return "note"  # not all that options may be was tried
        if self.evidence.is_exhaustive:
            return "warning"
        return "note" if self.ends(span) or self._is_fallback(span) else "warning"

    def _statement(self, span: Span) -> Span:
        """The statement in which something stands; of a define the whole of it."""
        for item in self.evidence.checked.rules.trees[0].items:
            if isinstance(item, t.Define) and _holds(item.span, span):
                return item.span
        around = [p.span for p in self.counts if p.event == "run" and _holds(p.span, span)]
        return min(around, key=lambda s: s.end - s.start, default=span)

    def _is_fallback(self, span: Span) -> bool:
        """Whether it is what an `either` does if nothing else can be done: a safeguard."""
        model = self.evidence.checked.model
        eithers = (s for s in m.walk(model.turn) if isinstance(s, m.Either)) if model else ()
        return any(_holds(first.span, span) for s in eithers for first in m.walk(s.otherwise or ()))

    def ends(self, span: Span) -> bool:
        """Whether a place is about how the game begins or ends: in `setup` or `end`, or in a define that only `end`
        mentions."""
        tree = self.evidence.checked.rules.trees[0]
        for item in tree.items:
            if item.span.start <= span.start < item.span.end:
                if isinstance(item, t.Section):
                    return item.name.text in ("setup", "end")
                if isinstance(item, t.Define):
                    return _only_in_end(tree, item)
        return False


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _only_in_end(tree: t.Tree, define: t.Define) -> bool:
    name = define.name.text
    for item in tree.items:
        if item is define or (isinstance(item, t.Section) and item.name.text == "end"):
            continue
        if _mentions(item.span.text, name):
            return False
    return True


def _holds(outer: Span, inner: Span) -> bool:
    return outer.source == inner.source and outer.start <= inner.start and inner.end <= outer.end


def _is_not(whole: Span, part: Span) -> bool:
    """Whether one condition is `not` and the other."""
    return _holds(whole, part) and whole.end == part.end and whole.text.removesuffix(part.text).strip() == "not"


def _line_before(cause: Span, span: Span) -> bool:
    """Whether something that never happens stands above, in the same block: what comes behind it doesn't, either."""
    return cause.source == span.source and cause.end <= span.start and cause.column == span.column and not any(
        0 < len(line) - len(line.lstrip()) < cause.column - 1 or (line.strip() and line[0] not in " \t#")
        for line in (span.source.line(n) for n in range(cause.line + 1, span.line)) if line.strip()
    )  # fmt: skip


def _short(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= 60 else f"{text[:57]}…"


class NeverRuns(PlayRule):
    """A part of the rules is never reached.

    In all games that were played, this line never had an effect. Either nothing needs it, or a line or
    condition before it is wrong. The message says how many games were played. If the game is so small
    that every position was checked, the line is impossible, not just rare. For a line that ends the
    game, this is a note, because such ends may be rare.
    """

    code, name = "G101", "never-runs"
    bad = example(turn="choose s in empty\nput stone of me on s\n"
                  "for t in mine & theirs\n  put stone of me on t.compass")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        silent = Silent(evidence)
        for span in silent.never_ran:
            if not silent.explained(span):
                yield self.says(span, f"this never happens ({evidence.over_watched})",
                                "check the conditions before it",
                                severity=silent.severity(span))  # fmt: skip


class NeverTaken(PlayRule):
    """A decision never has an option.

    The rules reach this decision, but in all games that were played there was nothing to choose. Its
    set is always empty, or its condition never holds.
    """

    code, name = "G102", "nothing-to-choose"
    bad = example(turn="either\n  choose s in empty\n  put stone of me on s\n"
                  "or\n  choose a in mine & theirs\n  remove a")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        silent = Silent(evidence)
        for span in silent.never_taken:
            if not any(_line_before(c, span) for c in (*silent.never_ran, *silent.never_taken) if c != span):
                yield self.says(span, f"there is never anything to choose here ({evidence.over_watched})",
                                "check the set and the condition",
                                severity=silent.severity(span))  # fmt: skip


_ORDERS = ("<", "<=", ">", ">=")


class NeverHolds(PlayRule):
    """A condition never holds.

    The games that were played asked it many times, and it never held. Perhaps the condition names the
    wrong direction, row, player or number. This is a note in `end`, and where numbers are compared by
    `<` or `>`, because such conditions may hold rarely. For `stuck`, see [G106](G106.md).
    """

    code, name = "G103", "never-holds"
    bad = example(end="win me if some line in lines(3) where line within mine\n"
                  "win me if count(mine) = 2 and no empty\ndraw if no empty")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        silent = Silent(evidence)
        thresholds = {e.span for e in every(t.Binary, evidence.checked.rules.trees[0].items) if e.operator in _ORDERS}
        for span in silent.never_hold:
            if _is_stuck(span) or span in evidence.needed:
                continue
            is_rare = span in thresholds and not evidence.is_exhaustive  # who plays well may get so far
            yield self.says(span, f"`{_short(span)}` never holds ({evidence.over_watched})",
                            "check it, or try it in a scenario",
                            severity="note" if is_rare else silent.severity(span))  # fmt: skip


class NeverStuck(PlayRule):
    """`stuck` never holds.

    In the games that were played, every player always had a move. Most rulesets ask for `stuck` just in
    case. So only `gdl lint --play --select G106` shows this note. If nobody can ever be stuck, you see
    [E752](E752.md).
    """

    code, name, severity = "G106", "stuck-never-holds", "note"
    asked_for = True
    bad = example(end="win me if some line in lines(3) where line within mine\ndraw if no empty\ndraw if stuck")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for span in filter(_is_stuck, Silent(evidence).never_hold):
            yield self.says(span, f"`{_short(span)}` never holds ({evidence.over_watched})",
                            "ignore this if the condition is a safeguard")  # fmt: skip


def _is_stuck(span: Span) -> bool:
    return span.text.strip() == "stuck"


class NeverFails(PlayRule):
    """A condition always holds.

    It held each time in the games that were played. Perhaps it isn't the condition you meant. Leave it
    out if nothing needs it. You may also keep it as a safeguard. Questions whether something is there,
    as `some a.N`, aren't reported: a `move` needs them. Nor are conditions that hold in each turn only
    because who would fail them is `stuck`.
    """

    code, name, severity = "G104", "always-holds", "note"
    bad = example(turn="choose s in empty where count(mine) < 9\nput stone of me on s")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        items = evidence.checked.rules.trees[0].items
        # the last of a table that names everything holds wherever it is come to
        left_out = {argument.span for case in every(t.Case, items) for argument in case.arguments}
        origins = evidence.checked.trace.origins or {}
        of_parts = {span for e, spans in origins.items() if _asks_for_a_part(e) for span in spans}
        for query in every(t.Query, items):
            left_out |= {test.span for test in _sizes(query)}
            left_out |= {test.span for test in _of_parts(query) if test.span in of_parts}
        left_out |= {span for e, spans in origins.items() if _asks_for_one(e) for span in spans}
        for span in Silent(evidence).never_fail:
            if span in left_out or span in evidence.needed:
                continue
            yield self.says(span, f"`{_short(span)}` always holds ({evidence.over_watched})",
                            "leave it out, or check what you mean")  # fmt: skip


def _asks_for_one(e: Expr) -> bool:
    """Whether it only asks whether a thing is there that may be missing: a `move` needs such a question (T342)."""
    return all(isinstance(part, Op) and part.name == "there" for part in conjuncts(e))


def _asks_for_a_part(e: Expr) -> bool:
    """Whether it asks about one set alone, before the game."""
    return e.static and [variable.type.size for variable in e.free] == [Size.MANY]


def _of_parts(query: t.Query) -> Iterator[t.Expression]:
    """What is asked of parts: those that never meet it aren't even made, if that is known before the game."""
    if any(binder.is_part for binder in query.binders):
        yield from joined(query.where)


def _sizes(query: t.Query) -> Iterator[t.Expression]:
    """The tests that say how large a part may be: no others are made, so that each of them always holds."""
    for binder in query.binders:
        if binder.is_part:
            yield from (test for test, _, _ in size_tests(binder.name.text, query.where))


class NoEffect(PlayRule):
    """A line changes nothing, or a line of a table gives nothing.

    In the games that were played, its set was always empty: the sites of a `remove`, for example, or
    the value in a line of a define. Perhaps it names the wrong thing, or nothing needs it.
    """

    code, name = "G105", "no-effect"
    bad = example(turn="choose s in empty\nput stone of me on s\nremove mine & theirs")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        silent = Silent(evidence)
        for span in silent.empty:
            if any(_holds(span, c) for c in silent.never_hold):
                continue
            yield self.says(span, f"`{_short(span)}` is always empty "
                            f"({evidence.over_watched})", "check its sets",
                            severity=silent.severity(span))  # fmt: skip
