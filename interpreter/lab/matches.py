"""Matches: players play one another, seats changed round, and what comes of it.

With n players the games come in rounds of n, in which each sits on each seat; the games of a round have the same
number, so that dice and set-up are the same for all of them, and intervals count rounds. Game number and seed name a
game; players that count iterations, not seconds, play the same games whatever the number of threads.

Where all win or lose together, one can't play against another: in each round each of them plays one game by itself, on
all seats, and what it came to is compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from interpreter.errors import PlayerError, ResignedError
from interpreter.game.game import Game
from interpreter.game.plies import Step
from interpreter.graph.backend import Batch
from interpreter.graph.chance import Chance
from interpreter.lab.tools import tally
from interpreter.lab.tools.confidence import Pairs, share_of_rounds
from interpreter.lab.tools.simulate import OUTCOMES, PLIES_LIMIT, Mean, endless
from interpreter.lab.tools.summary import Summary
from interpreter.players.asking import ask, seat_of, tell
from interpreter.players.learnt import UNTAUGHT, file_of_learnt, keep, make_usual
from interpreter.players.player import Maker, Player
from interpreter.players.specs import Spec, at_full_length, maker, values_of, with_values
from interpreter.work.chunks import Pieces, Workers, threads

UTILITY = "utility"
Watch = Callable[[int, int], None]
PATIENCE = 3
"""So many games may fail one after another before a match is given up."""
TRIED, TRIED_PLIES = 4, 20_000
"""Random games, and the plies of each, that are tried before a match."""
ALMOST = 0.95
"""The most that is guessed of a game that isn't over."""
OPENING = 3
"""A lane of draws: the moves that are drawn at the beginning of a game."""


@dataclass(frozen=True)
class Pairing:
    """A game to be played: its number, and which of the match's players sits on each seat."""

    number: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Bout:
    """A finished game of a match. For each seat it has the result, the thinking time, the number of decisions, and
    how many of them were blind (`Player.blind`). `line` is a digest of all that was chosen and rolled."""

    pairing: Pairing
    outcomes: tuple[str, ...]
    utilities: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    blind: tuple[int, ...]
    line: bytes


@dataclass(frozen=True)
class Table:
    """What all games of a match have in common. `usual`: the values, as a file, by which those players go who name
    none, if these aren't the ones that are found here."""

    game: Game
    specs: tuple[str, ...]
    seed: int
    opening: int
    makers: tuple[Maker, ...]
    usual: str = ""
    watch: Watch | None = None
    """Called with the round and the ply for each ply that is played in this process."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Makers don't travel: they are made anew where the table arrives. Learnt values do."""
        return arrived, (self.game, tuple(map(at_full_length, self.specs)), self.seed, self.opening, self._values)

    @cached_property
    def _values(self) -> Mapping[str, bytes]:
        """The values that players go by, by the name of their file; "" for those that name none. Raises PlayerError."""
        sources = {source for spec in self.specs if (source := values_of(spec)) is not None}
        found = {source: file_of_learnt(self.game.model, source) for source in sorted(sources)}
        return {source: file for source, file in found.items() if file is not None}


def table(game: Game, specs: tuple[str, ...], seed: int, opening: int, usual: str = "") -> Table:
    """The table of players by name; raises PlayerError."""
    return Table(game, specs, seed, opening, tuple(map(maker, specs)), usual)


def arrived(game: Game, specs: tuple[str, ...], seed: int, opening: int, values: Mapping[str, bytes]) -> Table:
    """A table that has travelled, with the values by which its players go; raises PlayerError."""
    names = {source: keep(content) for source, content in values.items()}
    specs = tuple(with_values(spec, names.get(values_of(spec) or "", "")) for spec in specs)
    return table(game, specs, seed, opening, names.get("", UNTAUGHT))


@dataclass(frozen=True)
class Round:
    """Some games of a match, one after another."""

    table: Table
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True)
class Played:
    """What came of them, and the seconds taken."""

    bouts: tuple[Bout, ...]
    seconds: float
    failures: tuple[str, ...] = ()
    """Why further games of them couldn't be finished: a program died, or wanted what isn't legal."""


