"""Levels: the computer from a beginner, 1, to the game's opponent, 8, for any game.

A weaker player looks at less, as people do, and does not always take what looks best: it draws among the moves by what
the search thinks that they are worth (a softmax), and may overlook some altogether. What is much worse than the best
that it has seen is left out, so that the upper levels give nothing away that they see.

Where the game's opponent is `alphabeta`, or `mcts` by learnt values, levels search by `alphabeta`, so many decisions
deep. Elsewhere they play out some games for each option.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.analysis import Option
from interpreter.players.game_clock import MOST, Clock, GameTime
from interpreter.players.information import InformationState
from interpreter.players.knowing import InformationSearch
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Budget, Manner, MonteCarlo
from interpreter.players.measured import can_play
from interpreter.players.player import Player, Seat
from interpreter.players.searching import tree_search

LEVELS = 8
LANE = 100
"""What is drawn among moves is drawn from lanes of its own, see `interpreter.graph.chance`."""
LONGEST = 1.5
"""Seconds a decision, at most, where games take long."""
EFFORT = {Manner.RANDOM: 1, Manner.CAREFUL: 6, Manner.GREEDY: 4}
"""One game of this manner counts for so many random ones. It tells more, so it may take more time than they do."""
WIDE = 0.2
"""Where the best move stands out less than that from the mean of all, temperatures are as much lower: in games on large
boards a move seldom changes much, and every level would draw almost evenly."""
DOUBT = 0.5
"""Worth that was found by one game may be so far off; by n games, as much divided by √n."""


@dataclass(frozen=True)
class Level:
    """How a player of some strength thinks."""

    work: int
    """Games of the search for each option; for `alphabeta`, how many decisions deep it looks."""
    slip: float
    """The temperature of the draw, in worth, which goes from -1 to 1."""
    slack: float
    """Moves that are worth so much less than the best are not taken."""
    missed: float
    """How often an option is overlooked."""


TABLE = (
    Level(10, 0.50, 1.0, 0.38),
    Level(14, 0.32, 0.85, 0.25),
    Level(20, 0.21, 0.6, 0.15),
    Level(32, 0.13, 0.4, 0.07),
    Level(70, 0.08, 0.25, 0.0),
    Level(230, 0.04, 0.12, 0.0),
    Level(800, 0.02, 0.06, 0.0),
)
"""All but the last, who is the game's opponent."""
DEEP = (
    Level(1, 0.20, 0.80, 0.28),
    Level(2, 0.18, 0.60, 0.20),
    Level(2, 0.11, 0.38, 0.09),
    Level(3, 0.10, 0.36, 0.085),
    Level(3, 0.07, 0.24, 0.045),
    Level(4, 0.045, 0.16, 0.025),
    Level(5, 0.035, 0.12, 0.015),
)
"""The same for levels that search by depth. Values of positions lie closer together than results of games."""


def number(text: str) -> int:
    """The level of this name; raises PlayerError."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    if not 1 <= found <= LEVELS:
        raise PlayerError(f"there is no level `{text}`; levels go from 1, a beginner, to {LEVELS}")
    return found


def by_depth(game: Game, opponent: str) -> bool:
    """Whether levels search by depth in a game with this opponent: where its values are those of positions, too, or the
    last level would be worlds apart from the others."""
    kind = opponent.partition(":")[0]
    return kind == "alphabeta" or (kind == "mcts" and can_play("alphabeta", game, has_changed=True))


def at_level(
    seat: Seat, level: int, spec: str, opponent: Callable[[Seat], Player], clock: Clock | None = None
) -> Player:
    """The player of a level, where `spec` names the game's opponent, whom `opponent` makes, by the same clock."""
    if level == LEVELS:
        return opponent(seat)
    if by_depth(seat.game, spec):
        deep = DEEP[level - 1]
        return Leveled(seat, deep, AlphaBeta(seat, Limit(depth=deep.work)), clock=clock)
    manner = next((one for one in Manner if spec.startswith(one.player)), Manner.RANDOM)
    search = tree_search(replace(seat, weights=UNTAUGHT), Budget(iterations=1), manner=manner)
    return Leveled(seat, TABLE[level - 1], search, clock=clock)


