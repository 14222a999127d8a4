"""Work that can be split: the same for threads here and for machines elsewhere.

Work is a function of a module, `work(game, task)`, of which each task – a small frozen dataclass – names the part to be
done, by seed and numbers. What it gives are sums, whose number doesn't grow with the games', and which merge exactly:
whole numbers, or lists that are put together in the tasks' order. So it doesn't matter who did which task, nor when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.native.host.thread_pool import in_order
from interpreter.work.engine import use_engines

Task = TypeVar("Task")
Result = TypeVar("Result")

AIM = 0.1
"""Seconds that a task should take in a thread: so often there is news."""


class WorkersLostError(GameError):
    """No workers are left. Their earlier results are valid; unfinished tasks don't count."""


class Workers(Protocol):
    """Workers for the tasks of one game."""

    @property
    def size(self) -> int:
        """The number of tasks at a time, as far as known."""

    @property
    def aim(self) -> float:
        """The seconds that a task should take, if the work can be divided freely."""

    def each(self, work: Callable[[Game, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The result of each task in the tasks' order, or the first error.

        The next task is taken when a worker is free, so it may depend on earlier results. Raises WorkersLostError if no
        workers are left.
        """


@dataclass(frozen=True)
class Threads:
    """Threads of this process; with one, the game itself is played, with more each has its own."""

    game: Rules
    size: int = 1
    aim: float = AIM

    def each(self, work: Callable[[Game, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """As `Workers` says; whoever waits for it can be interrupted."""
        return in_order(self._own, self.size, work, iter(tasks))

    def _own(self) -> Game:
        return self.game if self.size == 1 and isinstance(self.game, Game) else twin(self.game)


def threads(game: Rules, jobs: int = 1) -> Workers:
    """Make `jobs` threads for this game."""
    return Threads(game, jobs)


def twin(game: Rules) -> Game:
    """The game once more, since what plays single moves serves one thread; compiled rules serve all."""
    own = Game(game.model, game.backend, game.given)
    own.turns_to_c = game.turns_to_c
    use_engines(own, game)
    if "native" in game.__dict__:
        own.__dict__["native"], own.not_compiled = game.native, game.not_compiled
    return own


def at(game: Game, state: State) -> State:
    """The same state of this game: a state is played by the game that it holds."""
    if state.game is game:
        return state
    return State(game, state._stop, state.turns, state.plies, state._trail)


@dataclass
class Pieces:
    """Cuts games, by their numbers, in pieces that take about so many seconds each.

    Only for what doesn't depend on the cut. The first piece is small, and each is at most four times as large as the
    one before.
    """

    first: int
    count: int
    workers: Workers
    size: int = 1

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """The number of each piece's first game, and how many they are."""
        at, end = self.first, self.first + self.count
        while at < end:
            count = min(self.size, max(1, -(-(end - at) // self.workers.size)))
            yield at, count
            at += count

    def took(self, games: int, seconds: float) -> None:
        """A piece of so many games took so long."""
        self.size = max(1, min(4 * self.size, int(games * self.workers.aim / max(seconds, 1e-6))))
