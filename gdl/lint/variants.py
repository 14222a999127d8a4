"""O8: sections of a variant that the base's come on top of."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule
from gdl.lint.walk import every, walk
from gdl.syntax import tree as t
from gdl.syntax.alike import meaning
from gdl.text.findings import Finding
from gdl.text.source import Span

_VARIANT = 'game "Example" extends "tictactoe"\n\n{}turn\n  choose s in empty\n  put stone of me on s\n'


class SaidByBoth(Rule):
    """A variant's `turn` or `end` repeats what the base says.

    A variant's `turn` and `end` don't replace the base's: they come *before* them. So a turn has the
    same decision twice, and the base's other ways to end the game still count. Use `replace turn` or
    `replace end` to drop the base's. Use `or` to add another way to play a turn.
    """

    code, name, severity = "O856", "said-by-both", "warning"
    bad = _VARIANT.format("")
    good = _VARIANT.format("replace ")

    def check(self, context: Context) -> Iterator[Finding]:
        for own in context.declarations(t.Section):
            what = own.name.text
            if own.replace or isinstance(own, t.Behind) or len(context.chain) == 1:
                continue
            base = list(_of_bases(context, what))
            if what == "turn" and any(isinstance(node, t.Choose | t.Say) for node in walk(own.body)):
                there = {meaning(node) for node in every_change(*base)}
                if any(meaning(node) in there for node in every_change(own)):
                    message = "the base's turn comes after this one, so each turn has the decisions of both"
                    hint = "write `replace turn` to drop the base's, or `or` to add another way to play a turn"
                    yield self.found(_word(own), message, hint)
            elif what == "end" and len(own.body) > 1:
                there = {meaning(statement) for section in base for statement in section.body}
                if meaning(own.body[-1]) in there:
                    message = "the base's `end` comes after this one, and has this line and others"
                    hint = "write `replace end` to drop the base's `end`, or delete this line to keep it"
                    yield self.found(own.body[-1], message, hint)


def _of_bases(context: Context, what: str) -> Iterator[t.Section]:
    """The sections with this name that come behind the file's own."""
    for tree in context.chain[1:]:
        for item in tree.items:
            if isinstance(item, t.Section) and not isinstance(item, t.Behind) and item.name.text == what:
                yield item
                if item.replace:
                    return


def every_change(*sections: t.Section) -> Iterator[t.Node]:
    """What sections do on the board themselves, not by calling a define."""
    for section in sections:
        yield from every(t.Put, section.body)
        yield from every(t.Move, section.body)


def _word(section: t.Section) -> Span:
    return section.name.span
