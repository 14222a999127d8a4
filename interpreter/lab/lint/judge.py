"""Lint that plays: what only shows when a game is played, found by playing it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gdl.lint.rule import RULES
from gdl.text.source import Source
from interpreter.cancellation import CancelToken
from interpreter.lab.lint import decisions, effects, ends, leaks, length, limits, options, pieces, results, symmetry
from interpreter.lab.lint.evidence import Evidence
from interpreter.lab.lint.gathering import GAMES, gather
from interpreter.lab.lint.rule import PlayFinding, PlayRule

RULES_THAT_PLAY = (effects, results, ends, length, decisions, pieces, options, symmetry, limits, leaks)
"""Importing them adds their rules."""


@dataclass(frozen=True)
class Effort:
    """How much is played, at most: random games, seconds, iterations of search (0: as many as the rules allow for)."""

    games: int = GAMES
    budget: float | None = None
    iterations: int = 0
    threads: int = 1
    token: CancelToken | None = None
    """Calls it off, in place of the clock that goes by `budget`."""


BRIEF = Effort(games=100, iterations=20)
"""For examples."""


@dataclass(frozen=True)
class Judged:
    """What playing a ruleset has shown; `evidence` is None where it has errors."""

    evidence: Evidence | None
    findings: list[PlayFinding]


def play_rules() -> dict[str, type[PlayRule]]:
    """The rules about how a game plays, by their codes."""
    return {code: rule for code, rule in RULES.items() if issubclass(rule, PlayRule)}


def judge(source: Source, codes: Collection[str] | None = None, effort: Effort | None = None) -> Judged:
    """Play a ruleset and judge it, by the rules of these codes."""
    effort = effort or Effort()
    evidence = gather(source, effort.games, effort.budget, effort.threads, effort.iterations, effort.token)
    if evidence is None:
        return Judged(None, [])
    found = [
        finding
        for code, rule in sorted(play_rules().items())
        if codes is None or code in codes
        for finding in rule().judge(evidence)
    ]
    return Judged(evidence, found)
