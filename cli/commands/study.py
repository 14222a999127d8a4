"""`gdl study`: what kind of game this is.

What it needs beyond the package – numpy, matplotlib, pyarrow – is an extra, and is imported when it is known to be
there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import (
    BackendOption,
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    note_backend,
    stop,
)
from cli.options.clusters import Hands
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.extras import extra
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.reports.study.asked import Amounts, CsvOption, VaryOption, check_file, strengths
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import threads


@spliced(
    games="How many random games; by default as many as take some seconds.",
    strength="Iterations of the searches that play one another, each twice the one before.",
)
def study(
    game: GameArgument,
    *,
    amounts: Amounts,
    vary: VaryOption = None,
    seed: SeedOption = 0,
    rules: Rules,
    backend: BackendOption = "auto",
    hands: Hands,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Print the rules, and in the margin how often each line took effect.")
    ] = False,
    as_json: JsonOption = False,
    csv: CsvOption = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", callback=writable, help="Write a row for each decision.",
                                  show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", callback=writable,
                                  help="Write a page with pictures.", show_default=False)
    ] = None,
) -> None:  # fmt: skip
    """Find out what kind of game this is: balance, length, skill.

    It plays random games and games of search against search, and computes figures, each with its 95 % interval. The
    rules determine the number of games. The same seed and options give the same figures on every machine, with any
    --jobs. Ctrl-C ends it and prints what is known.

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
    from cli.reports import comparisons, studies

    for option, path in {"--csv": csv, "--parquet": parquet, "--html": html}.items():
        check_file(path, option)
    if vary:
        if coverage or parquet is not None:
            stop("--vary puts games side by side: --coverage and --parquet are for one game alone")
        plan = Plan(amounts.games, amounts.search_games, strengths(amounts.strength), seed)
        with clear_errors():
            make = comparisons.maker(game, rules.settings, rules.players, backend)
            found = list(comparisons.candidates(make, vary))
            with hands.hiring() as hire:
                columns, status = comparisons.compare(found, plan, hire, hands.jobs, as_json or str(csv) == "-")
            comparisons.show(columns, game, as_json, csv, html)
            if status or not any(column.study for column in columns):
                raise typer.Exit(status or FINDINGS)
        return
    with clear_errors():
        one = rules.load_for_long(game, backend)
        note_backend(one)
        plan = Plan(amounts.games, amounts.search_games, strengths(amounts.strength), seed)
        with hands.hiring() as hire:
            workers = hire(one) or threads(one, hands.jobs)
            held, status = studies.gathered(one, plan, workers, as_json or str(csv) == "-")
        if held is None:
            raise typer.Exit(status)
        counted = studies.covered(held, hands.jobs) if coverage or html is not None else None
        studies.show(held, counted, coverage, as_json, csv, parquet, html)
    if status:
        if not as_json:
            say("gdl: it was interrupted: the figures are of what was played until then", err=True)
        raise typer.Exit(status)
