"""What is known of a game before it is played: how long it may get, what players may win or lose."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model import model as m
from interpreter.backend import Stop
from interpreter.game.chance import Chance
from interpreter.game.game import Game
from interpreter.game.state import State

LONGEST = 10_000
"""Decisions after which a game is broken off as a draw, where rules may go on for longer."""
MOST_STEPS = 20_000
"""Moves that are played to find the longest game."""
MOST_GAMES = 1e9
"""Games of more ways than this aren't looked through."""


@dataclass(frozen=True)
class Length:
    """Decisions and outcomes of chance of a game, at most; `known` if the rules see to it that there are no more."""

    decisions: int
    chances: int
    known: bool


def beginning(game: Game) -> State:
    """The state before anything has been decided or rolled, in the set-up, too."""
    stop: Stop = game.run(None, game.machine.start)
    return State(game, stop, 0, 0, None)


def length(game: Game, limit: int | None = None) -> Length:
    """How long games may get: looked up in all of them if they are few, else up to a limit."""
    key = game.hash, limit
    if key not in _KNOWN:
        _KNOWN[key] = _looked_up(game, limit)
    return _KNOWN[key]


_KNOWN: dict[tuple[str, int | None], Length] = {}
"""What was found for rules by their hash: games are loaded again whenever one of their states is read back."""


def _looked_up(game: Game, limit: int | None) -> Length:
    start = beginning(game)
    found = _Longest().of(start) if _ways(start) <= MOST_GAMES else None
    if found is not None and (limit is None or found[0] <= limit):
        return Length(*found, True)
    most = limit or LONGEST
    return Length(most, most if any(_rolls(game)) else 0, False)


def _rolls(game: Game) -> list[m.Roll]:
    rules = game.model
    return [s for block in (rules.setup, rules.turn, rules.end) for s in m.walk(block) if isinstance(s, m.Roll)]


def _ways(start: State) -> float:
    """Roughly how many games there are, by the number of options in one."""
    chance, state, found = Chance(0), start, 1.0
    while not state.is_over and found <= MOST_GAMES:
        found *= len(state.moves)
        state = state.play(state.draw(chance, state.ply))
        if state.ply > LONGEST:
            return float("inf")
    return found


class _Longest:
    """Looks for the longest game, every state once."""

    def __init__(self) -> None:
        self.known: dict[State, tuple[int, int] | None] = {}
        self.steps = 0

    def of(self, start: State) -> tuple[int, int] | None:
        """The most decisions and the most outcomes of chance from a state on; None if they have no end, or if that
        takes too long to find out. A state on the way to itself has no end."""
        way: list[tuple[State, list[State]]] = []
        self._begin(start, way)
        while way:
            state, left = way[-1]
            if not left:
                way.pop()
                continue
            follower = left[-1]
            if follower not in self.known:
                if self.steps > MOST_STEPS:
                    return None
                self._begin(follower, way)
                continue
            reached = self.known[follower]
            if reached is None:
                return None
            left.pop()
            best = self._best[state]
            decisions, chances = reached[0] + (not state.is_chance), reached[1] + state.is_chance
            self._best[state] = max(best[0], decisions), max(best[1], chances)
            if not left:
                self.known[state] = self._best.pop(state)
        return self.known[start]

    _best: dict[State, tuple[int, int]]

    def _begin(self, state: State, way: list[tuple[State, list[State]]]) -> None:
        if not way:
            self._best = {}
        followers = [state.play(move) for move in state.moves]
        self.steps += len(followers)
        if not followers:
            self.known[state] = 0, 0
            return
        self.known[state] = None
        self._best[state] = 0, 0
        way.append((state, followers))


@dataclass(frozen=True)
class Utility:
    """What a player may get, at least and at most, and what all get together, if that is always the same."""

    low: float
    high: float
    sum: float | None


def utility(game: Game) -> Utility:
    """The bounds of results, which are places from 1 to -1 that come to nothing in all."""
    return Utility(-1.0, 1.0, None if len(game.players) == 1 else 0.0)
