"""Games written by hand as NumPy arrays, as Pgx writes them in JAX: a yardstick for batches.

Each has `masks` (lanes, actions), `players`, `done`, `rewards`, `observations`, and begins again where a game is over.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class InARow:
    """Tic-tac-toe, or Connect Four with `drops`: so many in a row win."""

    def __init__(self, lanes: int, columns: int, rows: int, length: int, drops: bool) -> None:
        self.columns, self.rows, self.drops = columns, rows, drops
        lines = [
            [(c + i * dc) * rows + r + i * dr for i in range(length)]
            for c in range(columns)
            for r in range(rows)
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
            if 0 <= c + (length - 1) * dc < columns and 0 <= r + (length - 1) * dr < rows
        ]
        self.lines = np.array(lines)
        self.lanes = np.arange(lanes)
        self.stones: NDArray[np.bool_] = np.zeros((lanes, 2, columns * rows), np.bool_)
        self.players = np.zeros(lanes, np.int32)
        self.rewards = np.zeros((lanes, 2), np.float32)
        self.done = np.zeros(lanes, bool)
        self._look()

    def _look(self) -> None:
        empty = ~self.stones.any(1)
        if self.drops:
            empty = empty.reshape(-1, self.columns, self.rows)[:, :, -1]
        self.masks = empty
        mine = self.stones[self.lanes, self.players]
        theirs = self.stones[self.lanes, 1 - self.players]
        self.observations = np.stack([mine, theirs], 1).astype(np.float32)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Take an action in each lane."""
        sites = actions
        if self.drops:
            heights = self.stones.any(1).reshape(-1, self.columns, self.rows).sum(2)
            sites = actions * self.rows + heights[self.lanes, actions]
        self.stones[self.lanes, self.players, sites] = True
        mine = self.stones[self.lanes, self.players]
        won: NDArray[np.bool_] = np.any(np.all(mine[:, self.lines], 2), 1)
        self.done = won | np.all(np.any(self.stones, 1), 1)
        self.rewards[:] = 0
        self.rewards[self.lanes, self.players] = won
        self.rewards[self.lanes, 1 - self.players] = -1.0 * won
        self.players = 1 - self.players
        self.stones[self.done] = False
        self.players[self.done] = 0
        self._look()


def tictactoe(lanes: int) -> InARow:
    """Tic-tac-toe."""
    return InARow(lanes, 3, 3, 3, drops=False)


def connect_four(lanes: int) -> InARow:
    """Connect Four."""
    return InARow(lanes, 7, 6, 4, drops=True)
