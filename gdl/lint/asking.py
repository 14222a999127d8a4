"""What people are told in words: what a game is about, what a decision asks, and why a game ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.syntax import tree as t
from gdl.text.findings import Finding

MOST = 400
"""Characters of a summary."""
_SUMMARY = 'game "Example"\n  summary "Three stones in line win. Each turn you put one stone."'


class WrongSummary(Rule):
    """The summary isn't one to three sentences.

    The fact `summary` says what the game is about: the aim, what a turn is, how it ends. Players see it
    in lists, above the rules and on pages. Write one or more texts of at most 400 characters in all;
    they are joined. Put everything else on the game's page.
    """

    code, name, severity = "W970", "wrong-summary", "warning"
    bad = example(game='game "Example"\n  summary 3')
    good = example(game=_SUMMARY)

    def check(self, context: Context) -> Iterator[Finding]:
        for game in context.declarations(t.Game):
            said = [(name, values) for name, values in game.facts if name.text == "summary"]
            if wrong := _wrong([value for _, values in said for value in values]):
                yield self.found(said[0][0], wrong, 'write one to three sentences: `summary "Five in a row win. …"`')


def _wrong(values: Sequence[str]) -> str:
    """What is wrong with a summary; nothing if it is one."""
    if any(not any(c.isalpha() for c in value) for value in values):
        return "a summary is made of sentences"
    length = len(" ".join(values))
    return f"a summary has {MOST} characters at most, and this has {length:,}" if length > MOST else ""


class AsksNothing(Rule):
    """A decision doesn't tell players what to do.

    Without that, players see only a general sentence: “Choose a piece of yours, then a site.” Write a
    better one after `asking`, at the end of the line:
    `choose a in mine asking "Move one of your stones."` The rules also work without it, so only
    `gdl lint --select W971` shows this note.
    """

    code, name, severity = "W971", "asks-nothing", "note"
    asked_for = True
    bad = example()
    good = example(turn='choose s in empty asking "Put a stone on an empty square."\nput stone of me on s')

    def check(self, context: Context) -> Iterator[Finding]:
        decisions: Iterator[t.Choose | t.Say] = chain(context.nodes(t.Choose), context.nodes(t.Say))
        for node in decisions:
            if node.asking is None:
                yield self.found(node, "this doesn't tell players what to do", 'write `asking "…"` after it')


class NoSummary(Rule):
    """The game doesn't say what it is about.

    Add the fact `summary` below `game`, in one to three sentences: the aim, what a turn is, how it
    ends. Players see it in lists, above the rules and on pages. A variant without a summary shows the
    summary of its base. The rules also work without it, so only `gdl lint --select W972` shows this
    note.
    """

    code, name, severity = "W972", "no-summary", "note"
    asked_for = True
    bad = example()
    good = example(game=_SUMMARY)

    def check(self, context: Context) -> Iterator[Finding]:
        games = list(context.declarations(t.Game))
        if games and context.is_whole and not context.runs.checked[0].rules.summary:
            yield self.found(games[0].title, "the game doesn't say what it is about", 'write `summary "…"` below it')


class SaysNoReason(Rule):
    """The rules don't tell players why the game ended.

    Without that, the program puts the condition into words as well as it can: “no legal move was left
    for White”. A condition with a name of yours becomes “"trapped" applies to White”. Write a better
    sentence after `as`, at the end of the line: `win me if next.trapped as "{next} is trapped"`. The
    rules also work without it, so only `gdl lint --select W973` shows this note.
    """

    code, name, severity = "W973", "says-no-reason", "note"
    asked_for = True
    bad = example()
    good = example(end='win me if some line in lines(3) where line within mine as "three in a row"\n'
                       'draw if no empty as "the board is full"')  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        ends: Iterator[t.Finish | t.Rank] = chain(context.nodes(t.Finish), context.nodes(t.Rank))
        for node in ends:
            if node.why is None:
                yield self.found(node, "this doesn't tell players why the game ended", 'write `as "…"` after it')
