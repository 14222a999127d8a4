"""From games to figures: all families of metrics, what an author should look at, and games to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreter.study.figures import Study, Witness
from interpreter.study.gathered import Gathered
from interpreter.study.metrics import (
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
from interpreter.study.metrics.collected import Collected
from interpreter.study.remarks import remarks
from interpreter.study.searched_games import Searched

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
    """Three games between the strongest, each once: one as long as most, and two that stand out."""
    games = [game for game in held.strong if game.ways and len(game.moments) > 1]
    if not games:
        return
    taken: list[Searched] = []
    for title, worth in _wanted(held, games):
        left = [game for game in games if game not in taken]
        if left:
            found = min(left, key=lambda game: (worth(game), game.task.number))
            taken.append(found)
            expected = tuple((moment.ply, moment.expected) for moment in found.moments)
            yield Witness(title, found.task.number, found.task.seed, found.ways, expected)


def _wanted(held: Gathered, games: list[Searched]) -> list[tuple[str, Callable[[Searched], float]]]:
    """What each game to look at has the least of."""
    lengths = sorted(game.turns for game in games)
    usual = ("A game as long as most", lambda game: abs(game.turns - lengths[len(lengths) // 2]))
    if len(held.game.players) == 1:
        won = any(game.points[0] == 1 for game in games)
        best = "A game that was won" if won else "The longest game"
        return [
            (best, lambda game: -1e6 * game.points[0] - game.turns), usual, ("The shortest game", lambda g: g.turns),
        ]  # fmt: skip
    figures = {id(game): tension.tension(*tension.curve(game)) for game in games}
    return [
        usual,
        ("The greatest comeback", lambda game: -(figures[id(game)].comeback or 0.0)),
        ("The game that was decided first", lambda game: figures[id(game)].decided or 1.0),
    ]
