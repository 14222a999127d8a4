"""Trying options: Optuna says which, games are played with them, and those that are hopeless after few are left.

Trials come one after another; it is the games of a trial that are played at the same time. Each trial's sampler has its
own seed, so that a study that is taken up again goes on as if it had never been interrupted.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

import optuna
from optuna.trial import TrialState

from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.lab.study.cost import cost
from interpreter.lab.study.figures import Study
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan, settled
from interpreter.lab.tuning.goals import Goal, Met, met, total
from interpreter.lab.tuning.storage import StudyFileError
from interpreter.lab.tuning.varied import Value, Varied, combinations, count
from interpreter.work.chunks import Workers, WorkersLostError

RANDOM_GAMES, TRACED_GAMES, SEARCH_GAMES = 2_000, 200, 24
"""Games of a trial, at most, where nothing is said."""
FEW = 8
"""A first look takes so many times fewer games."""
STARTUP = 8
"""Trials that are drawn at random before the sampler learns from what was found."""
REPEATS = 20
"""So often the sampler may ask for what it knows, before something new is drawn."""
EXHAUSTIVE = 200
"""So many combinations are tried one after another, if there are trials enough: nobody need guess."""

Kind = Literal["done", "hopeless", "unplayable", "repeat", "interrupted"]


@dataclass(frozen=True)
class Found:
    """What came of a goal in a trial; without figures if the game hasn't them, or nobody looked."""

    goal: str
    figure: str
    value: float | None
    low: float | None
    high: float | None
    """The ends of the 95 % interval; None where nothing bounds it."""
    unit: str
    loss: float


@dataclass(frozen=True)
class Trial:
    """A combination that was tried."""

    number: int
    options: Mapping[str, Value]
    kind: Kind
    loss: float | None = None
    found: tuple[Found, ...] = ()
    why: str = ""
    """Why it can't be played."""


@dataclass(frozen=True)
class Task:
    """What is to be tuned: how a game with some options is made, what varies, what is wanted, how much is played."""

    make: Callable[[Mapping[str, Value]], Game]
    options: tuple[Varied, ...]
    goals: tuple[Goal, ...]
    plan: Plan
    hire: Callable[[Game], Workers]

    @property
    def seed(self) -> int:
        """The seed of games and of what is tried."""
        return self.plan.seed


def full_plan(game: Game, plan: Plan, needs_search: bool) -> Plan:
    """How much is played in a trial: fewer games than in a study of one game alone."""
    wanted = replace(plan, search_games=plan.search_games if needs_search else 0)
    whole = settled(wanted, cost(game, plan.seed, plan.plies_limit), game.native is not None)
    games = plan.random_games or min(whole.random_games or 0, RANDOM_GAMES)
    searches = whole.search_games if plan.search_games is not None else min(whole.search_games or 0, SEARCH_GAMES)
    return replace(
        plan, random_games=games, search_games=searches if needs_search else 0, strengths=whole.strengths,
        traced_games=min(whole.traced_games or 0, TRACED_GAMES, games),
    )  # fmt: skip


