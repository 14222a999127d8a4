"""Threads that work out rules and think, so that the server itself never waits.

Games must not be used by two threads at once. So each worker has its own of each set of options; a match lives with one
worker. Searches think in threads of their own, on games of their own.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from interpreter import Game, State
from interpreter.players.analysis import Analyst, Ponderer
from interpreter.players.asking import analysis, ask, seat_of
from interpreter.players.levels import Leveled
from interpreter.players.specs import make, with_threads

T = TypeVar("T")

RULES = 2
"""Workers for rules: a rule that takes long keeps its worker's other games waiting, but not those of the other."""
THINKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
GAMES = 16
"""Games with different options that a worker remembers."""
MEMORY = 128 * 1024 * 1024
"""What a search may take."""
ANALYST = "mcts:1s"


@dataclass(frozen=True)
class Settings:
    """Which game: the ruleset, its options, how many play."""

    source: str
    options: Mapping[str, Any]
    players: int | None = None

    @property
    def key(self) -> str:
        """Names it."""
        return json.dumps([self.source, self.options, self.players], sort_keys=True, ensure_ascii=False)

    def load(self) -> Game:
        """The game; raises LoadError."""
        return Game.of(self.source, self.options, self.players)


class Games:
    """The games that one thread has loaded, those used last."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game] = OrderedDict()

    def of(self, settings: Settings) -> Game:
        """The game with these settings; raises LoadError."""
        game = self._games.pop(settings.key, None) or settings.load()
        self._games[settings.key] = game
        while len(self._games) > GAMES:
            self._games.popitem(last=False)
        return game


class Worker:
    """A thread, with its games."""

    def __init__(self, name: str) -> None:
        self.games = Games()
        self.is_busy = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, work: Callable[[], T]) -> T:
        """Do this in the thread."""

        def done() -> T:
            self.is_busy = True
            try:
                return work()
            finally:
                self.is_busy = False

        return await asyncio.get_running_loop().run_in_executor(self._pool, done)

    def close(self) -> None:
        """No more work is begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)


@dataclass
class Question:
    """What a thinker is asked: whose move it is, in which game, after which options."""

    settings: Settings
    seed: int
    options: tuple[int, ...]
    player: str
    kind: str
    hint: bool = False


@dataclass(frozen=True)
class Advice:
    """A good move, how it may go on, and what it is worth to who makes it."""

    text: str
    sites: tuple[str, ...]
    line: tuple[str, ...]
    worth: float


@dataclass
class Thinkers:
    """Threads that think; whoever comes later waits."""

    count: int = THINKERS
    threads: int = 1
    """How many of its own each of them takes, where the player is one that can have several."""
    _free: asyncio.Queue[Worker] = field(init=False)
    _all: list[Worker] = field(init=False)

    def __post_init__(self) -> None:
        self._all = [Worker(f"thinker-{i}") for i in range(self.count)]
        self._free = asyncio.Queue()
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, question: Question) -> int:
        """The number of the option that the player takes; raises PlayerError, RuleError."""
        return await self._ask(lambda games: _choose(games, question, self.threads))

    async def advise(self, question: Question) -> Advice:
        """A good move; raises PlayerError, RuleError."""
        return await self._ask(lambda games: _advise(games, question, self.threads))

    async def _ask(self, work: Callable[[Games], T]) -> T:
        worker = await self._free.get()
        future = asyncio.ensure_future(worker.do(lambda: work(worker.games)))

        # who asked may have left meanwhile: the thread is free only when it is done
        def free(done: asyncio.Future[T]) -> None:
            self._free.put_nowait(worker)
            if not done.cancelled():
                done.exception()  # if nobody waits for it any more, nobody needs to hear of it

        future.add_done_callback(free)
        return await asyncio.shield(future)

    @property
    def is_busy(self) -> bool:
        """Whether somebody thinks."""
        return any(worker.is_busy for worker in self._all)

    def close(self) -> None:
        """No more thoughts are begun."""
        for worker in self._all:
            worker.close()


def _state(game: Game, question: Question) -> State:
    state = game.start(question.seed)
    for option in question.options:
        state = state.play(state.ways[option])
    return state


def _choose(games: Games, question: Question, threads: int) -> int:
    game = games.of(question.settings)
    state = _state(game, question)
    player = make(with_threads(question.kind, threads), seat_of(game, question.player, question.seed))
    if isinstance(player, Analyst | Ponderer | Leveled):
        player.memory = MEMORY
    try:
        move = ask(player, state)
    finally:
        player.close()
    return next(i for i, way in enumerate(state.ways) if way.entry is move.entry or way == move)


def _advise(games: Games, question: Question, threads: int) -> Advice:
    game = games.of(question.settings)
    state = _state(game, question)
    player = make(with_threads(ANALYST, threads), seat_of(game, question.player, question.seed))
    assert isinstance(player, Analyst | Ponderer)
    player.memory = MEMORY
    try:
        found = analysis(player, state, question.player)
    finally:
        with suppress(Exception):
            player.close()
    best = found.options[0] if found.options else None
    if best is None:
        return Advice(state.moves[0].text, state.moves[0].sites, (), 0.0)
    return Advice(best.move.text, best.move.sites, found.line, best.prospect.expected[question.player])
