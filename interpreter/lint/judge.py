"""Lint that plays: what only shows when a game is played, found by playing it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gdl.lint.rule import RULES
from gdl.syntax.source import Source
from interpreter.lint.evidence import GAMES, Evidence, gather
from interpreter.lint.rule import PlayFinding, PlayRule


@dataclass(frozen=True)
class Judged:
    """What playing a ruleset has shown."""

    evidence: Evidence | None
    findings: list[PlayFinding]


def play_rules() -> dict[str, type[PlayRule]]:
    """The rules about how a game plays, by their codes."""
    return {code: rule for code, rule in RULES.items() if issubclass(rule, PlayRule)}


def judge(
    source: Source, codes: Collection[str] | None = None, games: int = GAMES, budget: float | None = None,
    threads: int = 1, iterations: int = 0,
) -> Judged:  # fmt: skip
    """Play a ruleset and judge it, by the rules of these codes; nothing is found where it has errors."""
    evidence = gather(source, games, budget, threads, iterations)
    if evidence is None:
        return Judged(None, [])
    found = [
        finding
        for code, rule in sorted(play_rules().items())
        if codes is None or code in codes
        for finding in rule().judge(evidence)
    ]
    return Judged(evidence, found)


__all__ = ["Judged", "PlayFinding", "PlayRule", "judge", "play_rules"]
