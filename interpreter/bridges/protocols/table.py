"""The game in a window that plays move by move: where it stands, what its moves are called there, and going back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.bridges.protocols.betza import betza
from interpreter.bridges.protocols.names import named
from interpreter.bridges.protocols.window import window
from interpreter.errors import GameError, PositionError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State

PASSING = "@@@@"
"""XBoard's move that moves nothing."""
PLAIN = "fairy"
"""XBoard's name for a variant of which it knows nothing."""


class IllegalMoveError(Exception):
    """It can't be played; says why."""


class Table:
    """One game of a ruleset, from a position on. `state` is None where nobody knows the position."""

    def __init__(self, game: Game) -> None:
        self.game, self.window = game, window(game)
        self.past: list[State] = [game.start()]
        self.known = True

    @property
    def state(self) -> State:
        """The position now."""
        return self.past[-1]

    def begin(self) -> None:
        """From the start of the rules."""
        self.past, self.known = [self.game.start()], True

    def set(self, line: str) -> None:
        """From a position of the window; raises PositionError, and then no move is legal."""
        self.known = False
        if self.window is None:
            raise PositionError(["this board has no rows and columns"])
        self.past, self.known = [self.window.position(line)], True

    def place(self, on: Mapping[str, str], side: int) -> None:
        """The position with these pieces' letters on these squares; raises PositionError."""
        self.known = False
        if self.window is None:
            raise PositionError(["this board has no rows and columns"])
        sites = self.window.squares.sites
        pieces = {letter: label for label, letter in self.window.letters.items()}
        try:
            placed = {sites[square]: pieces[letter] for square, letter in on.items()}
        except KeyError as problem:
            raise PositionError([f"nothing is known of {problem}"]) from None
        self.past, self.known = [self.window.placed(placed, side)], True

    def names(self, state: State | None = None) -> Mapping[str, Move]:
        """The moves, by what the window calls them."""
        squares = self.window.squares.names if self.window is not None else None
        return named(state or self.state, squares=squares, passing=PASSING)

    def called(self, state: State, move: Move) -> str:
        """What the window calls a move."""
        return next(name for name, one in self.names(state).items() if one == move)

    def play(self, text: str) -> None:
        """Play what the window said: a move, or the decisions of a turn with commas between. Raises IllegalMoveError;
        then nothing was played."""
        came = len(self.past)
        try:
            for name in text.strip().rstrip(",").split(","):
                self._play(name)
        except (IllegalMoveError, GameError) as problem:
            del self.past[came:]
            raise IllegalMoveError(" ".join(str(problem).split())) from None

    def _play(self, name: str) -> None:
        state = self.state
        if not self.known:
            raise IllegalMoveError("nobody knows the position")
        if state.is_over or state.is_chance:
            raise IllegalMoveError("the game is over" if state.is_over else "chance decides here")
        names = self.names()
        move = names.get(name) or names.get(name[:-1] + name[-1:].lower())
        self.add(move if move is not None else state.parse(name))

    def add(self, move: Move) -> None:
        """Play a move of the state."""
        self.past.append(self.state.play(move))

    def back(self, turns: int) -> bool:
        """Take back so many turns; whether that could be."""
        kept = list(self.past)
        for _ in range(turns):
            if len(self.past) < 2:
                self.past = kept
                return False
            self.past.pop()
            while self.state.in_turn and len(self.past) > 1:
                self.past.pop()
        return True

    def told(self, parent: str) -> Iterator[str]:
        """What XBoard is told of a game that it doesn't know. `parent`: the variant that it plays like, "" if none."""
        if self.window is None:
            return
        one, line = self.window, self.window.line(self.game.start())
        size = f"{one.squares.width}x{one.squares.height}+{one.drops}"
        yield f"setup ({one.shapes}) {size}_{parent or PLAIN} {line}"
        if not parent:
            for letter, moves in betza(one).items():
                yield f"piece {letter} {moves}"


def result(state: State) -> str:
    """How a game has ended, as XBoard says it: who begins is White there."""
    outcomes: Sequence[str] = list((state.outcomes or {}).values())
    won = [i for i, outcome in enumerate(outcomes) if outcome == "win"]
    if len(won) == 1:
        return f"{'1-0' if won == [0] else '0-1'} {{{state.game.players[won[0]]} won}}"
    return "1/2-1/2 {Draw}"
