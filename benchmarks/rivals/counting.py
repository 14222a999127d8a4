"""A player as plain as can be, to hold levels against: it counts pieces, and sees one turn ahead, or the answer, too.

It goes by the rules alone: each piece counts one, of whatever kind. The end of a game counts more than all pieces.
Among turns of the same worth it draws one.
"""

from __future__ import annotations

from interpreter.errors import PlayerError
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.player import Player, Seat

END = 1000.0


class Counting(Player):
    """Takes the option after which it has most pieces more, when so many turns are over."""

    def __init__(self, turns: int, seat: Seat) -> None:
        super().__init__(seat)
        if not seat.game.model.piece_parts:
            raise PlayerError(f"there are no pieces to count in {seat.game.name}")
        self._turns, self._until = turns, 0

    def choose(self, state: State) -> Move:
        """One of the best."""
        self._until, best, found = state.turns + self._turns, -2 * END, list[Move]()
        for move in state.moves:
            worth = self._worth(state.play(move), best - 1, 2 * END)
            if worth > best:
                best, found = worth, []
            if worth == best:
                found.append(move)
        return found[self.seat.chance.pick(len(found), state.ply)]

    def _worth(self, state: State, least: float, most: float) -> float:
        """Alpha-beta, from this player's side; what comes before a roll is counted as it stands."""
        if state.results is not None:
            return END * state.results[self.seat.label]
        if state.turns >= self._until or state.is_chance:
            return self._ahead(state)
        mine = state.to_move == self.seat.label
        found = -2 * END if mine else 2 * END
        for after in map(state.play, state.moves):
            worth = self._worth(after, least, most)
            found = max(found, worth) if mine else min(found, worth)
            least, most = (max(least, found), most) if mine else (least, min(most, found))
            if least >= most:
                break
        return found

    def _ahead(self, state: State) -> float:
        """By how many pieces this player is ahead."""
        pieces = self.seat.game.data_of(state).get("pieces", {})
        own = f" of {self.seat.label}"
        return sum(len(sites) * (1 if kind.endswith(own) else -1) for kind, sites in pieces.items())
