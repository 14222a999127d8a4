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
    JobsOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    clear_errors,
    settings,
    stop,
)
from cli.options.clusters import ClusterOption, hiring
from cli.options.completion import complete_game
from cli.options.extras import extra
from cli.reports.study.asked import VaryOption, check_file, strengths
from interpreter.lab.study.plan import Plan


def compare(
    games_: Annotated[
        list[str],
        typer.Argument(metavar="GAME…", help=GAME_HELP, autocompletion=complete_game, show_default=False),
    ],
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, show_default=False,
                                 help="How many random games of each.")
    ] = None,
    search_games: Annotated[
        int | None, typer.Option("--search-games", metavar="N", min=0, show_default=False,
                                 help="How many games of search against search; 0 for none.")
    ] = None,
    strength: Annotated[
        str | None, typer.Option("--strength", metavar="N,N,…", show_default=False,
                                 help="Iterations of the searches that play one another.")
    ] = None,
    vary: VaryOption = None,
    seed: SeedOption = 0,
    sets: SetOption = None,
    players: PlayersOption = None,
    backend: BackendOption = "auto",
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each figure (`-`: standard output).",
                                  show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with a plot for each figure.",
                                  show_default=False)
    ] = None,
) -> None:  # fmt: skip
    """Study several games, and put the figures side by side, with what surely differs.

    Each game is studied as by `gdl study`; --set and --vary are for all of them. A game that can't be played is told,
    and the others go on. Ctrl-C ends it with what is done.

    \b
    gdl compare breakthrough knightthrough --games 2000
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
    plan = Plan(games, search_games, strengths(strength), seed)
    with clear_errors():
        set_ = settings(sets or [])
        found = [
            one for name in games_
            for one in comparisons.of_game(name, games_, vary or [], set_, players, backend)
        ]  # fmt: skip
        if len(found) > comparisons.MOST:
            stop(f"these are {len(found)} games, and at most {comparisons.MOST} are compared")
        with hiring(cluster, jobs) as hire:
            columns, status = comparisons.compare(found, plan, hire, jobs, as_json or str(csv) == "-")
        comparisons.show(columns, ", ".join(dict.fromkeys(games_)), as_json, csv, html)
    if status or not any(column.study for column in columns):
        raise typer.Exit(status or 1)
