"""What a player is: something that chooses a move. A class with one method is enough.

    class Greedy(Player):
        def choose(self, state):
            return max(state.moves, key=lambda move: len(state.play(move).moves))

In games whose players don't see everything it is another one, which is given what the player knows, and no state:

    class Cautious(Player):
        def decide(self, known):
            return known.moves[-1]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.players.information import InformationState

if TYPE_CHECKING:
    from interpreter.players.endgame import Table

LANE = 2
"""Players draw from lanes of their own; those before are taken, see `interpreter.graph.chance`."""


@dataclass(frozen=True)
class Seat:
    """A place at the board: the game, the player, and the chance."""

    game: Game
    label: str
    """The player's name in the rules."""
    seed: int = 0
    number: int = 0
    """The game's number among those of the seed."""
    weights: str = ""
    """A file of learnt values (see `players.taught`); "" for the usual one."""
    table: Table | None = None
    """A table of solved positions that a search looks up."""

    @cached_property
    def chance(self) -> Chance:
        """Draws that belong to this seat alone."""
        return Chance(self.seed, self.number, LANE + self.game.players.index(self.label))


class Player:
    """Chooses moves. The same seat and the same earlier moves give the same choice, unless the player is limited by
    time."""

    name: str = "player"
    """Its name in messages; by default that of its class."""
    pause: Pause | None = None
    """Players that think for long call it now and then."""
    blind: int = 0
    """The number of decisions made at random, because no state was found that fits what the player knows."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, state: State) -> Move:
        """Choose one of the state's moves. The program doesn't call this at chance, nor at the end of the game."""
        raise NotImplementedError

    def decide(self, known: InformationState) -> Move:
        """Choose one of the moves in a game with hidden information, in place of `choose`. Raises PlayerError."""
        title = known.game.title
        raise PlayerError(
            f"{self.name} goes by the whole state, and in {title} players don't see everything: it needs a `decide`"
        )

    def played(self, step: Step) -> None:
        """Hear of any move or outcome of chance. The program doesn't call this in games with hidden information."""

    def ready(self) -> None:
        """Compile the rules, if it needs that: it would do so before its first move. Raises PlayerError."""

    def halt(self) -> None:
        """Stop thinking now, without waiting for `pause`. The program calls this from another thread."""

    def close(self) -> None:
        """The game is over, or given up."""


Pause = Callable[[Player, float | None], bool]
"""Told how much of the time has gone, from 0 to 1 (None: nobody knows); says whether to go on thinking."""
Maker = Callable[[Seat], Player]
"""Makes a player for a seat; raises PlayerError."""


class Uniform(Player):
    """Any legal move, each as likely as the others: such players play the games of `gdl simulate`."""

    def choose(self, state: State) -> Move:
        """The move that the game's own draws give for this ply."""
        moves = state.moves
        return moves[Chance(self.seat.seed, self.seat.number).pick(len(moves), state.ply)]

    def decide(self, known: InformationState) -> Move:
        """The move that the seat's draws give for this observation."""
        return known.moves[self.seat.chance.pick(len(known.moves), known.ply)]
