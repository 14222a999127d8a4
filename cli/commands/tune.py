"""`gdl tune`: options for what an author wants.

What it needs beyond the package – Optuna, numpy – is an extra, and is imported when it is known to be there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.arguments import (
    GameArgument,
    JobsOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    clear_errors,
    command_for,
    counted,
    note_backend,
    settings,
    stop,
)
from cli.options.clusters import ClusterOption, cut_short, hiring
from cli.options.echo import say, say_json
from cli.options.exits import FINDINGS
from cli.options.extras import extra
from cli.reports.comparisons import Maker, VaryOption, maker
from cli.reports.study.asked import strengths
from cli.terminal.scene.console import room
from cli.terminal.scene.progress import bar
from cli.terminal.scene.tables import aligned, between
from interpreter import Game
from interpreter.work.chunks import WorkersLostError, threads

if TYPE_CHECKING:
    from interpreter.lab.study.plan import Plan
    from interpreter.lab.tuning.trials import Found, Task, Trial

SHOWN = 10
"""Of the best that were found."""


def tune(
    game: GameArgument,
    goal: Annotated[
        str, typer.Option("--goal", metavar="GOALS", show_default=False,
                          help='What is wanted, as in "balance, length < 40, drawn < 5%".')
    ],
    vary: VaryOption = None,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, max=100_000, help="How many to try.")] = 50,
    kept: Annotated[
        Path | None, typer.Option("--study", metavar="FILE", show_default=False,
                                  help="Keep the trials in this file, and go on with those that are there.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, show_default=False,
                                 help="How many random games a trial.")
    ] = None,
    search_games: Annotated[
        int | None, typer.Option("--search-games", metavar="N", min=0, show_default=False,
                                 help="How many games of search against search a trial, where the goals need them.")
    ] = None,
    strength: Annotated[
        str | None, typer.Option("--strength", metavar="N,N,…", show_default=False,
                                 help="Iterations of the searches that play one another.")
    ] = None,
    seed: SeedOption = 0,
    sets: SetOption = None,
    players: PlayersOption = None,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Search a game's options for what you want of it.

    Options that are far from the goals after few games are left; so are those that can't be played. The study is kept
    in a file (--study: SQLite, or a journal if its name ends in .log), and the same command goes on with it. The same
    seed and options give the same trials on every machine, whatever --jobs. Ctrl-C ends it with what was tried.

    Goals are figures of `gdl study` with a bound (`length < 40`, `20 < options < 30`, `drawn.random < 5%`), or words:
    balance, decisive, short, long, choice, skill, drama, open.

    \b
    gdl tune sparks --vary base=3..5 --vary grip --goal "balance, 15 < length < 30" --search-games 0
    gdl tune big_balls --vary balls --vary rows --goal "balance, drawn < 5%" --trials 40 --study balls.db --jobs 2
    """
    extra("study", "gdl tune", ("numpy", "optuna"))
    from interpreter.lab.study.plan import Plan

    if not vary:
        stop("say what to vary: --vary OPTION=VALUES; `gdl show GAME` names the options")
    plan = Plan(games, search_games, strengths(strength), seed)
    with clear_errors():
        set_ = settings(sets or [])
        make = maker(game, set_, players)
        base = make({})
        note_backend(base)
        with hiring(cluster, jobs) as hire:
            task, needs_search = _task(make, base, vary, goal, plan, lambda one: hire(one) or threads(one, jobs))
            found, status = _tuned(task, needs_search, kept, trials, _identity(task, base, set_, players), as_json)
    if as_json:
        say_json(_json(base, task, found))
    else:
        _print(task, found, command_for("study", game, [*(sets or [])], players), str(kept) if kept else "")
    if status or not any(trial.kind == "done" for trial in found):
        raise typer.Exit(status or FINDINGS)


def _task(
    make: Maker, base: Game, vary: Sequence[str], goal: str, plan: Plan, hire: Any
) -> tuple[Task, bool]:
    """What is to be done, and whether it needs games of search; raises GameError."""
    from interpreter.lab.tuning.figures import figures
    from interpreter.lab.tuning.goals import goals
    from interpreter.lab.tuning.trials import Task
    from interpreter.lab.tuning.varied import varied

    options = varied(base, vary, make.settings)
    known = figures(base, plan)
    wanted = goals(goal, known)
    needs_search = any(one.figure not in known.by_chance for one in wanted)
    is_exact = any(one.figure.split(".")[0] in ("perfect_play", "states") for one in wanted)
    # counting all states takes longer than a trial, where nobody asks what it finds
    return Task(make, options, wanted, plan if is_exact else replace(plan, exact_states=0), hire), needs_search


