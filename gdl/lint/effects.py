"""R66: statements that never do anything, or always the same, whatever the position and the options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.nodes import Const, Expr
from gdl.text.findings import Finding
from gdl.text.source import Span

S = TypeVar("S", bound=m.Action)


class NeverAnOption(Rule):
    """A decision never has an option.

    The set to choose from is always empty, or the condition never holds. The turn can't go on, or its
    branch of an `either` is never offered.
    """

    code, name, severity = "R660", "never-an-option", "warning"
    bad = example(
        turn='either\n  choose s in empty\n  put stone of me on s\nor\n  choose s in row(4) as "x{s}"\n  remove s'
    )
    good = example(
        turn='either\n  choose s in empty\n  put stone of me on s\nor\n  choose s in row(3) as "x{s}"\n  remove s'
    )

    def check(self, context: Context) -> Iterator[Finding]:
        for same in statements(context, m.Choose):
            if all(_never(s) for s in same):
                yield self.found(
                    same[0].span, "this never has an option", "check the set and the condition"
                )


class OnNoSite(Rule):
    """A piece is put on no site, or removed from none; or there is no such piece to put.

    The set of sites is empty in every position, or pieces of this kind never have this number or this
    owner. So the statement has no effect.
    """

    code, name, severity = "R661", "on-no-site", "warning"
    bad = example(setup="put stone of White on row(4)")
    good = example(setup="put stone of White on row(3) & {a3}")

    def check(self, context: Context) -> Iterator[Finding]:
        put = [(same[0].span, [s.sites for s in same]) for same in statements(context, m.Put)]
        removed = [(same[0].span, [s.sites for s in same]) for same in statements(context, m.Remove)]
        for span, sites in put + removed:
            if all(map(_is_empty, sites)):
                yield self.found(span, "there is never a site for this", "check the set of sites")
        for same in statements(context, m.Put):
            if all(isinstance(s.piece, Const) and s.piece.value in (-1, None) for s in same):
                yield self.found(same[0].span, "there is never such a piece", "check its number, and its owner")


class OnceOnly(Rule):
    """A `repeat` runs exactly once or for ever, or a `while` runs for ever.

    Its condition has the same result after each round, because nothing in the loop changes it.
    """

    code, name, severity = "R662", "once-or-for-ever", "warning"
    bad = example(turn="repeat\n  choose s in empty\n  put stone of me on s\nuntil count(mine) < 10")
    good = example(turn="repeat\n  choose s in empty\n  put stone of me on s\nuntil count(mine) > count(theirs)")

    def check(self, context: Context) -> Iterator[Finding]:
        for same in statements(context, m.Repeat):
            values = {s.until.value if isinstance(s.until, Const) else None for s in same}
            if same[0].span.text.startswith("while"):
                if values == {False}:
                    yield self.found(_word(same[0].span, "while"), "this never ends: its condition always holds",
                                     "let its block change what the condition asks")
            elif values in ({True}, {False}):
                what = "runs only once" if True in values else "never ends"
                head = _word(same[0].span, "repeat")
                yield self.found(head, f"this {what}: its `until` {'always' if True in values else 'never'} holds",
                                 "leave out the `repeat`, or change the condition" if True in values
                                 else "let its block change what the condition asks")


def _word(where: Span, word: str) -> Span:
    """The word that a statement begins with."""
    return Span(where.source, where.start, where.start + len(word))


class NoRound(Rule):
    """A `for` has nothing to go over.

    Its set is always empty. Perhaps the first number of a range is the larger one, or the sites don't
    exist.
    """

    code, name, severity = "R663", "no-round", "warning"
    bad = example(setup="for n in count(player) + 1..2\n  put stone of White on row(n) & {a1, b2, c3}")
    good = example(setup="for n in 1..3\n  put stone of White on row(n) & {a1, b2, c3}")

    def check(self, context: Context) -> Iterator[Finding]:
        for same in statements(context, m.Loop):
            head = _word(same[0].span, "for")
            if head.text == "for" and all(_never(s) for s in same):
                yield self.found(head, "this loop has nothing to go over",
                                 "begin a range with the smaller number: `1..3`")


class SureRoll(Rule):
    """A roll has only one outcome.

    Nothing is left to chance. Use `let`, or roll from a larger set.
    """

    code, name, severity = "R664", "sure-roll", "warning"
    bad = example(turn="roll n in 1..1\nchoose s in row(n) & empty\nput stone of me on s")
    good = example(turn="roll n in 1..3\nchoose s in row(n)\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for same in statements(context, m.Roll):
            sources = [source for s in same for _, source in s.binders]
            if all(isinstance(e, Const) and isinstance(e.value, int) and e.value.bit_count() == 1 for e in sources):
                yield self.found(same[0].span, "this has only one outcome", "use `let`, or roll from a larger set")


def statements(context: Context, kind: type[S]) -> Iterator[list[S]]:
    """The file's statements of a kind: for each place all that it has become, in all models, wherever it is used."""
    places: dict[tuple[int, int], list[S]] = {}
    for model in context.models:
        for block in (model.setup, model.turn, model.end):
            for statement in m.walk(block):
                span = statement.span
                if isinstance(statement, kind) and span.source.name == context.source.name:
                    places.setdefault((span.start, span.end), []).append(statement)
    for same in places.values():
        if context.is_sure(same[0].span):
            yield same


def _never(statement: m.Choose | m.Loop) -> bool:
    """Whether there is never a tuple."""
    where = statement.where
    return any(_is_empty(source) for _, source in statement.binders) or (
        isinstance(where, Const) and where.value is False
    )


def _is_empty(e: Expr) -> bool:
    return isinstance(e, Const) and e.value in (0, -1, None) and e.value is not False
