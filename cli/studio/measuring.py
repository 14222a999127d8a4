"""What is found out in the background: scenarios, figures of random games, idle lines, findings of play.

It all runs in a process of its own, which is stopped when somebody types. Jobs and replies are plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cli.editors.jobs import Found, plain
from cli.studio.cases import Keep, Try, made, tried
from cli.studio.rules import Rules
from gdl.lint.ignores import ignores_of, silence
from interpreter import GameError
from interpreter.lab.coverage.lines import GAMES, idle_lines
from interpreter.lab.lint.evidence import SEED, Evidence
from interpreter.lab.lint.games import Played
from interpreter.lab.lint.judge import Effort, judge, play_rules
from interpreter.lab.lint.limits import NotAllPlayed
from interpreter.lab.study.quick import quick
from interpreter.native.module.emitter import Unsupported

BUDGET = 10.0
"""Seconds for findings of play."""


@dataclass(frozen=True)
class Figures:
    """Play random games of these rules."""

    rules: Rules


@dataclass(frozen=True)
class Idle:
    """Look for lines that never come into effect."""

    rules: Rules


@dataclass(frozen=True)
class Judge:
    """Lint that plays. It looks at the rules with their usual options, and at others by itself."""

    rules: Rules


@dataclass(frozen=True)
class Told:
    """What the page is told: plain data. `findings` have their places still as spans; each with its witness."""

    data: dict[str, Any]
    findings: tuple[tuple[Found, dict[str, Any] | None], ...] = ()


def run(job: Any, superseded: Callable[[], bool]) -> Told:
    """The reply to a job."""
    try:
        match job:
            case Figures():
                return _figures(job.rules)
            case Idle():
                return _idle(job.rules)
            case Judge():
                return _judged(job.rules)
            case Try():
                return Told(tried(job))
            case Keep():
                return Told({"case": made(job)})
    except (GameError, RecursionError) as problem:
        return Told({"error": str(problem).split("\n")[0] or "the rules can't be played"})
    raise TypeError(job)


def _figures(rules: Rules) -> Told:
    found = quick(rules.game())
    figures = [{"name": name, **metric.data()} for name, metric in found.metrics.items()]
    return Told({"games": found.games, "figures": figures, "problem": found.problem})


def _idle(rules: Rules) -> Told:
    try:
        lines = idle_lines(rules.checked(origins=True))
    except Unsupported:
        return Told({"games": 0, "lines": []})
    return Told({"games": GAMES, "lines": [[line - 1, text] for line, text in lines.items()]})


def _judged(rules: Rules) -> Told:
    rules.checked()  # who can't play them is told why
    wanted = {code for code, rule in play_rules().items() if not rule.asked_for} - {NotAllPlayed.code}
    judged = judge(rules.source, wanted, Effort(budget=BUDGET))
    evidence = judged.evidence
    if evidence is None:
        return Told({"whole": True})
    kept = {id(one.finding): one for one in judged.findings}
    left = silence([one.finding for one in judged.findings], ignores_of(evidence.checked.rules.trees[0]))
    found = tuple((plain(one, rules.source), _witness(evidence, kept[id(one)].witness)) for one in left)
    return Told({"whole": not evidence.cut_short}, found)


def _witness(evidence: Evidence, played: Played | None) -> dict[str, Any] | None:
    """A game that shows a finding, as the board can show it: its number, and its moves by their texts."""
    if played is None:
        return None
    moves: list[str] = []
    try:
        state = evidence.game.start(SEED, played.number)
        for choice in played.choices:
            way = state.ways[choice]
            moves.append(way.text)
            state = state.play(way)
    except GameError:  # a broken rule is what it shows
        pass
    return {"seed": SEED, "number": played.number, "moves": moves}
