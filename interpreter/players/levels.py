"""Levels: the computer from a beginner, 1, to the game's opponent, 8, for any game.

A weaker player looks at less, as people do, and does not always take what looks best: it draws among the moves by the
odds that the search gives them (a softmax), and may overlook some altogether. What is much worse than the best
that it has seen is left out, so that the upper levels give nothing away that they see. No level lets a win go that it
sees for certain, or takes a certain loss. Where the game's opponent knows which moves mostly look good (a policy), the
lower levels don't, and the middle ones remember it now and then.

All weaker players stand on one scale of *places*, the same for all games. From one place to the next the work grows,
and slips get rarer, by the same factor. The work is counted, in positions or in games that are played out, so a turn of
many decisions and a board with many moves make no level stronger or slower than others. The levels 1 to 7 lie at the
places 1 to 7, but where matches have told how far apart places are in a ruleset (`rulesets/levels.yaml`).

Where the game's opponent is `alphabeta`, or `mcts` by learnt values, levels search by `alphabeta`. Elsewhere they play
games out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from gdl import library
from interpreter.errors import GameError, PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.game.yaml_files import read
from interpreter.graph.chance import Chance
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.analysis import Option
from interpreter.players.game_clock import MOST, Clock, GameTime
from interpreter.players.information import InformationState
from interpreter.players.knowing import InformationSearch
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Budget, Manner, MonteCarlo
from interpreter.players.measured import can_play, shipped
from interpreter.players.player import Player, Seat
from interpreter.players.searching import tree_search
from interpreter.players.taught import FOLLOWS, taught

LEVELS = 8
LANE = 100
"""What is drawn among moves is drawn from lanes of its own, see `interpreter.graph.chance`."""
LONGEST = 0.5
"""Seconds a decision, at most: where positions or games take long, a level still has less than the opponent."""
POSITIONS, MORE_POSITIONS = 30, 3.5
"""Which `alphabeta` may look at for a decision at the first place, and so many times as many at the next …"""
GAMES, MORE_GAMES = 60, 2.2
"""… and games of the other search, likewise …"""
LEAST = 15
"""… but so many for each option, at least: after so many, a search has seen the answers to each on boards with some 400
sites."""
SLIP, LESS_SLIP = 0.3, 0.65
"""The temperature of the draw at the first place, and so many times as much at the next; see `odds`."""
SLACK = 3.0
"""Moves that are worth so many temperatures less than the best are not taken."""
ALMOST = 0.001
"""A difference that doesn't matter."""
NO_SLIP = 1e-9
"""The temperature where nothing stands out: what is worse than the best isn't taken."""
MISSED, NONE_MISSED = 0.32, 5.0
"""How often an option is overlooked at the first place, and where it no longer is."""
UNGUIDED, GUIDED = 3.0, 7.0
"""Up to which place nobody goes by a policy, and from which on a policy is always gone by; between them, at times."""
EFFORT = {Manner.RANDOM: 1, Manner.CAREFUL: 6, Manner.GREEDY: 4, Manner.RAVE: 1}
"""One game of this manner counts for so many random ones. It tells more, so it may take more time than they do."""
WIDE = 0.2
"""Where the best move stands out less than that from the mean of all, temperatures are as much lower: in games on large
boards a move seldom changes much, and every level would draw almost evenly. By a policy, the mean is that of all games:
options that it doesn't like are hardly looked at, and tell nothing."""
DECIDED = 0.97
"""From which worth on odds grow no faster: estimates near a win or a loss are no better than that."""
DOUBT = 2.0
"""Worth that was found by one game may be so far off; by n games, as much divided by √n. That is two standard errors:
of some hundred options of a few games each, many look much better than they are."""
WIN, LOSS = 1.0, -1.0
"""The best and the worst that can come of a move: who has seen that one is certain makes no slip there."""
FARTHEST = 12.0
"""The last place on the scale."""
TABLE = library.FOLDER / "levels.yaml"


