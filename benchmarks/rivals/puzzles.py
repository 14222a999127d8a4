"""Positions with moves that are known to be good: who takes a queen that hangs, who keeps what a position is worth.

The files, and what made them, are in benchmarks/positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game, State
from interpreter.bridges.protocols.names import named
from interpreter.game.moves import Move
from interpreter.players.player import Seat
from interpreter.players.specs import make

FOLDER = Path(__file__).resolve().parents[1] / "positions"


@dataclass(frozen=True)
class Puzzle:
    """A position, and the texts of the moves that are right."""

    state: State
    right: frozenset[str]

    def is_right(self, move: Move) -> bool:
        """Whether a move is one of them."""
        return move.text in self.right


def hanging(game: Game) -> Iterator[Puzzle]:
    """A queen hangs: right is what takes it."""
    return _of_chess(game, "hanging.txt")


def tactics(game: Game) -> Iterator[Puzzle]:
    """One move wins, by a tactic of three moves."""
    return _of_chess(game, "tactics.txt")


def _of_chess(game: Game, file: str) -> Iterator[Puzzle]:
    assert game.notation is not None
    for line in (FOLDER / file).read_text(encoding="utf-8").splitlines():
        fen, _, moves = line.partition(";")
        state = game.notation.position(fen)
        yield Puzzle(state, frozenset(move.text for name, move in named(state).items() if name in moves.split()))


def connect_four(game: Game) -> Iterator[Puzzle]:
    """Few columns keep what the position is worth: right is one of them."""
    for line in (FOLDER / "connect_four.txt").read_text(encoding="utf-8").splitlines():
        played, values = line.split()
        state = game.start()
        for column in played:
            state = state.play(column)
        best = next(sign for sign in "+=-" if sign in values)
        yield Puzzle(state, frozenset(column for column, sign in zip("abcdefg", values, strict=True) if sign == best))


PUZZLES: dict[str, tuple[str, Callable[[Game], Iterator[Puzzle]]]] = {
    "hanging": ("chess", hanging),
    "tactics": ("chess", tactics),
    "connect_four": ("connect_four", connect_four),
}


def solved(name: str, spec: str, most: int | None = None) -> Iterator[bool]:
    """For each position, whether this player finds a right move."""
    ruleset, puzzles = PUZZLES[name]
    game = Game.load(ruleset)
    for number, puzzle in enumerate(puzzles(game)):
        if number == most:
            return
        player = make(spec, Seat(game, puzzle.state.to_move or "", number=number))
        try:
            yield puzzle.is_right(player.choose(puzzle.state))
        finally:
            player.close()
