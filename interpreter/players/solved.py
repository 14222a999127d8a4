"""Plays a strategy that `gdl solve --strategy` has written, where players don't see everything: each move as often as
the file says."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.equilibrium.strategy_file import Strategy, StrategyError, read
from interpreter.players.information import InformationState
from interpreter.players.other_rules import of_other_rules
from interpreter.players.player import Player, Seat

BITS = 53
"""Of a draw: as many as a float holds."""


def strategy_of(path: Path) -> Strategy:
    """The strategy in a file, read once as long as nobody writes to it; raises StrategyError."""
    try:
        known = path.stat()
    except (OSError, ValueError):
        return read(path)  # which says what is wrong
    return _read(path, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=8)
def _read(path: Path, written: int, size: int) -> Strategy:
    """The strategy in a file as it was then."""
    return read(path)


class Solved(Player):
    """Goes by a strategy in a file."""

    def __init__(self, seat: Seat, path: Path) -> None:
        """Raises StrategyError."""
        super().__init__(seat)
        self.strategy = strategy_of(path)
        game = seat.game
        if self.strategy.rules != game.hash:
            why = of_other_rules(self.strategy.game, self.strategy.game == game.name, game)
            raise StrategyError(f"{path}: {why}")
        self.rows = self.strategy.rows.get(seat.label, {})

    def choose(self, state: State) -> Move:
        """Where all is seen there is no strategy by information sets."""
        raise StrategyError(f"{self.strategy.path}: a strategy is for games in which players don't see everything")

    def decide(self, known: InformationState) -> Move:
        """A move, drawn as often as the file says; any where it says nothing, and doesn't say that it knows all."""
        shares = self.rows.get(known.information)
        if shares is None:
            if self.strategy.is_complete:
                raise StrategyError(
                    f"{self.strategy.path}: has no information set for what is known to {known.player} now, "
                    f"{known.information:032x}; solve again"
                )
            return known.moves[self.seat.chance.pick(len(known.moves), known.ply)]
        moves = {move.text: move for move in known.moves}
        if moves.keys() != shares.keys():
            raise StrategyError(
                f"{self.strategy.path}: has other moves than the rules in the information set "
                f"{known.information:032x}: {', '.join(shares)}, and not {', '.join(moves)}"
            )
        left = (self.seat.chance.bits(known.ply) >> 64 - BITS) / (1 << BITS)
        for text, share in shares.items():
            left -= share
            if left < 0:
                return moves[text]
        return moves[max(shares, key=lambda text: shares[text])]  # the numbers came to a little less than 1
