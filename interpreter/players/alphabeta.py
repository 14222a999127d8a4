"""`alphabeta`: looks at every line of play to a depth; for two players without chance."""

from __future__ import annotations

from gdl.model import model as m
from interpreter.game.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.player import Player, Seat
from interpreter.players.search import MEMORY_BYTES, engine, patiently, put

DEEPEST = 100
TABLE_BITS = 18
"""The table has 2**TABLE_BITS places of 64 bytes."""
SAMPLES = 16
"""Random games at the horizon."""
UNBOUNDED = 1 << 62


class AlphaBeta(Player):
    """Searches so many decisions deep; near the end of the game what it finds is exact."""

    def __init__(self, seat: Seat, depth: int) -> None:
        super().__init__(seat)
        self.depth = depth
        if reason := unfit(seat.game):
            raise PlayerError(f"alphabeta is for two players and no chance; {seat.game.title} {reason}")
        self._engine = engine(seat.game, "alphabeta")
        self.is_exact = False
        """Whether what was found last can't be changed by looking deeper."""

    def choose(self, state: State) -> Move:
        """The best option at this depth. A lone one costs no time."""
        if len(state.moves) == 1:
            return state.moves[0]
        instance = self._engine.take(MEMORY_BYTES)
        instance.call("alphabeta_start", put(instance, state), TABLE_BITS)
        best = -1
        for depth in range(1, self.depth + 1):
            status = patiently(lambda d=depth: instance.call("alphabeta", d, SAMPLES, UNBOUNDED))  # type: ignore[misc]
            if status < 0:  # a rule is broken so many moves ahead, or memory is full
                break
            _, best, exact = instance.report(3)
            self.is_exact = bool(exact)
            if exact or (self.pause is not None and not self.pause(self, None)):
                break
        self._engine.give_back(instance)
        return state.moves[best if best >= 0 else self.seat.chance.pick(len(state.moves), state.ply)]


def unfit(game: Game) -> str:
    """Why alpha-beta search is not for this game, if so."""
    if len(game.players) != 2:
        return f"is for {len(game.players)}"
    if any(isinstance(s, m.Roll) for block in (game.model.turn, game.model.end) for s in m.walk(block)):
        return "has dice"
    return ""
