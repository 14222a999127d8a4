"""A search among a game's options, trial by trial: `gdl tune`. Needs the extra `study`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cli.options.arguments import counted
from cli.options.clusters import cut_short, nothing_yet
from cli.options.echo import say
from cli.reports.comparisons import Maker
from cli.terminal.scene.console import room
from cli.terminal.scene.progress import bar
from cli.terminal.scene.tables import aligned, between
from interpreter import Game
from interpreter.lab.study.plan import Plan
from interpreter.lab.tuning.figures import figures
from interpreter.lab.tuning.goals import goals
from interpreter.lab.tuning.storage import opened
from interpreter.lab.tuning.trials import Found, Task, Trial, best, past
from interpreter.lab.tuning.trials import tune as tuning
from interpreter.lab.tuning.varied import count, label, shown, varied
from interpreter.work.chunks import WorkersLostError

SHOWN = 10
"""Of the best that were found."""


def task_of(
    make: Maker, base: Game, vary: Sequence[str], goal: str, plan: Plan, hire: Any
) -> tuple[Task, bool]:
    """What is to be done, and whether it needs games of search; raises GameError."""
    options = varied(base, vary, make.settings)
    known = figures(base, plan)
    wanted = goals(goal, known)
    needs_search = any(one.figure not in known.by_chance for one in wanted)
    is_exact = any(one.figure.split(".")[0] in ("perfect_play", "states") for one in wanted)
    # counting all states takes longer than a trial, where nobody asks what it finds
    return Task(make, options, wanted, plan if is_exact else replace(plan, exact_states=0), hire), needs_search


def identity(task: Task, base: Game, set_: Mapping[str, Any], players: int | None) -> dict[str, Any]:
    """What makes a study the same: with anything else its trials couldn't be compared."""
    plan = task.plan
    return {
        "game": base.name, "rules": base.hash, "goals": [goal.text for goal in task.goals],
        "variation": [one.text for one in task.options], "settings": [f"{k}={v}" for k, v in set_.items()],
        "number of players": players, "seed": plan.seed, "number of games": plan.random_games,
        "number of search games": plan.search_games, "strength": list(plan.strengths),
    }  # fmt: skip


def tuned(
    task: Task, needs_search: bool, kept: Path | None, trials: int, identity: Mapping[str, Any], quiet: bool
) -> tuple[list[Trial], int]:
    """All trials, those that the file `kept` held among them, and the exit status."""
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
            raise nothing_yet(stopped, "the first trial was over") from None
        status = cut_short(stopped)
    return found, status


def show(task: Task, found: Sequence[Trial], command: str, kept: str) -> None:
    """Print the best trials, and the `command` that says more about the very best."""
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
        say(f"kept in {kept}; the same command with a larger --trials goes on from there")


def _cell(found: Found) -> str:
    if found.value is None:
        return "–"
    times, digits = (100, 1) if found.unit == "share" else (1, 2)
    low, high = ("" if end is None else f"{times * end:.{digits}f}" for end in (found.low, found.high))
    within = f" ({between(low, high)})" if low or high else ""
    value = f"{100 * found.value:.1f} %" if times == 100 else f"{found.value:.2f}"
    return value + within + ("" if found.loss <= 0 else f" +{found.loss:.2f}")


def data(base: Game, task: Task, found: Sequence[Trial]) -> dict[str, Any]:
    """All trials for programs."""
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
