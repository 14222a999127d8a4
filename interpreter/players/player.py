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

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.players.information import InformationState

LANE = 2
"""Players draw from lanes of their own; those before are taken, see `interpreter.graph.chance`."""


@dataclass(frozen=True)
class Seat:
    """A place at the board: which game it is, who sits there, and what there is of chance."""

    game: Game
    label: str
    """The player's name in the rules."""
    seed: int = 0
    number: int = 0
    """The game's number among those of the seed."""
    weights: str = ""
    """A file with what values were learnt with (see `players.search.engine`); "" for that which is found."""

    @cached_property
    def chance(self) -> Chance:
        """Draws that belong to this seat alone."""
        return Chance(self.seed, self.number, LANE + self.game.players.index(self.label))


class Player:
    """Chooses moves. The same seat and the same moves before give the same choice, unless time is what counts."""

    name: str = "player"
    """What it is called in messages: by default as its class."""
    pause: Pause | None = None
    """Asked now and then by those who think for long."""
    blind: int = 0
    """Decisions that were made at random, because no state was found that fits what the player knows."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, state: State) -> Move:
        """One of the state's moves. It is never asked at chance, nor when the game is over."""
        raise NotImplementedError

    def decide(self, known: InformationState) -> Move:
        """One of the moves, where players don't see everything: `choose` is never asked there. Raises PlayerError."""
        title = known.game.title
        raise PlayerError(
            f"{self.name} goes by the whole state, and in {title} players don't see everything: it needs a `decide`"
        )

    def played(self, step: Step) -> None:
        """Be told of a move, anybody's, or of an outcome of chance; never where players don't see everything."""

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