def _identity(task: Task, base: Game, set_: Mapping[str, Any], players: int | None) -> dict[str, Any]:
    """What makes a study the same: with anything else its trials couldn't be compared."""
    plan = task.plan
    return {
        "game": base.name, "rules": base.hash, "goals": [goal.text for goal in task.goals],
        "variation": [one.text for one in task.options], "settings": [f"{k}={v}" for k, v in set_.items()],
        "number of players": players, "seed": plan.seed, "number of games": plan.random_games,
        "number of search games": plan.search_games, "strength": list(plan.strengths),
    }  # fmt: skip


def _tuned(
    task: Task, needs_search: bool, kept: Path | None, trials: int, identity: Mapping[str, Any], quiet: bool
) -> tuple[list[Trial], int]:
    from interpreter.lab.tuning.storage import opened
    from interpreter.lab.tuning.trials import past
    from interpreter.lab.tuning.trials import tune as tuning
    from interpreter.lab.tuning.varied import count

    study, status = opened(kept, identity, lambda lost: say(f"gdl: {lost}", err=True)), 0
    before = [trial for trial in past(study) if trial.kind != "repeat"]
    if before and not quiet:
        say(f"gdl: {counted(len(before), 'trial')} of {kept} are kept; going on", err=True)
    total = min(trials, count(task.options))
    found = list(before)
    try:
        with bar("tuning", total, quiet=quiet) as advance:
            for trial in tuning(task, study, trials, needs_search):
                found.append(trial)
                advance(len(found))
    except (KeyboardInterrupt, WorkersLostError) as stopped:
        if not found:
            raise
        status = cut_short(stopped)
    return found, status


def _print(task: Task, found: Sequence[Trial], command: str, kept: str) -> None:
    from interpreter.lab.tuning.trials import best
    from interpreter.lab.tuning.varied import label, shown

    kinds = [f"{sum(trial.kind == kind for trial in found)} {said}" for kind, said in
             (("done", "played to the end"), ("hopeless", "left as hopeless after few games"),
              ("unplayable", "that can't be played")) if any(trial.kind == kind for trial in found)]  # fmt: skip
    say(f"{counted(len(found), 'trial')}: {', '.join(kinds)}; loss is 0 where all goals are met, negative for more")
    for trial in found:
        if trial.kind == "unplayable":
            say(f"  {label(trial.options)} can't be played: {trial.why}")
    ranked = best(found, SHOWN)
    if not ranked:
        return
    rows = [["", "loss", *(one.name for one in task.options), *(goal.text for goal in task.goals)]]
    for place, trial in enumerate(ranked, 1):
        values = (shown(trial.options[one.name]) for one in task.options)
        rows.append([f"{place}.", f"{trial.loss:.3f}", *values, *map(_cell, trial.found)])
    say("")
    for line in aligned(rows, room()):
        say(line)
    sets = " ".join(f"--set {name}={shown(value)}" for name, value in ranked[0].options.items())
    say(f"\nmore about the best one: {command} {sets}")
    if kept:
        say(f"kept in {kept}; the same command goes on with it, --trials N to more")


def _cell(found: Found) -> str:
    if found.value is None:
        return "–"
    times, digits = (100, 1) if found.unit == "share" else (1, 2)
    low, high = ("" if end is None else f"{times * end:.{digits}f}" for end in (found.low, found.high))
    within = f" ({between(low, high)})" if low or high else ""
    value = f"{100 * found.value:.1f} %" if times == 100 else f"{found.value:.2f}"
    return value + within + ("" if found.loss <= 0 else f" +{found.loss:.2f}")


def _json(base: Game, task: Task, found: Sequence[Trial]) -> dict[str, Any]:
    from interpreter.lab.tuning.trials import best

    ranked = best(found)
    return {
        "game": base.name,
        "goals": [goal.text for goal in task.goals],
        "vary": {one.name: list(one.values) for one in task.options},
        "best": _trial(ranked[0]) if ranked else None,
        "trials": [_trial(trial) for trial in found],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "number": trial.number, "options": dict(trial.options), "kind": trial.kind, "loss": trial.loss,
        "trouble": trial.why or None, "goals": [one.__dict__ for one in trial.found],
    }  # fmt: skip
