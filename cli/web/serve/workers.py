"""Threads that work out rules and think, so that the server itself never waits.

Games must not be used by two threads at once. So each thread has its own of each set of options; a match lives with one
thread. Searches think in threads of their own, on games of their own. Whose work comes next `turns.py` says.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from cli.web.serve.turns import ASKER, Turns
from interpreter import Game, State
from interpreter.players.analysis import Analyst, Ponderer
from interpreter.players.asking import analysis, ask, seat_of
from interpreter.players.levels import Leveled
from interpreter.players.specs import make, with_threads

T = TypeVar("T")

RULES = 2
"""Threads for rules: a rule that takes long keeps its thread's other games waiting, but not those of the other."""
THINKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
GAMES = 16
"""Games with different options that a thread remembers."""
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


class ThreadPool:
    """Threads that share the work there is, each with games of its own. All but the work runs in the event loop."""

    def __init__(self, name: str, count: int = 1) -> None:
        self._free = [(ThreadPoolExecutor(1, thread_name_prefix=f"{name}-{i}"), Games()) for i in range(count)]
        self._all = list(self._free)
        self._turns: Turns[tuple[asyncio.Future[Any], Callable[[Games], Any]]] = Turns()

    async def do(self, work: Callable[[Games], T]) -> T:
        """Do this in a thread, when it is the turn of whoever asks (`ASKER`)."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._turns.put(ASKER.get(), (answer, work))
        self._begin()
        return await answer

    @property
    def is_busy(self) -> bool:
        """Whether a thread is at work that nobody can stop."""
        return len(self._free) < len(self._all)

    def close(self) -> None:
        """No more work is begun."""
        self._turns = Turns()
        for pool, _ in self._all:
            pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and self._turns:
            answer, work = self._turns.take()
            if not answer.cancelled():  # who asked may have left meanwhile
                self._run(answer, work)

    def _run(self, answer: asyncio.Future[T], work: Callable[[Games], T]) -> None:
        pool, games = self._free.pop()
        doing = asyncio.get_running_loop().run_in_executor(pool, work, games)

        def done(doing: asyncio.Future[T]) -> None:
            self._free.append((pool, games))
            problem = None if doing.cancelled() else doing.exception()
            if answer.done():  # nobody waits for it any more
                pass
            elif doing.cancelled():
                answer.cancel()
            elif problem is not None:
                answer.set_exception(problem)
            else:
                answer.set_result(doing.result())
            self._begin()

        doing.add_done_callback(done)


@dataclass
class Question:
    """What a thinker is asked: whose move it is, in which game, after which options."""

    settings: Settings
    seed: int
    options: tuple[int, ...]
    player: str
    kind: str
    hint: bool = False
    start: Mapping[str, Any] | None = None
    """The position in which it began, if not as the rules say."""


@dataclass(frozen=True)
class Advice:
    """A good move, how it may go on, and what it is worth to who makes it."""

    text: str
    sites: tuple[str, ...]
    line: tuple[str, ...]
    worth: float


class Thinkers(ThreadPool):
    """Threads that think."""

    def __init__(self, count: int = THINKERS, threads: int = 1) -> None:
        """`threads`: how many of its own each takes, where the player is one that can have several."""
        super().__init__("thinker", count)
        self.threads = threads

    async def choose(self, question: Question) -> int:
        """The number of the option that the player takes; raises PlayerError, RuleError."""
        return await self.do(lambda games: _choose(games, question, self.threads))

    async def advise(self, question: Question) -> Advice:
        """A good move; raises PlayerError, RuleError."""
        return await self.do(lambda games: _advise(games, question, self.threads))


def _state(game: Game, question: Question) -> State:
    state = game.position(question.start) if question.start else game.start(question.seed)
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
