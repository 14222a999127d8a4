"""`gdl tune`: options for what an author wants.

What it needs beyond the package – Optuna, numpy – is an extra, and is imported when it is known to be there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import (
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    note_backend,
    stop,
)
from cli.options.budgets import renamed
from cli.options.clusters import Hands
from cli.options.echo import say_json
from cli.options.exits import FINDINGS
from cli.options.extras import extra
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.reports.study.asked import Amounts, VaryOption, strengths
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import threads


@spliced(
    games="How many random games a trial.",
    search_games="How many games of search against search a trial, where the goals need them.",
)
def tune(
    game: GameArgument,
    goal: Annotated[
        str, typer.Option("--goal", metavar="GOALS", show_default=False,
                          help='What is wanted, as in "balance, length < 40, drawn < 5%".')
    ],
    vary: VaryOption = None,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, max=100_000, help="How many to try.")] = 50,
    kept: Annotated[
        Path | None, typer.Option("--storage", metavar="FILE", callback=writable, show_default=False,
                                  help="Keep the trials in this file, and go on with those that are there.")
    ] = None,
    study: Annotated[Path | None, typer.Option("--study", hidden=True)] = None,
    *,
    amounts: Amounts,
    seed: SeedOption = 0,
    rules: Rules,
    hands: Hands,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Search a game's options for what you want of it.

    Options that are far from the goals after few games are given up, and so are those that can't be played. With
    --storage the trials are kept in a file (SQLite, or a journal if its name ends in .log), and the same command goes
    on with them. The same seed and options give the same trials on every machine, with any --jobs. Ctrl-C ends it with
    what was tried.

    Goals are figures of `gdl study` with a bound (`length < 40`, `20 < options < 30`, `drawn.random < 5%`), or words:
    balance, decisive, short, long, choice, skill, drama, open.

    \b
    gdl tune sparks --vary base=3..5 --goal "balance" --search-games 0
    gdl tune sparks --vary grip --goal "15 < length < 30" --trials 20
    gdl tune big_balls --vary rows --goal "drawn < 5%" --storage balls.db
    """
    extra("study", "gdl tune", ("numpy", "optuna"))
    from cli.reports import comparisons, tuning

    if study is not None:
        renamed("--study", "--storage")
        kept = kept or study
    if not vary:
        stop("say what to vary: --vary OPTION=VALUES; `gdl show GAME` names the options")
    plan = Plan(amounts.games, amounts.search_games, strengths(amounts.strength), seed)
    with clear_errors():
        make = comparisons.maker(game, rules.settings, rules.players)
        base = make({})
        note_backend(base)
        with hands.hiring() as hire:
            task, needs_search = tuning.task_of(
                make, base, vary, goal, plan, lambda one: hire(one) or threads(one, hands.jobs)
            )
            identity = tuning.identity(task, base, rules.settings, rules.players)
            found, status = tuning.tuned(task, needs_search, kept, trials, identity, as_json)
    if as_json:
        say_json(tuning.data(base, task, found))
    else:
        tuning.show(task, found, rules.command("study", game), str(kept) if kept else "")
    if status or not any(trial.kind == "done" for trial in found):
        raise typer.Exit(status or FINDINGS)
