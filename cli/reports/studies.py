"""One game's study, from the games that are played to the files that are written: `gdl study`. Needs the extra
`study`."""

from __future__ import annotations

from pathlib import Path

import typer

from cli.options.arguments import stop
from cli.options.clusters import cut_short, nothing_yet
from cli.options.echo import say, say_json
from cli.reports.endless import Warner
from cli.reports.study.tables import as_csv, write_parquet
from cli.reports.study.text import lines, rules
from cli.terminal.scene.progress import bar
from interpreter import Game
from interpreter.game.yaml_files import write
from interpreter.lab.study.coverage import Coverage, coverage
from interpreter.lab.study.figures import Study
from interpreter.lab.study.gather import gather
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import Workers, WorkersLostError

STEPS = 1000
"""Of the bar."""


def gathered(game: Game, plan: Plan, workers: Workers, quiet: bool) -> tuple[Gathered | None, int]:
    """All games played, or as many as there was time for; and the exit status of that."""
    held, status = None, 0
    try:
        with bar(game.title, STEPS, quiet=quiet) as advance:
            warner = Warner(game.title)
            advance(0, f"{game.title}: how long games take")
            for progress in gather(game, plan, workers):
                held = progress.gathered
                warner.look(held)
                advance(int(STEPS * progress.done / max(progress.total, 1e-9)), f"{game.title}: {progress.doing}")
    except (KeyboardInterrupt, WorkersLostError) as stopped:
        if held is None or not held.random.games:
            raise nothing_yet(stopped, "the first game was over") from None
        status = cut_short(stopped)
    return held, status


def covered(held: Gathered, jobs: int) -> Coverage | None:
    """How often each line of the rules took effect; what was interrupted isn't made to wait for that."""
    return coverage(held.game, held.plan, jobs) if held.is_complete else None


def show(
    held: Gathered, counted: Coverage | None, with_rules: bool, as_json: bool, csv: Path | None,
    parquet: Path | None, html: Path | None,
) -> None:  # fmt: skip
    """Print the figures, with the rules and their coverage if `with_rules`, and write the files that were asked for."""
    found = report(held, counted)
    if as_json:
        say_json(found.data())
    elif str(csv) != "-":
        for line in lines(found):
            say(line)
        if with_rules:
            for line in rules(counted):
                say(line)
    _files(held, found, csv, parquet, html)


def _files(held: Gathered, found: Study, csv: Path | None, parquet: Path | None, html: Path | None) -> None:
    try:
        if str(csv) == "-":
            typer.echo(as_csv(found), nl=False)
        elif csv is not None:
            write(csv, as_csv(found))
        if html is not None:
            from cli.reports.study.html import page  # needs matplotlib

            write(html, page(found, held))
        if parquet is not None:
            write_parquet(held, parquet)
    except (OSError, ValueError) as error:
        name = getattr(error, "filename", None) or csv or parquet or html
        stop(f"{name}: can't be written: {getattr(error, 'strerror', None) or error}")
