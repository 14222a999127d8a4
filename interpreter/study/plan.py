"""What a study is to do: how many games of which sort, and how strong who searches is. And how work is handed out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from interpreter.game.game import Game
from interpreter.native.host.thread_pool import in_order

Task = TypeVar("Task")
Result = TypeVar("Result")

STRENGTHS = (100, 200, 400)


@dataclass(frozen=True)
class Plan:
    """How much is played. All figures follow from this and the rules, on every machine."""

    random_games: int = 10_000
    search_games: int = 60
    strengths: tuple[int, ...] = STRENGTHS
    """Iterations of the searches that play one another, the weakest first."""
    seed: int = 0
    traced_games: int = 0
    """How many of the random games are looked at ply by ply; 0: as many as their length allows."""
    plies_limit: int = 20_000
    """A random game of more plies is taken to have no end."""
    looking: bool = False
    """Whether to find out which option was taken where that takes long (games drawn by trial)."""


class Workers(Protocol):
    """Whatever does tasks, with a game of its own for each worker."""

    def each(self, work: Callable[[Game, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks."""


@dataclass(frozen=True)
class Threads:
    """Threads of this process."""

    game: Game
    jobs: int = 1

    def each(self, work: Callable[[Game, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """As `Workers` says."""
        return in_order(lambda: Game(self.game.model, self.game.backend), self.jobs, work, iter(tasks))
