"""A short trial of the kinds of players, for a ruleset for which nobody has measured an opponent.

Each kind that can play the game meets `mcts`. For a decision both get the same number of instructions, and a trial has
so many of them in all. So its result follows from the rules, not from the machine and its load; only a trial that takes
much too long is cut off. A kind takes the place of `mcts` only if it wins clearly.

In some games nobody wins by chance, and the rules want pieces somewhere. There the trial plays no matches: it chooses
the player who leads them there.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace

from interpreter.errors import PlayerError, RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.lab.matches import Pairing, play_one, table
from interpreter.lab.tools.equal_work import costs
from interpreter.players.learning.towards_goals import is_won_by_aiming
from interpreter.players.learning.training import from_goals
from interpreter.players.measured import can_play
from interpreter.players.player import Seat
from interpreter.players.specs import make
from interpreter.players.tried import CHALLENGERS, CHAMPION
from interpreter.work.engine import patiently

GAMES = 8
"""Each challenger plays so many, or until it can't be clearly better any more: …"""
CLEAR = 7.0
"""… it needs so many points. Of two equal players, one gets them in 4 % of all matches."""
WORK = 80_000_000_000
"""Instructions for all games, if all are played: some sixteen seconds. Most trials take a third of them."""
MOST = 300_000_000
"""Instructions for a decision, at most: short games need no more."""
LEAST = 5
"""With fewer iterations for a decision nobody can show anything."""
SECONDS = 30.0
"""The trial is cut off then, on a machine that is slow or busy."""
SKETCHES, LONGEST = 2, 400
"""Random games that tell how long a game is, and their plies at most."""
DECISIONS = 150
"""A game is taken to have no more of them: good players need fewer than those at random where games are long."""
SAMPLES = 4
"""Positions of such a game in which it is counted what an iteration takes."""
OPENING = 2
"""Plies that are drawn at random, or games without dice might all be one."""
SEED = 1
SEARCHER, RACER = "alphabeta", "greedy"
"""Who leads pieces to their goals: one of two players by values that follow from the rules, one of several by games in
which all do so."""


@dataclass(frozen=True)
class Challenge:
    """What a challenger came to against `mcts`."""

    kind: str
    points: float
    games: int

    def goes_on(self, beaten: float) -> bool:
        """Whether there are games left, and it can still get enough points, and more than these."""
        most = self.points + GAMES - self.games
        return self.games < GAMES and most >= CLEAR and most > beaten

    @property
    def is_clear(self) -> bool:
        """Whether it is clearly better."""
        return self.games == GAMES and self.points >= CLEAR


@dataclass(frozen=True)
class Trial:
    """The kind that is to be the opponent, and what led to that."""

    kind: str
    challenges: tuple[Challenge, ...]
    seconds: float
    is_aimed: bool = False
    """Whether no matches were played, since nobody wins by chance: who leads pieces to their goals is the opponent."""
    values: bytes = b""
    """What players are to go by, as a file's content; b"" where nothing is known."""


def trial(game: Game, work: int = WORK, seconds: float = SECONDS) -> Trial:
    """Try the kinds of players. Raises PlayerError if the rules can't be compiled, and RuleError."""
    began = time.perf_counter()
    if (aimed := patiently(lambda: _aimed(game))) is not None:
        return replace(aimed, seconds=time.perf_counter() - began)
    sketch = patiently(lambda: _sketch(game))
    specs = patiently(lambda: _equal(game, sketch, work))
    found = {kind: Challenge(kind, 0.0, 0) for kind in specs if kind != CHAMPION}
    is_cut, best = False, Challenge(CHAMPION, 0.0, 0)
    for kind in found:
        with suppress(PlayerError):  # it can't play this game after all
            while found[kind].goes_on(best.points) and not is_cut:
                one = found[kind]
                points = _points(game, (specs[kind], specs[CHAMPION]), one.games, sketch.plies)
                found[kind] = Challenge(kind, one.points + points, one.games + 1)
                is_cut = time.perf_counter() > began + seconds
        if found[kind].is_clear and found[kind].points > best.points:
            best = found[kind]
    return Trial(best.kind, tuple(found.values()), time.perf_counter() - began)


def _aimed(game: Game) -> Trial | None:
    """Who leads pieces to their goals, where nobody wins by chance: matches of players who know less would be drawn."""
    if len(game.players) <= 2:
        values = from_goals(game) if can_play(SEARCHER, game, has_changed=False) else None
        return None if values is None else Trial(SEARCHER, (), 0.0, True, values.encoded())
    is_racing = can_play(RACER, game, has_changed=False) and is_won_by_aiming(game)
    return Trial(RACER, (), 0.0, True) if is_racing else None


def contenders(game: Game) -> list[str]:
    """The kinds that can play a game, `mcts` first."""
    found = []
    for kind in (CHAMPION, *CHALLENGERS):
        with suppress(PlayerError):
            make(kind, Seat(game, game.players[0]))
            found.append(kind)
    return found


@dataclass(frozen=True)
class Sketch:
    """A game as random games show it: states in which somebody chooses, decisions and plies of a game."""

    states: tuple[State, ...]
    decisions: float
    plies: int
    """After so many a game of the trial counts as drawn: good players seldom need more than twice those at random."""


def _sketch(game: Game) -> Sketch:
    """Look at some random games; raises RuleError."""
    choices: list[State] = []
    longest = 0
    for number in range(SKETCHES):
        state, chance = game.start(SEED, number), Chance(SEED, number)
        while not state.is_over and state.ply < LONGEST:
            if not state.is_chance and len(state.moves) > 1:
                choices.append(state)
            state = state.play(state.draw(chance, state.ply))
        longest = max(longest, state.ply)
    few = tuple(choices[k * len(choices) // SAMPLES] for k in range(SAMPLES)) if choices else ()
    return Sketch(few, len(choices) / SKETCHES, 2 * longest)


def _equal(game: Game, sketch: Sketch, work: int) -> dict[str, str]:
    """The players with the same work for a decision, by kind; none if the game is too long for a trial. Raises
    PlayerError."""
    kinds = contenders(game)
    found = costs(game, kinds, sketch.states) if sketch.states else {}
    share = min(work / (GAMES * max(len(kinds) - 1, 1) * min(max(sketch.decisions, 1), DECISIONS)), MOST)
    counts = {kind: int(share / cost) for kind, cost in found.items() if share / cost >= LEAST}
    if CHAMPION not in counts:
        return {}
    return {kind: f"{kind}:{count}" + "n" * (kind == "alphabeta") for kind, count in counts.items()}


def _points(game: Game, specs: tuple[str, str], number: int, plies: int) -> float:
    """What the first of two players gets in a game: 1, ½ or 0 points. Raises PlayerError."""
    seats = tuple((seat + number) % 2 for seat in range(len(game.players)))
    try:
        bout = play_one(game, table(game, specs, SEED, OPENING), Pairing(number // 2, seats), plies)
    except RuleError:  # it doesn't end, or a rule is broken
        return 0.5
    mine, theirs = (_mean(bout.utilities, seats, who) for who in (0, 1))
    return 0.5 if mine == theirs else float(mine > theirs)


def _mean(worths: tuple[float, ...], seats: tuple[int, ...], who: int) -> float:
    own = [worth for worth, seat in zip(worths, seats, strict=True) if seat == who]
    return sum(own) / len(own)
