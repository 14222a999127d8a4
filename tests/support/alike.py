"""Two histories of a game that one player can't tell apart: whoever watches with that player's eyes must be shown the
same in both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from interpreter import Game, Move, State
from interpreter.game.plies import Step

TRIES = 20


@dataclass(frozen=True)
class History:
    """A game from where it was dealt, ply by ply."""

    first: State
    steps: tuple[Step, ...]

    @property
    def last(self) -> State:
        return self.steps[-1].after if self.steps else self.first


@dataclass(frozen=True)
class Pair:
    """Two of them that look alike to a player, and aren't."""

    viewer: str
    one: History
    other: History


def pairs(game: Game, most: int) -> list[Pair]:
    """Some pairs in which the viewer decides next, or the game is over; none where nothing happens in secret."""
    for plies in (12, 90):  # an army takes long to be set up
        if found := [*_pairs(game, most, plies)]:
            return found
    return []


def _pairs(game: Game, most: int, plies: int) -> Iterator[Pair]:
    random = Random(1)
    for number in range(max(most * 6, 24)):
        moves = played(game, random, number * 5 % (plies + 1))
        states = states_of(game, moves)
        last = states[-1]
        for viewer in [last.to_move] if last.to_move else game.players:
            other = deviating(game, states, moves, viewer, random)
            if other is not None:
                yield Pair(viewer, history(game, moves), history(game, other))
                most -= 1
                break
        if not most:
            return


def played(game: Game, random: Random, plies: int) -> list[Move]:
    """The moves of a game at random: the set-up, and so many decisions, up to one that somebody has to make."""
    state, moves = game.beginning(), list[Move]()
    while not state.is_over and (state.is_chance or plies > 0):
        move = random.choice(state.moves)
        plies -= not state.is_chance
        state, moves = state.play(move), [*moves, move]
    return moves


def states_of(game: Game, moves: list[Move]) -> list[State]:
    """The states that these moves lead through."""
    states = [game.beginning()]
    for move in moves:
        states.append(states[-1].play(move))
    return states


def deviating(game: Game, states: list[State], moves: list[Move], viewer: str, random: Random) -> list[Move] | None:
    """Other moves by which the viewer observes the same; None if none are found."""
    secret = [m.choose.secret or s.together for s, m in zip(states, moves, strict=False) if s.to_move != viewer]
    for _ in range(TRIES if any(secret) else 0):
        state, found = game.beginning(), list[Move]()
        for before, move, after in zip(states, moves, states[1:], strict=False):
            options = list(state.moves)
            random.shuffle(options)
            if before.to_move == viewer or not (move.choose.secret or before.together):
                options = [option for option in options if option.text == move.text]
            key = after.information(viewer)
            fitting = ((option, state.play(option)) for option in options)
            next_ = next(((option, then) for option, then in fitting if then.information(viewer) == key), None)
            if next_ is None:
                break
            found, state = [*found, next_[0]], next_[1]
        else:
            told = (state.results, state.scores) == (states[-1].results, states[-1].scores)  # as all are at the end
            if state.position() != states[-1].position() and (told or not state.is_over):
                return found
    return None


def history(game: Game, moves: list[Move]) -> History:
    """These moves as a game that has been dealt."""
    state, rest = game.beginning(), list(moves)
    while state.turns < 0 and rest:
        state = state.play(rest.pop(0))
    first = State(game, state._stop, 0, 0, None)
    first._known = state.knowledge
    steps, state = list[Step](), first
    for move in rest:
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    return History(first, tuple(steps))