class Leveled(Player):
    """Searches little, and draws among what it has found. By a clock it looks at less where its time runs short."""

    def __init__(
        self, seat: Seat, level: Level, search: MonteCarlo | InformationSearch | AlphaBeta, clock: Clock | None = None
    ) -> None:
        super().__init__(seat)
        self.time = None if clock is None else GameTime(clock)
        self.level, self._search = level, search
        self._draws = Chance(seat.seed, seat.number, LANE + seat.game.players.index(seat.label))
        self._until = 0.0

    @property
    def memory(self) -> int:
        """What the search may take, in bytes."""
        return self._search.memory

    @memory.setter
    def memory(self, size: int) -> None:
        self._search.memory = size

    def choose(self, state: State) -> Move:
        """One of the moves that look good enough. A lone one costs no time."""
        search = self._search
        assert isinstance(search, MonteCarlo | AlphaBeta)
        longest = LONGEST if self.time is None or len(state.moves) == 1 else self.time.share(state, self.seat.chance)
        return self._chosen(state.moves, state.ply, longest, lambda: search.analyse(state).options)

    def decide(self, known: InformationState) -> Move:
        """The same, going by what the player knows."""
        search = self._search
        assert isinstance(search, InformationSearch)
        longest = LONGEST if self.time is None else self.time.left / MOST  # how long the game is, is hidden as well
        return self._chosen(known.moves, known.ply, longest, lambda: search.options(known))

    def _chosen(
        self, moves: Sequence[Move], ply: int, longest: float, weighed: Callable[[], Sequence[Option]]
    ) -> Move:
        """One of the moves, going by what is weighed when the search has been told how long to think."""
        if len(moves) == 1:
            return moves[0]
        if not isinstance(self._search, AlphaBeta):
            games = self.level.work * len(moves)
            effort = EFFORT[self._search.manner] if isinstance(self._search, MonteCarlo) else 1
            self._search.budget = Budget(iterations=max(games // effort, len(moves)))
        began = time.perf_counter()
        self._until, self._search.pause = began + min(longest, LONGEST), self._goes_on
        options = weighed()
        if self.time is not None:
            self.time.took(time.perf_counter() - began)
        if options:
            doubted = not isinstance(self._search, AlphaBeta)
            return drawn(options, self.seat.label, self.level, self._draws, ply, doubted=doubted)
        self.blind += 1
        return moves[self._draws.pick(len(moves), ply)]

    def _goes_on(self, player: Player, part: float | None) -> bool:
        return time.perf_counter() < self._until and (self.pause is None or self.pause(self, part))

    def played(self, step: Step) -> None:
        """Tell the search."""
        self._search.played(step)

    def ready(self) -> None:
        """Tell the search."""
        self._search.ready()

    def halt(self) -> None:
        """Tell the search."""
        self._search.halt()

    def close(self) -> None:
        """Tell the search."""
        self._search.close()


def drawn(
    options: Sequence[Option], me: str, level: Level, chance: Chance, ply: int, *, doubted: bool = True
) -> Move:
    """The move that a player of this level takes, of those that a search has weighed, the best first; `doubted`: by
    games that it played out."""
    draws = Chance(chance.bits(ply), 0, chance.lane)
    seen = [option for k, option in enumerate(options) if _unit(draws, k + 1) >= level.missed] or list(options[:1])
    worths = [_worth(option, me, doubted) for option in seen]
    best = max(worths)
    slip = level.slip * (min((best - sum(worths) / len(worths)) / WIDE, 1.0) if doubted else 1.0) or 1.0
    weights = [math.exp((worth - best) / slip) if worth >= best - level.slack else 0.0 for worth in worths]
    left = _unit(draws, 0) * sum(weights)
    for option, weight in zip(seen, weights, strict=True):
        left -= weight
        if left < 0:
            return option.move
    return seen[worths.index(best)].move


def _worth(option: Option, me: str, doubted: bool) -> float:
    """What a move is worth for certain, or at least, as far as a few games can tell."""
    worth = option.prospect.share(me)
    return worth - DOUBT / math.sqrt(option.visits + 1) if doubted and not option.prospect.is_sure else worth


def _unit(chance: Chance, count: int) -> float:
    """A number from 0 to 1, and less than 1."""
    return (chance.bits(count) >> 11) / (1 << 53)