@dataclass
class Standing:
    """The results of a player or a seat."""

    results: Mapping[str, Mean] = field(default_factory=lambda: {key: Mean() for key in (*OUTCOMES, UTILITY)})
    seconds: float = 0.0
    decisions: int = 0
    blind: int = 0
    is_paid: bool = False
    """Whether utilities may be amounts, of any size."""
    _rounds: dict[int, list[float]] = field(default_factory=dict)
    """For each round its games, and the sums of what they came to: as the dice are the same, they hang together, so
    that a round is one observation."""

    def add(self, bout: Bout, seats: Sequence[int]) -> None:
        """Add these seats of a game. Several seats of one player count with their mean."""
        row = [sum(bout.outcomes[seat] == outcome for seat in seats) / len(seats) for outcome in OUTCOMES]
        row.append(sum(bout.utilities[seat] for seat in seats) / len(seats))
        for mean, value in zip(self.results.values(), row, strict=True):
            mean.add(value)
        before = self._rounds.get(bout.pairing.number, [0.0] * (len(row) + 1))
        self._rounds[bout.pairing.number] = [a + b for a, b in zip(before, (1.0, *row), strict=True)]
        self.seconds += sum(bout.seconds[seat] for seat in seats)
        self.decisions += sum(bout.decisions[seat] for seat in seats)
        self.blind += sum(bout.blind[seat] for seat in seats)

    def share(self, outcome: str) -> tuple[float, float, float]:
        """The share of this outcome, with its 95 % interval."""
        return share_of_rounds(self._column(outcome))

    @property
    def utility(self) -> tuple[float, float, float]:
        """The mean utility, with its 95 % interval: that of a share, or Student's where games pay, which has no ends if
        all rounds have the same utility."""
        if self.is_paid:
            return self._over_rounds(UTILITY).ratio
        value, low, high = share_of_rounds([(games, (total + games) / 2) for games, total in self._column(UTILITY)])
        return 2 * value - 1, 2 * low - 1, 2 * high - 1

    @property
    def utility_error(self) -> float | None:
        """The standard error of the mean utility; None with one round only."""
        return self._over_rounds(UTILITY).error

    def _over_rounds(self, key: str) -> Pairs:
        return Pairs.of(self._column(key))

    def _column(self, key: str) -> list[tuple[float, float]]:
        """For each round its games, and what they came to."""
        column = 1 + list(self.results).index(key)
        return [(row[0], row[column]) for _, row in sorted(self._rounds.items())]


