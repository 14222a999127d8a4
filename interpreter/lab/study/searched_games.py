"""Games of search against search: what each player could expect, turn by turn, and who wins by how much more thinking.

Searches count iterations, never seconds, so that a game is the same on every machine. Where both sides are equally
strong, one search plays for all of them and keeps its tree – unless players don't see everything; what is expected at
the beginning of each turn is noted.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.graph.layout import RESULT
from interpreter.lab.study.rows import Problem, whole_utilities
from interpreter.players.analysis import Analysis
from interpreter.players.asking import analysis, ask, seat_of, tell
from interpreter.players.knowing import InformationSearch
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.player import Player, Seat

ANALYST = 0x5EED
"""Added to the seed of whoever plays for both sides."""


@dataclass(frozen=True)
class SearchTask:
    """One game: its number, the iterations of the player on each seat, and the plies it may take."""

    seed: int
    number: int
    strengths: tuple[int, ...]
    limit: int

    @property
    def is_even(self) -> bool:
        """Whether all are equally strong."""
        return len(set(self.strengths)) == 1


@dataclass(frozen=True)
class Moment:
    """The beginning of a turn: after how many plies, whose turn, what each player could expect (points, 0 to 1)."""

    ply: int
    mover: int
    expected: tuple[float, ...]


@dataclass(frozen=True)
class Searched:
    """A game that was played."""

    task: SearchTask
    utilities: tuple[int, ...]
    """Times the number of other players: whole numbers. Empty if it came to no end."""
    turns: int
    decisions: int
    ways: tuple[int, ...]
    """What was taken at each ply, as a number of the state's ways."""
    moments: tuple[Moment, ...] = ()
    problem: Problem | None = None

    @property
    def points(self) -> tuple[float, ...]:
        """What the game was worth to each player, from 0 to 1."""
        others = max(len(self.utilities) - 1, 1)
        return tuple((u / others + 1) / 2 for u in self.utilities)


def play(game: Game, task: SearchTask) -> Searched:
    """Play the game of a task; raises PlayerError where the rules can't be compiled."""
    n = len(game.players)
    players: list[Player]
    if game.model.hides:
        players = [
            InformationSearch(seat_of(game, label, task.seed, task.number), Budget(iterations=strength))
            for label, strength in zip(game.players, task.strengths, strict=True)
        ]
    elif task.is_even:
        seat = Seat(game, game.players[0], task.seed + ANALYST, task.number, UNTAUGHT)
        one = MonteCarlo(seat, Budget(iterations=task.strengths[0]))
        players = [one] * n
    else:
        players = [
            MonteCarlo(Seat(game, label, task.seed, task.number, UNTAUGHT), Budget(iterations=strength))
            for label, strength in zip(game.players, task.strengths, strict=True)
        ]
    try:
        return _played(game, task, players)
    finally:
        for player in players:
            player.close()


def _played(game: Game, task: SearchTask, players: list[Player]) -> Searched:
    dice = Chance(task.seed, task.number)
    ways: list[int] = []
    moments: list[Moment] = []
    decisions = 0
    state = game.start(task.seed, task.number)
    told: list[Player] = list({id(player): player for player in players}.values())
    try:
        for ply in range(task.limit):
            if state.is_over:
                worth = tuple(whole_utilities(state._stop.values[RESULT], game.model))
                return Searched(task, worth, state.turns, decisions, tuple(ways), tuple(moments))
            begins = task.is_even and not state.in_turn
            mover = players[game.players.index(state.mover or game.players[0])]
            found = analysis(mover, state) if begins and not (state.is_chance and game.model.hides) else None
            if found is not None:
                expected = expectation(found, game.players)
                moments.append(Moment(ply, game.players.index(state.mover or game.players[0]), expected))
            if state.is_chance:
                move = state.ways[dice.pick(len(state.ways), ply)]
            elif found is not None and found.options and len(state.moves) > 1 and not game.model.hides:
                move = found.options[0].move
            else:
                move = ask(players[game.players.index(state.to_move or "")], state)
            decisions += not state.is_chance
            ways.append(_number(state, move.entry))
            step = Step(state, move, state.play(move))
            tell(told, step)
            state = step.after
        text = f"search game {task.number} hasn't ended after {task.limit:,} plies"
        problem = Problem(task.number, True, text)
    except RuleError as error:
        problem = Problem(task.number, False, f"search game {task.number}: {error}")
    return Searched(task, (), state.turns, decisions, tuple(ways), tuple(moments), problem)


def expectation(found: Analysis, players: tuple[str, ...]) -> tuple[float, ...]:
    """What each player can expect in a state (points, 0 to 1): what is certain, else the mean of all iterations.

    The value of the option that a search likes best is no measure: it is the best of many estimates, and so too good
    for who chooses, by turns for one player and for another.
    """
    visits = sum(option.visits for option in found.options)
    if found.prospect.is_sure or not visits:
        return tuple((found.prospect.share(p) + 1) / 2 for p in players)
    sums = (sum(o.visits * o.prospect.share(p) for o in found.options) for p in players)
    return tuple((total / visits + 1) / 2 for total in sums)


def _number(state: State, entry: object) -> int:
    return next(i for i, other in enumerate(state._stop.entries) if other is entry)
