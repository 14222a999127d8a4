"""A rule about how a game plays: like those of `gdl.lint`, with what was seen in play instead of the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gdl.check.watched import Event
from gdl.lint.rule import Rule
from gdl.syntax import tree as t
from gdl.text.findings import Finding, Severity
from gdl.text.source import Span

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence
    from interpreter.lab.lint.games import Played


class PlayRule(Rule):
    """One thing that may be wrong with how a game plays. The docstring is its page."""

    plays: ClassVar[bool] = True
    severity: ClassVar[Severity] = "warning"

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        """What this rule finds in what was played."""
        yield from ()

    def says(
        self, where: Span, message: str, hint: str = "", witness: Played | None = None, severity: Severity | None = None
    ) -> PlayFinding:
        """A finding of this rule, and a game that shows it."""
        return PlayFinding(Finding(self.code, severity or self.severity, where, message, hint), witness)


class PlayFinding:
    """A finding, and the game that shows it, if one does."""

    def __init__(self, finding: Finding, witness: Played | None = None) -> None:
        self.finding, self.witness = finding, witness


def game_span(evidence: Evidence) -> Span:
    """Where to put what is about the game as a whole: its title."""
    game = evidence.checked.rules.game
    return game.title.span if game else Span(evidence.source, 0, 1)


def counted(evidence: Evidence, event: Event) -> Iterator[tuple[Span, int]]:
    """The places in the ruleset's own text where something of this sort happened, and how often."""
    for point, n in evidence.counts.counts.items():
        if point.event == event and n:
            yield point.span, n


def section_span(evidence: Evidence, name: str) -> Span:
    """Where a section of the ruleset's own begins; else its title."""
    for item in evidence.checked.rules.trees[0].items:
        if isinstance(item, t.Section) and item.name.text == name:
            return item.name.span
    return game_span(evidence)