class Match:
    """Some players at one game. Raises PlayerError if a player has no seat or can't play the game."""

    def __init__(self, game: Game, specs: Sequence[str], seed: int = 0, opening: int = 0) -> None:
        self.game, self.specs, self.seed, self.opening = game, tuple(specs), seed, opening
        if not 1 <= len(specs) <= len(game.players):
            count = len(game.players)
            raise PlayerError(f"{game.title} is for {count} player{'s' * (count > 1)}; {len(specs)} are named: "
                              f"{', '.join(specs) or 'nobody'}")  # fmt: skip
        self.makers: tuple[Maker, ...] = tuple(map(maker, specs))
        self.standings = [Standing(is_paid=game.model.pays) for _ in specs]
        self.seats = {player: Standing(is_paid=game.model.pays) for player in game.players}
        self.games = 0
        self._lines: set[tuple[tuple[int, ...], bytes]] = set()
        self.watch: Watch | None = None
        """Called with the round and the ply for each ply played in this process, by the threads of the match."""
        self.failures: list[str] = []
        """The reasons why games couldn't be finished. Such games don't count."""

    def play(self, games: int, jobs: int = 1, workers: Workers | None = None) -> Iterator[Bout]:
        """Play games in `jobs` threads, or by `workers`, and add them up. Raises PlayerError if a player can't
        play, or if a program failed in `PATIENCE` games one after another."""
        workers = workers or threads(self.game, jobs)
        pieces = Pieces(0, games, workers)
        table = Table(self.game, self.specs, self.seed, self.opening, self.makers, watch=self.watch)
        rounds = (Round(table, tuple(map(self.pairing, range(at, at + count)))) for at, count in pieces)
        row = 0
        for played in workers.each(play, rounds):
            pieces.took(len(played.bouts) + len(played.failures), played.seconds)
            self.failures += played.failures
            row = row + len(played.failures) if not played.bouts else 0
            for bout in played.bouts:
                self._take_in(bout)
                yield bout
            if row >= PATIENCE:
                raise PlayerError(f"{row} games one after another couldn't be finished; {self.failures[-1]}")

    @cached_property
    def tried(self) -> Batch | None:
        """Some random games. None are played where it would take longer than it saves: where nobody thinks, and where
        the rules can't be compiled."""
        if all(Spec.of(spec).kind == "random" for spec in self.specs) or self.game.native is None:
            return None
        return self.game.native.random_games(self.seed, 0, TRIED, TRIED_PLIES, None)

    def seems_endless(self) -> bool:
        """Whether none of some random games (`TRIED`) comes to its end within `TRIED_PLIES`."""
        return self.tried is not None and sum(one.reached is not None for one in self.tried.unplayed) == TRIED

    @cached_property
    def usual_length(self) -> float:
        """The decisions of a random game, on the average; 0 if nobody knows."""
        if self.tried is None or len(self.tried.unplayed) == TRIED:
            return 0.0
        summary = Summary(self.game.players, is_paid=self.game.model.pays)
        tally.take_in(summary, tally.settled(self.tried.totals, self.game.model), self.game.model.partners)
        return summary.decisions.mean

    def share_played(self, ply: int) -> float:
        """What part of a game is behind it at a ply, as a guess by the length of random games; 0 if nobody knows."""
        return min(ply / self.usual_length, ALMOST) if self.usual_length else 0.0

    @property
    def different(self) -> int:
        """The number of different games. Games with the same seats, moves and rolls count once."""
        return len(self._lines)

    @property
    def repeats_itself(self) -> bool:
        """Whether all games with the same seats were the same: these players always choose alike."""
        return len({seats for seats, _ in self._lines}) == self.different < self.games

    def _take_in(self, bout: Bout) -> None:
        self.games += 1
        self._lines.add((bout.pairing.seats, bout.line))
        for i, standing in enumerate(self.standings):
            if seats := [seat for seat, who in enumerate(bout.pairing.seats) if who == i]:
                standing.add(bout, seats)
        for seat, standing in enumerate(self.seats.values()):
            standing.add(bout, [seat])

    def pairing(self, i: int) -> Pairing:
        """The pairing of game number i."""
        n, seats = len(self.specs), range(len(self.game.players))
        together = self.game.model.is_common
        return Pairing(i // n, tuple((i if together else seat + i) % n for seat in seats))


def play(game: Game, task: Round) -> Played:
    """Play some games of a match."""
    if task.table.usual:
        make_usual(game, task.table.usual)
    began = time.perf_counter()
    bouts, failures = list[Bout](), list[str]()
    for pairing in task.pairings:
        try:
            bouts.append(play_one(game, task.table, pairing))
        except PlayerError as error:
            if not any(Spec.of(spec).is_program for spec in task.table.specs):
                raise
            failures.append(str(error))
    return Played(tuple(bouts), time.perf_counter() - began, tuple(failures))


def play_one(game: Game, table: Table, pairing: Pairing, limit: int = PLIES_LIMIT) -> Bout:
    """Play one game; raises EndlessError if it isn't over after so many plies."""
    players: list[Player] = []
    try:
        for label, who in zip(game.players, pairing.seats, strict=True):
            players.append(table.makers[who](seat_of(game, label, table.seed, pairing.number)))
        return _played(game, table, pairing, players, limit)
    finally:
        for player in players:
            player.close()


def _played(game: Game, table: Table, pairing: Pairing, players: Sequence[Player], limit: int) -> Bout:
    dice, opening = (Chance(table.seed, pairing.number, lane) for lane in (0, len(players) + OPENING))
    state = game.start(table.seed, pairing.number)
    line = blake2b(digest_size=16)
    seconds, decisions = [0.0] * len(players), [0] * len(players)
    for ply in range(limit):
        if state.is_over:
            outcomes, utilities = state.outcomes or {}, state.results or {}
            return Bout(
                pairing, tuple(outcomes.values()), tuple(utilities.values()), tuple(seconds), tuple(decisions),
                tuple(player.blind for player in players), line.digest(),
            )  # fmt: skip
        if state.is_chance:
            ways = state.ways
            move = ways[dice.pick(len(ways), ply)]
        elif ply < table.opening:
            move = state.moves[opening.pick(len(state.moves), ply)]
        else:
            seat, before = game.players.index(state.to_move or ""), time.perf_counter()
            try:
                move = ask(players[seat], state)
            except ResignedError:
                lost = [i == seat for i in range(len(players))]
                return Bout(
                    pairing, tuple("loss" if gone else "win" for gone in lost),
                    tuple(-1.0 if gone else 1.0 for gone in lost), tuple(seconds), tuple(decisions),
                    tuple(player.blind for player in players), line.digest(),
                )  # fmt: skip
            seconds[seat] += time.perf_counter() - before
            decisions[seat] += 1
        if table.watch is not None:
            table.watch(pairing.number, ply + 1)
        line.update(repr((move.entry.ask, move.entry.chosen)).encode())
        step = Step(state, move, state.play(move))
        tell(players, step)
        state = step.after
    raise endless(state, table.seed, pairing.number, limit)