@dataclass(frozen=True)
class Level:
    """How a player of some strength thinks."""

    work: int
    """Positions, or games."""
    slip: float
    """The temperature of the draw."""
    missed: float
    """How often an option is overlooked."""
    guided: float = 0.0
    """At how many of the decisions it goes by the policy, if there is one: a part of 1."""


def at_place(place: float, *, deep: bool) -> Level:
    """Who stands at a place of the scale; `deep`: searches by `alphabeta`."""
    first, more = (POSITIONS, MORE_POSITIONS) if deep else (GAMES, MORE_GAMES)
    steps = place - 1
    missed = MISSED * max(1 - steps / (NONE_MISSED - 1), 0.0) ** 2
    guided = min(max((place - UNGUIDED) / (GUIDED - UNGUIDED), 0.0), 1.0)
    return Level(round(first * more**steps), SLIP * LESS_SLIP**steps, missed, guided)


def levels(game: Game, opponent: str) -> tuple[Level, ...]:
    """All but the last, who is the game's opponent. Raises PlayerError if the table of places can't be read."""
    deep = by_depth(game, opponent)
    return tuple(at_place(place, deep=deep) for place in places(game))


def places(game: Game) -> Sequence[float]:
    """Where the levels of a game lie on the scale; raises PlayerError if the table can't be read."""
    return _table(TABLE).get(shipped(game) or "", tuple(range(1, LEVELS)))


@cache
def _table(path: Path) -> Mapping[str, Sequence[float]]:
    try:
        rows = {name: tuple(map(float, row)) for name, row in read(path).data.items()} if path.exists() else {}
    except (GameError, TypeError, ValueError, AttributeError) as problem:
        raise PlayerError(f"the table of levels can't be read: {problem}") from None
    for name, row in rows.items():
        if len(row) != LEVELS - 1 or not all(1 <= place <= FARTHEST for place in row) or list(row) != sorted(row):
            raise PlayerError(
                f"the table of levels: `{name}` needs {LEVELS - 1} places from 1 to {FARTHEST:g}, the lowest first"
            )
    return rows


def number(text: str) -> int:
    """The level of this name; raises PlayerError."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    if not 1 <= found <= LEVELS:
        raise PlayerError(f"there is no level `{text}`; levels go from 1, a beginner, to {LEVELS}")
    return found


def by_depth(game: Game, opponent: str) -> bool:
    """Whether levels search by `alphabeta` in a game with this opponent: where its values are those of positions, too,
    or the last level would be worlds apart from the others."""
    kind = opponent.partition(":")[0]
    return kind == "alphabeta" or (kind == "mcts" and can_play("alphabeta", game, has_changed=True))


def at_level(
    seat: Seat, level: int, spec: str, opponent: Callable[[Seat], Player], clock: Clock | None = None
) -> Player:
    """The player of a level, where `spec` names the game's opponent, whom `opponent` makes, by the same clock."""
    if level == LEVELS:
        return opponent(seat)
    return leveled(seat, levels(seat.game, spec)[level - 1], spec, clock)


def limit(level: Level) -> Limit:
    """How `alphabeta` searches for a level: what is never taken needn't be told apart."""
    return Limit(positions=level.work, is_whole=True, spread=SLACK * level.slip + ALMOST)


