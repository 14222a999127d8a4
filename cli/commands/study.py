"""`gdl study`: what kind of game this is.

What it needs beyond the package – numpy, matplotlib, pyarrow – is an extra, and is imported when it is known to be
there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.arguments import (
    BackendOption,
    GameArgument,
    JobsOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    clear_errors,
    load,
    note_backend,
    settings,
    stop,
)
from cli.options.clusters import ClusterOption, cut_short, hiring
from cli.options.echo import say, say_json
from cli.options.exits import FINDINGS
from cli.options.extras import extra
from cli.reports.comparisons import Candidate, VaryOption, candidates, compare, maker, show
from cli.reports.study.asked import check_file, strengths
from cli.terminal.scene.progress import bar
from interpreter import Game
from interpreter.game.yaml_files import write
from interpreter.work.chunks import Workers, WorkersLostError, threads

if TYPE_CHECKING:
    from interpreter.lab.study.coverage import Coverage
    from interpreter.lab.study.figures import Study
    from interpreter.lab.study.gathered import Gathered
    from interpreter.lab.study.plan import Plan

STEPS = 1000
"""Of the bar."""


def study(
    game: GameArgument,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, show_default=False,
                                 help="How many random games; by default as many as take some seconds.")
    ] = None,
    search_games: Annotated[
        int | None, typer.Option("--search-games", metavar="N", min=0, show_default=False,
                                 help="How many games of search against search; 0 for none.")
    ] = None,
    strength: Annotated[
        str | None, typer.Option("--strength", metavar="N,N,…", show_default=False,
                                 help="Iterations of the searches that play one another, each twice the one before.")
    ] = None,
    vary: VaryOption = None,
    seed: SeedOption = 0,
    sets: SetOption = None,
    players: PlayersOption = None,
    backend: BackendOption = "auto",
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Print the rules, with how often each line took effect in the margin.")
    ] = False,
    as_json: JsonOption = False,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each figure (`-`: standard output).",
                                  show_default=False)
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="Write a row for each decision.",
                                  show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with pictures.", show_default=False)
    ] = None,
) -> None:  # fmt: skip
    """Find out what kind of game this is: balance, length, skill, drama, openings, board, size.

    Random games and games of search against search are played, and figures are worked out of them, each with its 95 %
    interval. How many games follows from the rules; the same seed and options give the same figures on every machine,
    whatever --jobs. Ctrl-C ends it with what is done.

    \b
    gdl study breakthrough
    gdl study sparks --set base=5 --jobs 2 --html sparks.html
    gdl study breakthrough --games 100000 --search-games 200 --jobs 2
    gdl study chess --search-games 0 --json
    gdl study sparks --vary base=3..5 --vary chain --html options.html
    """
    extra("study", "gdl study", ("numpy",))
    if html is not None:
        extra("study", "--html", ("matplotlib",))
    if parquet is not None:
        extra("study", "--parquet", ("pyarrow",))
    from interpreter.lab.study.plan import Plan

    for option, path in {"--csv": csv, "--parquet": parquet, "--html": html}.items():
        check_file(path, option)
    if vary:
        if coverage or parquet is not None:
            stop("--vary puts games side by side: --coverage and --parquet are for one game alone")
        plan = Plan(games, search_games, strengths(strength), seed)
        with clear_errors():
            make = maker(game, settings(sets or []), players, backend)
            _side_by_side(game, list(candidates(make, vary)), plan, jobs, cluster, as_json, csv, html)
        return
    with clear_errors():
        one = load(game, sets or [], players, backend)
        note_backend(one)
        plan = Plan(games, search_games, strengths(strength), seed)
        with hiring(cluster, jobs) as hire:
            held, status = _gathered(one, plan, hire(one) or threads(one, jobs), as_json or str(csv) == "-")
        if held is None:
            raise typer.Exit(status)
        counted = _covered(held, jobs) if coverage or html is not None else None
        _show(held, counted, coverage, as_json, csv, parquet, html)
    if status:
        if not as_json:
            say("gdl: it was interrupted: the figures are of what was played until then", err=True)
        raise typer.Exit(status)


def _side_by_side(
    name: str, found: list[Candidate], plan: Plan, jobs: int, cluster: str | None, as_json: bool, csv: Path | None,
    html: Path | None,
) -> None:  # fmt: skip
    with hiring(cluster, jobs) as hire:
        columns, status = compare(found, plan, hire, jobs, as_json or str(csv) == "-")
    show(columns, name, as_json, csv, html)
    if status or not any(column.study for column in columns):
        raise typer.Exit(status or FINDINGS)


def _gathered(game: Game, plan: Plan, workers: Workers, quiet: bool) -> tuple[Gathered | None, int]:
    """All games played, or as many as there was time for; and the exit status of that."""
    from interpreter.lab.study.gather import gather

    held, status = None, 0
    try:
        with bar(game.title, STEPS, quiet=quiet) as advance:
            for progress in gather(game, plan, workers):
                held = progress.gathered
                advance(int(STEPS * progress.done / max(progress.total, 1e-9)), f"{game.title}: {progress.doing}")
    except (KeyboardInterrupt, WorkersLostError) as stopped:
        if held is None or not held.random.games:
            raise
        status = cut_short(stopped)
    return held, status


def _covered(held: Gathered, jobs: int) -> Coverage | None:
    """How often each line of the rules took effect; what was interrupted isn't made to wait for that."""
    from interpreter.lab.study.coverage import coverage

    return coverage(held.game, held.plan, jobs) if held.is_complete else None


def _show(
    held: Gathered, counted: Coverage | None, with_rules: bool, as_json: bool, csv: Path | None,
    parquet: Path | None, html: Path | None,
) -> None:  # fmt: skip
    from cli.reports.study.text import lines, rules
    from interpreter.lab.study.report import report

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
    from cli.reports.study.tables import as_csv, write_parquet

    try:
        if str(csv) == "-":
            typer.echo(as_csv(found), nl=False)
        elif csv is not None:
            write(csv, as_csv(found))
        if html is not None:
            from cli.reports.study.html import page

            write(html, page(found, held))
        if parquet is not None:
            write_parquet(held, parquet)
    except (OSError, ValueError) as error:
        name = getattr(error, "filename", None) or csv or parquet or html
        stop(f"{name}: can't be written: {getattr(error, 'strerror', None) or error}")