def looks(plan: Plan) -> Iterator[Plan]:
    """How much is played before each look at a trial, the last time all of it."""
    few = replace(
        plan, random_games=max(1, (plan.random_games or 0) // FEW), search_games=0, strengths=(),
        traced_games=max(1, (plan.traced_games or 0) // FEW), exact_states=0,
    )  # fmt: skip
    yield few
    if (plan.search_games or 0) >= FEW:
        yield replace(few, search_games=(plan.search_games or 0) // 3, strengths=plan.strengths)
    yield plan


def studied(game: Game, plan: Plan, workers: Workers) -> Study:
    """A study from its beginning to its end; raises GameError."""
    for progress in gather(game, plan, workers):
        held = progress.gathered
    return report(held)


def tune(task: Task, kept: Any, trials: int, needs_search: bool) -> Iterator[Trial]:
    """Go on until there are so many trials, or no combination is left; gives those that are new.

    Raises StudyFileError if they can't be kept, and WorkersLostError; what was tried until then is kept.
    """
    known = list(past(kept))
    seen = {_key(trial.options) for trial in known if trial.kind != "repeat"}
    while len(seen) < min(trials, count(task.options)):
        asked, options = _asked(task, kept, known, seen, trials)
        number = len(known) + 1
        if _key(options) in seen:
            trial = Trial(number, options, "repeat")
        else:
            best = min((t.loss for t in known if t.kind == "done" and t.loss is not None), default=None)
            try:
                trial = _tried(task, asked, options, number, best, needs_search)
            except (KeyboardInterrupt, WorkersLostError):
                _keep(kept, asked, Trial(number, options, "interrupted"))
                raise
            seen.add(_key(options))
        _keep(kept, asked, trial)
        known.append(trial)
        if trial.kind != "repeat":
            yield trial


def past(kept: Any) -> Iterator[Trial]:
    """The trials of a study that were brought to an end."""
    for one in kept.get_trials(deepcopy=False):
        held = one.user_attrs.get("trial")
        if held is not None and (trial := _read(held)).kind != "interrupted":
            yield trial


def _asked(
    task: Task, kept: Any, known: Sequence[Trial], seen: set[str], trials: int
) -> tuple[Any, dict[str, Value]]:
    """The next combination: the next of all if they are few, else what the sampler expects most of."""
    repeats = 0
    for trial in reversed(known):
        if trial.kind != "repeat":
            break
        repeats += 1
    everything = count(task.options)
    if everything <= min(trials, EXHAUSTIVE):
        kept.enqueue_trial(next(one for one in combinations(task.options) if _key(one) not in seen))
    elif repeats >= REPEATS:
        kept.enqueue_trial(_unseen(task, seen, len(known)))
    seed = int.from_bytes(hashlib.sha256(f"{task.seed} {len(known)}".encode()).digest()[:4], "big")
    kept.sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=STARTUP)
    try:
        asked = kept.ask({one.name: _distribution(one) for one in task.options})
    except Exception as problem:
        raise _unkept(problem) from None
    return asked, {one.name: asked.params[one.name] for one in task.options}


def _unseen(task: Task, seen: set[str], number: int) -> dict[str, Value]:
    """A combination that wasn't tried, drawn at random."""
    draw = random.Random(f"{task.seed} {number}")  # noqa: S311 - a choice that is the same each time
    for _ in range(100):
        one = {option.name: draw.choice(option.values) for option in task.options}
        if _key(one) not in seen:
            return one
    return next(one for one in combinations(task.options) if _key(one) not in seen)


def _distribution(option: Varied) -> Any:
    values = option.values
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return optuna.distributions.IntDistribution(numbers[0], numbers[-1])
    return optuna.distributions.CategoricalDistribution(values)


def _tried(
    task: Task, asked: Any, options: Mapping[str, Value], number: int, best: float | None, needs_search: bool
) -> Trial:
    try:
        game = task.make(options)
        plan = full_plan(game, task.plan, needs_search)
        workers = task.hire(game)
        for step, part in enumerate(looks(plan)):
            study = studied(game, part, workers)
            if study.problems:
                return Trial(number, options, "unplayable", why=study.problems[0].splitlines()[0])
            found = [met(goal, study.metrics) for goal in task.goals]
            is_all = part == plan
            if not is_all:
                asked.report(_so_far(found), step)
                if best is not None and _least(task.goals, found) > best:
                    return Trial(number, options, "hopeless", _so_far(found), _figures(task.goals, found))
    except WorkersLostError:
        raise
    except GameError as problem:
        return Trial(number, options, "unplayable", why=str(problem).splitlines()[-1].strip())
    return Trial(number, options, "done", total(found), _figures(task.goals, found))


def _so_far(found: Sequence[Met]) -> float:
    """The loss of the goals of which something is known."""
    return sum(one.loss for one in found if one.metric is not None)


def _least(goals: Sequence[Goal], found: Sequence[Met]) -> float:
    """The smallest loss that may come out yet: figures that aren't there may turn out well."""
    if any(one.metric is None and goal.word and goal.word not in ("balance", "decisive") for goal, one in
           zip(goals, found, strict=True)):  # fmt: skip
        return float("-inf")
    return sum(one.least for one in found if one.metric is not None)


def _end(value: float) -> float | None:
    """An end of an interval, if it has one."""
    return value if math.isfinite(value) else None


def _figures(goals: Sequence[Goal], found: Sequence[Met]) -> tuple[Found, ...]:
    rows = []
    for goal, one in zip(goals, found, strict=True):
        metric = one.metric
        value, low, high = (None, None, None) if metric is None else (metric.value, _end(metric.low), _end(metric.high))
        rows.append(Found(goal.text, goal.figure, value, low, high, metric.unit if metric else "", one.loss))
    return tuple(rows)


# ---- keeping ----------------------------------------------------------------------------------------------------


def _keep(kept: Any, asked: Any, trial: Trial) -> None:
    try:
        asked.set_user_attr("trial", _written(trial))
        if trial.kind == "done":
            kept.tell(asked, trial.loss)
        else:  # who can't be played, or was left, is worse than all that has a value
            pruned = trial.kind in ("hopeless", "unplayable")
            kept.tell(asked, state=TrialState.PRUNED if pruned else TrialState.FAIL)
    except Exception as problem:
        raise _unkept(problem) from None


def _unkept(problem: Exception) -> StudyFileError:
    said = next(iter(str(problem).splitlines()), type(problem).__name__)
    return StudyFileError(f"the study can't be written ({said}); what was tried before this is kept")


def _written(trial: Trial) -> str:
    return json.dumps({**trial.__dict__, "found": [one.__dict__ for one in trial.found]})


def _read(text: str) -> Trial:
    held = json.loads(text)
    return Trial(**{**held, "found": tuple(Found(**one) for one in held["found"])})


def _key(options: Mapping[str, Value]) -> str:
    return json.dumps(dict(options), sort_keys=True)


def best(trials: Sequence[Trial], most: int | None = None) -> list[Trial]:
    """Those that were played to the end, the best first; of equals the first that was tried."""
    done = [trial for trial in trials if trial.kind == "done"]
    return list(islice(sorted(done, key=lambda trial: (trial.loss or 0.0, trial.number)), most))