def leveled(seat: Seat, level: Level, spec: str, clock: Clock | None = None) -> Leveled:
    """A player who thinks like this, where `spec` names the game's opponent."""
    if by_depth(seat.game, spec):
        return Leveled(seat, level, AlphaBeta(seat, limit(level)), clock=clock)
    manner = next((one for one in Manner if spec.startswith(one.player)), Manner.RANDOM)
    if manner or taught(seat.game, FOLLOWS, source=seat.weights).policy is None:
        seat = replace(seat, weights=UNTAUGHT)
    search = tree_search(seat, Budget(iterations=1), manner=manner)
    return Leveled(seat, level, search, clock=clock)


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
            effort = EFFORT[self._search.manner] if isinstance(self._search, MonteCarlo) else 1
            games = max(self.level.work, LEAST * len(moves))
            self._search.budget = Budget(iterations=max(games // effort, len(moves)))
        guided = isinstance(self._search, MonteCarlo) and self._search.has_policy
        if isinstance(self._search, MonteCarlo) and guided:
            guided = self._search.goes_by_policy = is_guided(self.level, self._draws, ply)
        began = time.perf_counter()
        self._until, self._search.pause = began + min(longest, LONGEST), self._goes_on
        options = weighed()
        if self.time is not None:
            self.time.took(time.perf_counter() - began)
        if options:
            doubted = not isinstance(self._search, AlphaBeta)
            return drawn(options, self.seat.label, self.level, self._draws, ply, doubted=doubted, guided=guided)
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


def is_guided(level: Level, chance: Chance, ply: int) -> bool:
    """Whether a player of this level goes by the policy at this decision, if there is one."""
    return _unit(Chance(chance.bits(ply), 1, chance.lane), 0) < level.guided


def drawn(
    options: Sequence[Option], me: str, level: Level, chance: Chance, ply: int, *, doubted: bool = True,
    guided: bool = False,
) -> Move:  # fmt: skip
    """The move that a player of this level takes, of those that a search has weighed, the best first; `doubted`: by
    games that it played out; `guided`: which went by a policy."""
    draws = Chance(chance.bits(ply), 0, chance.lane)
    seen = [option for k, option in enumerate(options) if _unit(draws, k + 1) >= level.missed] or list(options[:1])
    for option in seen:
        if _is(option, me, WIN):
            return option.move
    seen = [option for option in seen if not _is(option, me, LOSS)] or _longest(seen)
    worths = [odds(option.prospect.share(me) - (_doubt(option) if doubted else 0.0)) for option in seen]
    best = max(worths)
    slip = level.slip * min(_standing_out(seen, worths.index(best), me, guided) / WIDE, 1.0) or NO_SLIP
    weights = [math.exp((worth - best) / slip) if worth >= best - SLACK * slip else 0.0 for worth in worths]
    left = _unit(draws, 0) * sum(weights)
    for option, weight in zip(seen, weights, strict=True):
        left -= weight
        if left < 0:
            return option.move
    return seen[worths.index(best)].move


def _longest(lost: Sequence[Option]) -> list[Option]:
    """Of options that are certain to lose, those that hold out longest."""
    plies = max(option.prospect.plies for option in lost)
    return [option for option in lost if option.prospect.plies == plies]


def odds(worth: float) -> float:
    """What moves are compared by: half the logarithm of the odds of a win, for a worth from -1 to 1. About a draw it is
    the worth itself. A queen ahead, a knight more hardly changes the worth, but the odds as ever."""
    near = min(max(worth, -DECIDED), DECIDED)
    return math.atanh(near) + (worth - near) / (1 - DECIDED**2)


def _standing_out(options: Sequence[Option], best: int, me: str, guided: bool) -> float:
    """By how much the odds of the best option are above those of the mean. Doubts don't count: they are greatest where
    little was looked at, so that every best option would seem to stand out."""
    looks = [option.visits + 1 if guided else 1 for option in options]
    worths = [option.prospect.share(me) for option in options]
    mean = sum(worth * count for worth, count in zip(worths, looks, strict=True)) / sum(looks)
    return max(odds(worths[best]) - odds(mean), 0.0)


def _is(option: Option, me: str, worth: float) -> bool:
    """Whether a move is certain to be worth this."""
    return option.prospect.is_sure and option.prospect.share(me) == worth


def _doubt(option: Option) -> float:
    """By how much an option may be worth less than games have told."""
    return 0.0 if option.prospect.is_sure else DOUBT / math.sqrt(option.visits + 1)


def _unit(chance: Chance, count: int) -> float:
    """A number from 0 to 1, and less than 1."""
    return (chance.bits(count) >> 11) / (1 << 53)
