"""Thinks in a thread of its own, with a game of its own: whoever shows the game never waits for it.

Machines that play rules are for one thread each. So the thinker's session is another one, with the same rules and seats
and no record; it is told of plies by the numbers of what was taken, which are the same everywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Thread

from cli.languages.saying import heard, tr
from cli.session.session import Session
from interpreter import Game
from interpreter.errors import GameError, PlayerError, ResignedError
from interpreter.players import Analysis, Player
from interpreter.players.analysis import Analyst
from interpreter.players.specs import RANDOM

OFTEN = 0.25
"""Seconds between two looks at what a search has found so far."""


@dataclass(frozen=True)
class Thought:
    """How far somebody has come: the part of the time that has gone (None: nobody knows), and what is found so far."""

    part: float | None
    analysis: Analysis | None


@dataclass(frozen=True)
class Answer:
    """What came of it: the number of the move among the state's ways, or an analysis; `trouble` is said to people."""

    number: int | None = None
    analysis: Analysis | None = None
    trouble: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    """Who sits where since then, if somebody had to be replaced."""
    resigned: str = ""
    """Who gives up instead of moving."""


@dataclass
class Request:
    """Something to think about."""

    plies: tuple[int, ...]
    is_analysis: bool
    heard: Callable[[Request, Thought | Answer], None]
    """Called in the thinker's thread."""
    stop: Event = field(default_factory=Event)
    """Set: answer with what there is."""
    is_dropped: bool = False
    """Nobody wants the answer any more."""


class Thinker:
    """Answers one request after the other."""

    def __init__(self, session: Session) -> None:
        self._of = session
        self._shadow: Session | None = None
        self._plies: list[int] = []
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._thread: Thread | None = None

    def ask(self, request: Request) -> None:
        """Think about this as soon as what was asked before is done."""
        if self._thread is None:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        self._queue.put(request)

    def close(self) -> None:
        """Nobody asks any more."""
        self._queue.put(None)

    def _run(self) -> None:
        while (request := self._queue.get()) is not None:
            if request.is_dropped:
                continue
            try:
                answer = self._answer(request)
            except GameError as error:
                answer = Answer(trouble=str(error))
            except Exception as error:  # a player from somebody's Python file may do anything
                answer = Answer(trouble=f"{type(error).__name__}: {error}")
            if not request.is_dropped:
                request.heard(request, answer)
        if self._shadow is not None:
            self._shadow.computers.close()

    def _answer(self, request: Request) -> Answer:
        shadow = self._followed(request.plies)
        shadow.computers.pause = _Reporter(request)
        if request.is_analysis:
            return Answer(analysis=shadow.computers.analyse(shadow.state))
        trouble, seats = "", tuple[tuple[str, str], ...]()
        try:
            move = shadow.choose()
        except ResignedError:
            return Answer(resigned=shadow.state.to_move or "")
        except PlayerError as error:
            player = shadow.state.to_move or ""
            shadow.seat(player, RANDOM)
            trouble = tr("{why}. So the moves of {player} are random.", why=heard("trouble", str(error)), player=player)
            seats = tuple(shadow.seats.items())
            move = shadow.choose()
        return Answer(shadow.state.ways.index(move), trouble=trouble, seats=seats)

    def _followed(self, plies: Sequence[int]) -> Session:
        """The session, at this ply."""
        shadow, known = self._shadow, len(self._plies)
        if shadow is None or tuple(self._plies) != tuple(plies[:known]):
            if shadow is not None:
                shadow.computers.close()
            of = self._of
            game = Game(of.game.model, of.game.backend, of.game.given)
            shadow = Session(game, of.source, of.seed, of.seats, of.position, number=of.number,
                             threads=of.computers.threads)  # fmt: skip
            self._shadow, known = shadow, 0
        for number in plies[known:]:
            shadow.play(shadow.state.ways[number])
        self._plies = [*plies]
        return shadow


class _Reporter:
    """Tells now and then how far a player has come, and stops those that can be stopped."""

    def __init__(self, request: Request) -> None:
        self.request, self.last = request, time.monotonic()

    def __call__(self, player: Player, part: float | None) -> bool:
        request, now = self.request, time.monotonic()
        if request.stop.is_set() or request.is_dropped:
            return False
        if now - self.last >= OFTEN:
            self.last = now
            analysis = player.so_far() if isinstance(player, Analyst) else None
            request.heard(request, Thought(part, analysis))
        return True
