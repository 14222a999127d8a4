"""From games to figures: all families of metrics, what an author should look at, and games to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from interpreter.lab.study.figures import Study, Witness
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics import (
    boards,
    choices,
    complexity,
    first_moves,
    interaction,
    lengths,
    material,
    results,
    skill,
    tension,
)
from interpreter.lab.study.metrics.collected import Collected
from interpreter.lab.study.remarks import remarks
from interpreter.lab.study.searched_games import Searched

FAMILIES = (results, lengths, choices, skill, tension, first_moves, boards, material, interaction, complexity)


def report(held: Gathered, coverage: Any = None) -> Study:
    """What these games come to. It may be asked for before all of them are played."""
    into = Collected()
    for family in FAMILIES:
        family.figures(held, into)
    game, problems = held.game, [problem.text for problem in held.problems]
    study = Study(
        game.name, game.title, game.hash, game.options, game.players, held.plan.seed,
        {"random": held.random.games, "traced": held.sums.games,
         "search": sum(1 for s in held.searched if s.utilities)},
        into.metrics, into.left_out, tuple(into.distributions), tuple(into.heats), tuple(into.openings),
        tuple(witnesses(held)), (), tuple(problems), coverage, held.is_complete,
    )  # fmt: skip
    return remarks(study, held)


def witnesses(held: Gathered) -> Iterable[Witness]:
    """Some games between the strongest, each once: one as long as most, and those that stand out, if any do."""
    games = [game for game in held.strong if game.ways and len(game.moments) > 1]
    if not games:
        return
    taken: list[Searched] = []
    for title, worth in _outstanding(held, games):
        found = min(games, key=lambda game: (worth(game), game.task.number))
        if found not in taken:
            taken.append(found)
            yield _witness(title, found)
    left = [game for game in games if game not in taken]
    if left:
        middle = sorted(game.turns for game in games)[len(games) // 2]
        usual = min(left, key=lambda game: (abs(game.turns - middle), game.task.number))
        yield _witness("A game about as long as most", usual)


def _witness(title: str, game: Searched) -> Witness:
    expected = tuple((moment.ply, moment.expected) for moment in game.moments)
    return Witness(title, game.task.number, game.task.seed, game.ways, expected)


def _outstanding(held: Gathered, games: list[Searched]) -> Iterator[tuple[str, Callable[[Searched], float]]]:
    """What stands out, and what the game that stands out has the least of."""
    if held.nobody_against:
        won = any(game.points[0] == 1 for game in games)
        best = "A game that was won" if won else "The longest game"
        yield best, lambda game: -1e6 * game.points[0] - game.turns
        yield "The shortest game", lambda game: game.turns
    elif not held.game.model.pays:  # there the figures of tension say nothing
        figures = {id(game): tension.tension(*tension.curve(game)) for game in games}
        comebacks = {id(game): figures[id(game)].comeback or 0.0 for game in games}
        decided = {id(game): figures[id(game)].decided for game in games}
        if max(comebacks.values()) > 0:
            yield "The greatest comeback", lambda game: -comebacks[id(game)]
        if any(part is not None for part in decided.values()):
            yield "The game that was decided first", lambda game: _or_last(decided[id(game)])


def _or_last(part: float | None) -> float:
    """A part of a game; more than all of it where nothing was decided."""
    return 2.0 if part is None else part
