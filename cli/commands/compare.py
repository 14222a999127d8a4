"""`gdl compare`: games side by side.

What it needs beyond the package is an extra, and is imported when it is known to be there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import (
    GAME_HELP,
    BackendOption,
    JsonOption,
    SeedOption,
    clear_errors,
    stop,
)
from cli.options.clusters import Hands
from cli.options.completion import complete_game
from cli.options.extras import extra
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.reports.study.asked import Amounts, CsvOption, VaryOption, check_file, strengths
from interpreter.lab.study.plan import Plan


@spliced()
def compare(
    games_: Annotated[
        list[str],
        typer.Argument(metavar="GAME…", help=GAME_HELP, autocompletion=complete_game, show_default=False),
    ],
    *,
    amounts: Amounts,
    vary: VaryOption = None,
    seed: SeedOption = 0,
    rules: Rules,
    backend: BackendOption = "auto",
    hands: Hands,
    as_json: JsonOption = False,
    csv: CsvOption = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", callback=writable,
                                  help="Write a page with a plot for each figure.",
                                  show_default=False)
    ] = None,
) -> None:  # fmt: skip
    """Study several games, and say what surely differs.

    Each game is studied as by `gdl study`. --set and --vary are for all of them. A game that can't be played is named,
    and the others go on. Ctrl-C ends it with what is done.

    \b
    gdl compare breakthrough mybreakthrough.gdl --games 2000
    gdl compare sparks --vary base=3..5 --vary chain --search-games 0
    gdl compare chess mychess.gdl --html chess.html --jobs 2
    """
    extra("study", "gdl compare", ("numpy",))
    if html is not None:
        extra("study", "--html", ("matplotlib",))
    from cli.reports import comparisons

    if len(games_) < 2 and not vary:
        stop("there is nothing to compare: name two games, or vary an option (--vary OPTION)")
    for option, path in {"--csv": csv, "--html": html}.items():
        check_file(path, option)
    plan = Plan(amounts.games, amounts.search_games, strengths(amounts.strength), seed)
    with clear_errors():
        found = [
            one for name in games_
            for one in comparisons.of_game(name, games_, vary or [], rules.settings, rules.players, backend)
        ]  # fmt: skip
        if len(found) > comparisons.MOST:
            stop(f"these are {len(found)} games, and at most {comparisons.MOST} are compared")
        with hands.hiring() as hire:
            columns, status = comparisons.compare(found, plan, hire, hands.jobs, as_json or str(csv) == "-")
        comparisons.show(columns, ", ".join(dict.fromkeys(games_)), as_json, csv, html)
    if status or not any(column.study for column in columns):
        raise typer.Exit(status or 1)
