"""A search for a program that waits for its move: how long it may take, what it tells on the way, how it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread

from gdl.model.statements import Roll, walk
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.analysis import Analysis, Analyst
from interpreter.players.asking import seat_of
from interpreter.players.game_clock import Clock, GameTime
from interpreter.players.levels import LEVELS
from interpreter.players.player import Player, Seat
from interpreter.players.specs import SEARCHING, Spec, make, opponent, with_threads

SECONDS = 1.0
"""What a move takes where nothing is said."""
FOREVER = 3600.0
"""What an endless search takes at most, until it is stopped."""
SPARED = 0.03
"""Seconds that are kept back, for the way to the other program."""
EACH = 0.25
"""Seconds between two reports, at least."""
GAMES = 200
"""Of a player that looks at no depth: games of its search for each ply of depth that is asked for."""


@dataclass(frozen=True)
class Limits:
    """How long to think; nothing: a second. `left`, `increment`: seconds of the clock of who moves; `turns`: those that
    this time is for, 0 if nobody knows; `depth`: with a time, whichever is reached first; `endless`: until it is
    stopped."""

    seconds: float = 0.0
    left: float = 0.0
    increment: float = 0.0
    turns: int = 0
    depth: int = 0
    positions: int = 0
    endless: bool = False


@dataclass(frozen=True)
class Strength:
    """Who plays: a level, and in how many threads the strongest thinks."""

    level: int = LEVELS
    threads: int = 1
    lines: int = 1
    """Moves that are told of, the best first."""
    resigns: bool = False
    """Whether it gives up what is lost for certain, where a protocol has a word for that."""


@dataclass(frozen=True)
class Report:
    """What a search has come to after so many seconds; `depth`: decisions that it has looked ahead, 0 if that is no
    measure of its work; `positions`: how many it has looked at, 0 if it doesn't count them."""

    analysis: Analysis
    seconds: float
    depth: int
    positions: int


class Search:
    """A search that goes on in a thread of its own.

    `tell` is called with reports, and `done` with the move (None, with the reason, if the rules break or nobody can
    play them) in that thread; what is endless is done when it is stopped.
    """

    def __init__(
        self, game: Game, state: State, limits: Limits, strength: Strength,
        tell: Callable[[Report], None], done: Callable[[Move | None, str], None],
    ) -> None:  # fmt: skip
        self._game, self._state, self._limits, self._strength = game, state, limits, strength
        self._tell, self._done = tell, done
        self._stopped = Event()
        self._player: Player | None = None
        """Who thinks, while that goes on."""
        self._began = self._told = time.monotonic()
        self._depth = 0
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> Search:
        """Begin to think."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Have it decide now, and wait until it has."""
        self._halt()
        self._thread.join()

    def _halt(self) -> None:
        self._stopped.set()
        player = self._player
        if player is not None:
            player.halt()

    def finish(self) -> None:
        """Wait until it has decided, if it does so by itself; else have it decide now."""
        if self._limits.endless:
            self._halt()
        self._thread.join()

    def forget(self) -> None:
        """Stop it, and have it say nothing more."""
        self._tell, self._done = (lambda _: None), (lambda move, reason: None)
        self.stop()

    def _run(self) -> None:
        move, reason = None, ""
        try:
            move = self._think()
        except (GameError, MemoryError) as problem:
            reason = " ".join(str(problem).split()) or "there is no room in memory"
        if self._limits.endless:
            self._stopped.wait()
        self._done(move, reason)

    def _think(self) -> Move:
        state, strength = self._state, self._strength
        self._player = player = player_for(self._game, state, self._limits, strength)
        player.pause = self._pause
        try:
            compiled(self._game, player)
            if isinstance(player, Analyst) and (strength.lines > 1 or self._limits.endless):
                found = player.analyse(state)
                self._report(player, found)
                return found.options[0].move if found.options else state.moves[0]
            move = player.choose(state)
            if isinstance(player, Analyst) and len(state.moves) > 1:
                self._report(player, player.so_far())
            return move
        finally:
            self._player = None
            player.close()

    def _pause(self, player: Player, part: float | None) -> bool:
        now = time.monotonic()
        found = getattr(player, "found", None)
        deeper = found is not None and found.depth > self._depth
        if isinstance(player, Analyst) and (deeper or now - self._told >= EACH):
            self._told = now
            self._report(player, player.so_far())
        return not (self._is_enough(now) or self._stopped.is_set())

    def _is_enough(self, now: float) -> bool:
        """Where time and depth are both given: whether either is reached."""
        limits = self._limits
        most = limits.seconds or limits.left / max(limits.turns, 2)
        return bool(limits.depth) and (0 < limits.depth <= self._depth or 0 < most <= now - self._began)

    def _report(self, player: Player, analysis: Analysis | None) -> None:
        if analysis is None or not analysis.options:
            return
        found = getattr(player, "found", None)
        self._depth = found.depth if found is not None else 0
        positions = found.positions if found is not None else sum(one.visits for one in analysis.options)
        self._tell(Report(analysis, time.monotonic() - self._began, self._depth, positions))


def compiled(game: Game, player: Player) -> None:
    """Have the rules compiled that a player needs, and those that write what it has found. Raises PlayerError."""
    player.ready()
    _ = game.native  # otherwise they are compiled once moves turn out to take long: in the midst of a search


def player_for(game: Game, state: State, limits: Limits, strength: Strength) -> Player:
    """Who thinks about a state within limits; raises PlayerError."""
    seat = seat_of(game, state.to_move or game.players[0], seed=state.ply)
    if strength.level < LEVELS:
        return make(f"level:{strength.level}", seat)
    kind = Spec.of(opponent(game)).kind
    kind = kind if kind in SEARCHING else SEARCHING[0]
    return make(with_threads(f"{kind}:{_argument(seat, state, limits, kind)}", strength.threads), seat)


def _argument(seat: Seat, state: State, limits: Limits, kind: str) -> str:
    deepens = kind == "alphabeta"
    if limits.endless:
        return f"{FOREVER:g}s"
    if limits.depth and not (deepens and (limits.seconds or limits.left)):
        return str(limits.depth) if deepens else str(GAMES * limits.depth)
    if limits.positions:
        return f"{limits.positions}n" if deepens else str(limits.positions)
    return f"{max(_seconds(seat, state, limits), 0.001) * 1000:.0f}ms"


def _seconds(seat: Seat, state: State, limits: Limits) -> float:
    if limits.seconds:
        return limits.seconds - SPARED
    if not limits.left:
        return SECONDS
    most = limits.left / max(limits.turns, 1) if limits.turns else limits.left
    time_ = GameTime(Clock(limits.left, limits.increment))
    shared = time_.share(state, seat.chance)
    if limits.turns:
        shared = max(shared, 0.8 * most)
    return min(shared, most) - SPARED


def playable(game: Game) -> str:
    """Why a game can't be played by such programs; "" if it can. They know two players who see everything, and no dice.
    """
    if game.model.hides:
        return f"the players of {game.title} don't see everything, and these protocols know no secrets"
    if len(game.players) != 2:
        return f"{game.title} is for {len(game.players)}, and these protocols are for two"
    if any(isinstance(s, Roll) for block in (game.model.setup, game.model.turn) for s in walk(block)):
        return f"chance decides in {game.title}, and these protocols know no chance"
    return ""
