"""The full study of a ruleset, as `gdl study --html` writes it, in a process of its own. Needs the extra `study`."""

from __future__ import annotations

from collections.abc import Callable

from cli.reports.study.html import page
from cli.studio.measuring import Told
from cli.studio.rules import Rules
from interpreter import GameError
from interpreter.lab.study.coverage import coverage
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import threads


def run(job: Rules, superseded: Callable[[], bool]) -> Told:
    """The study's page; or in `error` why there is none."""
    try:
        game = job.game()
        *_, last = gather(game, Plan(), threads(game, 1))
        held = last.gathered
        if not held.random.games:
            return Told({"error": held.problems[0].text if held.problems else "no game came to its end"})
        return Told({"page": page(report(held, coverage(game, held.plan)), held)})
    except (GameError, RecursionError) as problem:
        return Told({"error": str(problem).split("\n")[0] or "the rules can't be played"})
